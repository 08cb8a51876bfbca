// What HeadSwitches says of two sentences, and the parts that it lists.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { differing, partsOf } from "../../src/lernformer/widgets/inspector.mjs";
import { AGAIN_AND_AGAIN, asInPrint, percent } from "../../src/lernformer/widgets/translating.mjs";

const words = (text) => text.split(" ");

test("what is marked is what the first sentence does not have in this order", () => {
  const marked = (a, b) => words(b).filter((_, i) => differing(words(a), words(b))[i]);
  assert.deepEqual(marked("ich habe die Lampe", "ich habe das Licht"), ["das", "Licht"]);
  assert.deepEqual(marked("a b c", "a b c"), []);
  assert.deepEqual(marked("weil er getanzt hat", "er hat getanzt"), ["hat"]);
  assert.deepEqual(differing([], ["a"]), [true]);
  assert.deepEqual(differing(["a"], []), []);
});

test("all parts are listed once, as Python calls them", () => {
  const rows = partsOf(2, 3);
  const names = rows.flatMap(({ heads, all, layer }) => [...heads, all, ...(layer ? [layer] : [])]);
  assert.equal(new Set(names).size, names.length);
  const { parts } = JSON.parse(readFileSync(process.argv[2], "utf8"));
  assert.deepEqual([...names].sort(), [...parts].sort());
});

test("German as it is printed", () => {
  assert.equal(
    asInPrint(words("ich bin müde . lass uns gehen !")),
    "Ich bin müde. Lass uns gehen!",
  );
  assert.equal(asInPrint(words("ja , so ist es .")), "Ja, so ist es.");
  assert.equal(percent(0.9999), ">99 %");
  assert.equal(percent(0.5), "50 %");
  assert.ok(AGAIN_AND_AGAIN.test("so oft oft oft oft"));
  assert.ok(!AGAIN_AND_AGAIN.test("das das das ."));
});
