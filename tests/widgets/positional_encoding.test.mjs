// The figures' arithmetic against numbers that Python computed: a JSON file, named as
// the first argument. tests/test_widgets_positional_encoding.py writes it and runs this.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import clocks, * as table from "../../src/lernformer/widgets/positional_encoding.mjs";
import addOrConcatenate, * as adding from "../../src/lernformer/widgets/positional_encoding_add.mjs";
import counter, * as counting from "../../src/lernformer/widgets/positional_encoding_counter.mjs";
import rope, * as turning from "../../src/lernformer/widgets/positional_encoding_rope.mjs";

const vectors = JSON.parse(readFileSync(process.argv[2], "utf8"));

// Both sides compute in float64; powers and sines may differ in the last bits, and a
// large angle carries its own rounding.
function close(actual, expected, tolerance = 1e-12) {
  const [a, b] = [actual, expected].map((x) => [x].flat(Infinity));
  assert.equal(a.length, b.length);
  a.forEach((x, i) => assert.ok(Math.abs(x - b[i]) <= tolerance, `${x} is not ${b[i]}`));
}

for (const { position, d, base, row, omega } of vectors.rows)
  test(`row ${position}, d ${d}, base ${base}`, () => {
    close(table.frequencies(d, base), omega);
    close(table.encoding(position, d, base), row);
  });

test("the hand starts at twelve o'clock and turns clockwise", () => {
  close(table.angle([0, 1]), 0);
  close(table.angle([1, 0]), 90);
  close(table.angle([-1, 0]), 270);
  close(table.angle(table.encoding(1, 4, 10000).slice(0, 2)), 180 / Math.PI);
});

test("full turns and the rest", () => {
  assert.deepEqual(table.turns(800), [2, 80]);
  assert.deepEqual(table.turns(-400), [-1, -40]);
});

test("the first and the last clock are shown", () => {
  assert.deepEqual(table.chosen(3, 6), [0, 1, 2]);
  assert.deepEqual(table.chosen(16, 6), [0, 3, 6, 9, 12, 15]);
  assert.equal(table.chosen(256, 6).at(-1), 255);
});

for (const { number, smoothness, levels } of vectors.counters)
  test(`number ${number}, smoothness ${smoothness}`, () =>
    close(
      levels.map((_, j) => counting.level(number, j, smoothness)),
      levels,
    ));

test("digits that flip", () => {
  assert.equal(counting.flips(6), 1);
  assert.equal(counting.flips(7), 4);
  assert.equal(counting.bit(6, 0), 0);
  assert.equal(counting.bit(6, 2), 1);
});

for (const { degrees, size, position, w1, w2, sum } of vectors.sums)
  test(`word at ${degrees}°, position ${position}, factors ${w1}, ${w2}`, () =>
    close(adding.mix(adding.word(degrees, size), adding.place(position), w1, w2), sum));

test("the nearest word", () => {
  assert.equal(
    adding.nearest(
      [
        [0, 0],
        [2, 0],
        [0, 3],
      ],
      [1.2, 0],
    ),
    1,
  );
});

for (const { q, k, m, n, frequency, score } of vectors.scores)
  test(`query at ${m}, key at ${n}, frequency ${frequency}`, () =>
    close(turning.score(q, k, m, n, frequency), score));

test("there are cases", () => {
  for (const cases of Object.values(vectors)) assert.ok(cases.length > 0);
});

test("anywidget finds render", () => {
  for (const figure of [clocks, addOrConcatenate, counter, rope])
    assert.equal(typeof figure.render, "function");
});
