// The small GPT in the page against Python's, see tests/test_widgets_gpt.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { drawn, following, nucleus, readGpt } from "../../src/lernformer/widgets/gpt.mjs";

const { exported, words, logits, draws } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const model = readGpt(exported);
const near = (ours, theirs, tolerance) => {
  assert.equal(ours.length, theirs.length);
  ours.forEach((x, i) => assert.ok(Math.abs(x - theirs[i]) < tolerance, `${x} ${theirs[i]}`));
};

test("logits after each word", () =>
  logits.forEach((want, i) => near([...following(model, words.slice(0, i))], want, 1e-4)));

test("temperature and top-p", () => {
  for (const { temperature, top_p, chances } of draws)
    near(nucleus(logits.at(-1), temperature, top_p), chances, 1e-6);
});

test("a point in [0, 1) is a word", () => {
  const chances = [0, 0.25, 0, 0.75, 0];
  assert.deepEqual(
    [0, 0.2, 0.25, 0.99, 1].map((point) => drawn(chances, point)),
    [1, 1, 3, 3, 3],
  );
});
