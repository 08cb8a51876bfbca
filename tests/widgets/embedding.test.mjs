// The figures' arithmetic against numbers that Python computed: a JSON file, named as
// the first argument. tests/test_widgets_embedding.py writes it and runs this.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import lookup, * as table from "../../src/lernformer/widgets/embedding.mjs";
import angle, * as vectors from "../../src/lernformer/widgets/embedding_angle.mjs";
import * as plane from "../../src/lernformer/widgets/plane.mjs";

const { lookups, angles } = JSON.parse(readFileSync(process.argv[2], "utf8"));

// Both sides compute in float64; sine and cosine may differ in the last bits.
function close(actual, expected) {
  const [a, b] = [actual, expected].map((x) => [x].flat(Infinity));
  assert.equal(a.length, b.length);
  a.forEach((x, i) => assert.ok(Math.abs(x - b[i]) <= 1e-12, `${x} is not ${b[i]}`));
}

for (const { id, E, row } of lookups) {
  test(`row ${id} of ${E.length}`, () => {
    const x = table.oneHot(id, E.length);
    assert.equal(x[id], 1);
    close(table.product(x, E), row);
    const parts = table.contributions(x, E);
    close(parts[id], row);
    assert.ok(parts.every((part, v) => v === id || part.every((value) => value === 0)));
  });
}

test("two ones add two rows", () => {
  const E = lookups[0].E;
  const x = E.map((_, v) => Number(v < 2));
  close(
    table.product(x, E),
    E[0].map((value, j) => value + E[1][j]),
  );
});

for (const { a, b, expected } of angles) {
  test(`a = ${a}, b = ${b}`, () => {
    const [u, v] = [vectors.vector(...a), vectors.vector(...b)];
    close(u, expected.a);
    close(plane.dot(u, v), expected.dot);
    close(plane.cosine(u, v), expected.cosine);
    close(vectors.projection(u, v), expected.projection);
  });
}

test("angles range from 0 to 180", () => {
  assert.equal(vectors.between(350, 10), 20);
  assert.equal(vectors.between(10, 350), 20);
  assert.equal(vectors.between(0, 180), 180);
  assert.equal(vectors.between(90, 90), 0);
});

test("a dragged tip fits the sliders", () => {
  assert.deepEqual(vectors.rounded([0, -2.04]), { length: 2, angle: 270 });
  assert.deepEqual(vectors.rounded([9, 0]), { length: 4, angle: 0 });
  assert.deepEqual(vectors.rounded([1, -0.001]), { length: 1, angle: 0 });
});

test("there are cases", () => assert.ok(lookups.length && angles.length));

test("anywidget finds render", () => {
  assert.equal(typeof lookup.render, "function");
  assert.equal(typeof angle.render, "function");
});
