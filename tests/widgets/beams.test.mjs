// The beam tree against what Python computed, see tests/test_widgets_beams.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import figure, { layout, lengthDivisor, ranking } from "../../src/lernformer/widgets/beams.mjs";

const { cases, divisors } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const close = (a, b) => assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)), `${a} ${b}`);

test("length divisor", () => divisors.forEach(([n, p, d]) => close(lengthDivisor(n, p), d)));

test("ranking", () => {
  for (const { nodes, steps, penalty, ranks, words } of cases) {
    const ours = ranking(nodes, steps, penalty);
    assert.equal(ours.length, ranks.length);
    ours.forEach(({ rank }, i) => close(rank, ranks[i]));
    ours.forEach((ended, i) => {
      if (i === 0 || ranks[i] !== ranks[i - 1]) assert.deepEqual(ended.words, words[i]);
    });
  }
});

test("what has not been reached is not ranked", () => {
  const { nodes } = cases[0];
  assert.deepEqual(ranking(nodes, 0, 0.6), []);
});

test("no two nodes share a place, and a row holds a path", () => {
  for (const { nodes } of cases) {
    const rows = layout(nodes);
    const places = new Set(nodes.map((node, i) => `${node[1]} ${rows[i]}`));
    assert.equal(places.size, nodes.length);
    assert.ok(rows.every((row) => Number.isInteger(row) && row >= 0));
    nodes.forEach(([parent], i) => assert.ok(i === 0 || rows[i] >= rows[parent]));
    assert.ok(Math.max(...rows) < nodes.length / 2 + 4);
  }
});

test("anywidget finds render", () => assert.equal(typeof figure.render, "function"));
