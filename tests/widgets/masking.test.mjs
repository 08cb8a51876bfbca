// The figure's arithmetic against numbers that Python computed: a JSON file, named as
// the first argument. tests/test_widgets_masking.py writes it and runs this.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import figure, { hidden, masked } from "../../src/lernformer/widgets/masking.mjs";

const { cases } = JSON.parse(readFileSync(process.argv[2], "utf8"));

for (const { name, scores, visible, method, expected } of cases) {
  test(name, () => {
    scores.forEach((row, i) => {
      const weights = masked(row, visible[i], method);
      assert.equal(weights.length, expected[i].length);
      // Both sides compute in float64; e^x of the two may differ in the last bits.
      weights.forEach((p, j) => assert.ok(Math.abs(p - expected[i][j]) <= 1e-12, `${weights}`));
    });
  });
}

test("there are cases", () => assert.ok(cases.length > 0));

test("anywidget finds render", () => assert.equal(typeof figure.render, "function"));

test("a hidden score shows what the method makes of it", () => {
  assert.equal(hidden(-0.52, 1, "score"), "−0.5");
  assert.equal(hidden(-0.52, 0, "score"), "−∞");
  assert.equal(hidden(-0.52, 0, "zero score"), "0");
  assert.equal(hidden(-0.52, 0, "weight"), "−0.5");
});
