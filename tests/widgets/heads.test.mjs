// The head viewer against what Python computed, see tests/test_widgets_heads.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import figure, { strongest, weightsOf } from "../../src/lernformer/widgets/heads.mjs";

const { layer, cases } = JSON.parse(readFileSync(process.argv[2], "utf8"));

for (const { head, weights, order } of cases)
  test(`head ${head}`, () => {
    const ours = weightsOf(layer, head);
    weights.forEach((row, r) => row.forEach((w, c) => assert.ok(Math.abs(w - ours[r][c]) < 1e-12)));
    assert.deepEqual(
      ours.map((row) => strongest(row, 3)),
      order,
    );
  });

test("ties keep their order", () => assert.deepEqual(strongest([1, 2, 2, 0], 3), [1, 2, 0]));

test("anywidget finds render", () => assert.equal(typeof figure.render, "function"));
