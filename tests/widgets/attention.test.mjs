// The figure's arithmetic against numbers that Python computed: a JSON file, named as
// the first argument. tests/test_widgets_attention.py writes it and runs this.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import figure, * as attention from "../../src/lernformer/widgets/attention.mjs";
import * as shared from "../../src/lernformer/widgets/shared.mjs";

const { cases } = JSON.parse(readFileSync(process.argv[2], "utf8"));

// Both sides compute in float64; e^x of the two languages may differ in the last bits.
function close(actual, expected) {
  const [a, b] = [actual, expected].map((x) => [x].flat());
  assert.equal(a.length, b.length);
  a.forEach((x, i) =>
    assert.ok(Math.abs(x - b[i]) <= 1e-12 * Math.max(1, Math.abs(b[i])), `${a} is not ${b}`),
  );
}

for (const { name, scores, values, d_k, scaled, temperature, expected } of cases) {
  test(name, () => {
    const logits = attention.scale(scores, d_k, scaled);
    close(logits, expected.logits);
    const weights = shared.softmax(logits, temperature);
    close(weights, expected.weights);
    close(attention.entropy(weights), expected.entropy);
    close(attention.largestGradient(weights), expected.gradient);
    close(attention.weightedSum(weights, values), expected.output);
  });
}

test("there are cases", () => assert.ok(cases.length > 0));

test("anywidget finds render", () => assert.equal(typeof figure.render, "function"));

test("numbers are distinguished from 0 and 1", () => {
  assert.equal(shared.share(0), "0.000");
  assert.equal(shared.share(1e-9), "<0.001");
  assert.equal(shared.share(0.4044), "0.404");
  assert.equal(shared.share(1 - 1e-9), ">0.999");
  assert.equal(shared.share(1), "1.000");
  assert.equal(shared.small(0), "0.000");
  assert.equal(shared.small(0.241), "0.241");
  assert.equal(shared.small(2.6e-4), "3 × 10⁻⁴");
  assert.equal(shared.small(9.7e-13), "1 × 10⁻¹²");
});
