// The figures of the transformer chapter against what Python computed, see
// tests/test_widgets_transformer.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import map, { BLOCKS, describe, millions } from "../../src/lernformer/widgets/transformer.mjs";
import flow, { entries, STEPS, shape } from "../../src/lernformer/widgets/transformer_flow.mjs";
import loop, { shiftedRight, together } from "../../src/lernformer/widgets/transformer_loop.mjs";

const vectors = JSON.parse(readFileSync(process.argv[2], "utf8"));

for (const { part, sizes, shapes } of vectors.flows)
  test(`${part} with ${JSON.stringify(sizes)}`, () => {
    assert.equal(STEPS[part].length, shapes.length);
    shapes.forEach((expected, i) => assert.deepEqual(shape(part, i, sizes), expected));
  });

test("entries", () => assert.equal(entries([2, 3, 5]), 30));

test("shifted right", () => {
  const { target, reads } = vectors.loop;
  assert.deepEqual(shiftedRight(target), reads);
});

test("probability of the words so far", () => {
  const { target, likely } = vectors.loop;
  vectors.products.forEach((expected, n) =>
    assert.ok(Math.abs(together(target, likely, n) - expected) <= 1e-12),
  );
});

test("blocks lead to all chapters and name components that there are", () => {
  assert.deepEqual(
    [...new Set(BLOCKS.map(({ chapter }) => chapter))].sort(),
    [...vectors.chapters].sort(),
  );
  for (const { component } of BLOCKS)
    assert.ok(component === "" || component in vectors.parameters, component);
});

test("a block shows its parameters and its chapter", () => {
  const block = BLOCKS.find(({ id }) => id === "cross_attention");
  const text = describe(block, 6, { "cross-attention, decoder": 6303744 }, "translator");
  assert.match(text, /6\.3 million parameters in 6 layers\. Chapter: Attention\.$/);
  const here = BLOCKS.find(({ id }) => id === "memory");
  assert.match(describe(here, 6, {}, "transformer"), /This chapter\.$/);
  assert.equal(millions(12598272), "12.6 million");
});

test("anywidget finds render", () =>
  [map, flow, loop].forEach(({ render }) => assert.equal(typeof render, "function")));
