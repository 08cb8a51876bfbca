// The figure's arithmetic against numbers that Python computed: a JSON file, named as
// the first argument. tests/test_widgets_residual_norm.py writes it and runs this.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import figure, { normalise, places } from "../../src/lernformer/widgets/residual_norm.mjs";

const { cases } = JSON.parse(readFileSync(process.argv[2], "utf8"));

for (const { name, norm, block, n_groups, n, expected } of cases) {
  test(name, () => {
    for (const [b, l, i] of places(block)) {
      const normed = normalise(block, norm, [b, l, i], n_groups);
      assert.equal(normed.n, n);
      // Both sides compute in float64, and may add in another order.
      const right = expected[b][l][i];
      assert.ok(Math.abs(normed.result - right) <= 1e-9 * Math.max(1, Math.abs(right)), name);
    }
  });
}

test("there are cases", () => assert.ok(cases.length > 0));

test("anywidget finds render", () => assert.equal(typeof figure.render, "function"));
