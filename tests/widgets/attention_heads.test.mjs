// Where the blocks go, against what PyTorch makes of the same numbers: a JSON file,
// named as the first argument. tests/test_widgets_attention.py writes it and runs this.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import figure, { reshape, split } from "../../src/lernformer/widgets/attention_heads.mjs";

const { cases } = JSON.parse(readFileSync(process.argv[2], "utf8"));

for (const { name, length, d_model, heads, split_rows, reshaped } of cases) {
  test(name, () => {
    for (let n = 0; n < length * d_model; n += 1) {
      for (const [place, table] of [
        [split, split_rows],
        [reshape, reshaped],
      ]) {
        const [head, row, k] = place(n, length, d_model, heads);
        assert.equal(table[head][row][k], n);
      }
    }
  });
}

test("there are cases", () => assert.ok(cases.length > 0));

test("anywidget finds render", () => assert.equal(typeof figure.render, "function"));
