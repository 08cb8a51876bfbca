// "One query, step by step": the front end of QueryStepper in attention.py.
// Python sends products of query and key, and values; this file scales, weighs, sums, draws.

import {
  bar,
  cells,
  frame,
  h,
  radios,
  readout,
  share,
  show,
  signed,
  slider,
  small,
  softmax,
  unique,
  write,
} from "./shared.mjs";

/** Scores ready for the softmax: divided by √d_k, or as they are. */
export const scale = (scores, dK, scaled) =>
  scores.map((score) => (scaled ? score / Math.sqrt(dK) : score));

/** Entropy in bits: 0 for one-hot weights, log2(n) for n equal ones. */
export const entropy = (weights) =>
  weights.reduce((bits, p) => (p > 0 ? bits - p * Math.log2(p) : bits), 0);

/** Largest entry of the softmax Jacobian, p(1 − p). */
export const largestGradient = (weights) => Math.max(...weights.map((p) => p * (1 - p)));

/** Weighted sum of the rows of `values`. */
export const weightedSum = (weights, values) =>
  values[0].map((_, j) => weights.reduce((sum, p, i) => sum + p * values[i][j], 0));

// ---- words ------------------------------------------------------------------------

const STEPS = ["Products", "Scores", "Softmax", "Weighted sum"];
const SCALED_AXIS = 4; // at least: about four standard deviations of a random score

const NOTES = {
  random:
    "Here queries, keys and values are random numbers of variance 1, not learned ones: " +
    "they show the mechanism, not what the words mean. A word keeps its vectors in every " +
    "sentence.",
  learned:
    "These are the numbers of a trained translator; of each value you see the first four. " +
    "Its dₖ is fixed; the sentences with random vectors let you change it.",
};

const FORMULAS = [
  ({ dK }) => `query · key: ${dK === 1 ? "a single product" : `the sum of ${dK} products`}`,
  ({ dK, scaled }) =>
    scaled
      ? `score = product / √dₖ = product / √${dK} = product / ${+Math.sqrt(dK).toFixed(2)}`
      : "score = product: scaling by √dₖ is off",
  ({ temperature }) =>
    "weight = eˣ / sum of eˣ over all keys, with x = score" +
    (temperature === 1 ? "" : ` / ${temperature} (temperature)`),
  () => "output = sum over all keys of weight × value",
];

const spread = (numbers) => Math.max(...numbers) - Math.min(...numbers);

// One sentence per step: what has changed, with this query's numbers.
const CHANGES = [
  ({ word, best, raw, top }) =>
    `“${word}” fits the key “${best}” best, with a product of ${signed(raw[top])}.`,
  ({ raw, logits, scaled }) =>
    scaled
      ? `The scores span ${spread(logits).toFixed(2)}, where the products span ` +
        `${spread(raw).toFixed(2)}; their order is the same.`
      : `Nothing has changed: the scores span ${spread(raw).toFixed(2)}, like the products, ` +
        "when they enter the softmax.",
  ({ best, weights, top }) =>
    weights[top] > 0.99
      ? `Saturated: “${best}” takes ${share(weights[top])}, and a small change in ` +
        "the scores changes almost nothing."
      : `Scores have become shares that sum to 1: “${best}” gets ` +
        `${share(weights[top])}, the most.`,
  ({ word, best, weights, top }) =>
    `The output for “${word}” mixes the values, and ${share(weights[top])} ` +
    `of it comes from “${best}”.`,
];

// ---- the figure -------------------------------------------------------------------

const TEMPERATURE_STEPS = 20; // slider steps a power of ten

function render({ model, el }) {
  const id = unique();
  const get = (name) => model.get(name);
  const change = (state) => {
    for (const [name, value] of Object.entries(state)) model.set(name, value);
    model.save_changes();
    draw();
  };
  const go = (step) => step >= 1 && step <= 4 && change({ step });

  const sentences = radios(
    "Sentence",
    `${id}-sentence`,
    get("tokens").map(
      (words, i) =>
        `${words.filter((word) => word[0] !== "<").join(" ")} ` +
        `(${get("learned")[i] ? "a trained head" : "random"})`,
    ),
    (sentence) => {
      // Keep the word that asks, where the other sentence has it.
      const word = get("tokens")[get("sentence")][get("query")];
      const query = Math.max(get("tokens")[sentence].indexOf(word), 0);
      change({ sentence, query });
    },
  );
  const tabs = STEPS.map((name, i) =>
    h("button", { type: "button", onclick: () => go(i + 1) }, h("b", {}, i + 1), ` ${name}`),
  );
  const formula = h("p", { class: "formula" });
  const status = h("p", { role: "status", "aria-live": "polite" });
  const back = h("button", { type: "button", onclick: () => go(get("step") - 1) }, "← Back");
  const next = h("button", { type: "button", onclick: () => go(get("step") + 1) }, "Next →");

  const dK = slider(`${id}-d`, "size of q and k, dₖ", 0, get("d_k_choices").length - 1, (i) =>
    change({ d_k: get("d_k_choices")[i] }),
  );
  const temperature = slider(`${id}-t`, "temperature", -TEMPERATURE_STEPS, TEMPERATURE_STEPS, (i) =>
    change({ temperature: Number((10 ** (i / TEMPERATURE_STEPS)).toPrecision(2)) }),
  );
  const scaled = h("input", {
    type: "checkbox",
    onchange: () => change({ scaled: scaled.checked }),
  });
  const onOff = h("b", { "aria-hidden": "true" });
  const largest = readout("largest weight");
  const bits = readout("entropy in bits");
  const gradient = readout("largest gradient of the softmax, p(1 − p)");

  const query = h("div");
  const tableBox = h("div");
  const note = h("p", { class: "note" });
  const root = frame(
    "One query, step by step",
    "lf-stepper",
    ...(get("tokens").length > 1 ? [sentences.group] : []),
    query,
    h("ol", { class: "steps", "aria-label": "Steps" }, ...tabs.map((tab) => h("li", {}, tab))),
    formula,
    tableBox,
    h("div", { class: "move" }, back, next, status),
    h(
      "div",
      { class: "panel" },
      dK.element,
      temperature.element,
      h("label", { class: "switch" }, scaled, "scaled by √dₖ: ", onOff),
      h("dl", {}, largest.element, bits.element, gradient.element),
    ),
    note,
  );

  // Rows and words belong to one sentence and are made again for another.
  let shown = -1;
  let words, values, rows, sum, output, outputName, queries;
  let rawAxis, scaledAxis, valueAxis;
  function build() {
    shown = get("sentence");
    words = get("tokens")[shown];
    values = get("values")[shown];
    const scores = get("scores")[shown].flat(2).map(Math.abs);
    rawAxis = 10 * Math.ceil(Math.max(...scores) / 10);
    const learned = get("learned")[shown];
    const largestScaled = learned ? Math.max(...scores) / Math.sqrt(learned) : 0;
    scaledAxis = Math.max(SCALED_AXIS, Math.ceil(largestScaled));
    dK.element.hidden = Boolean(learned);
    write(note, learned ? NOTES.learned : NOTES.random);
    valueAxis = Math.max(...values.flat().map(Math.abs));
    queries = radios("Query: which word asks?", `${id}-query`, words, (i) => change({ query: i }));
    query.replaceChildren(queries.group);
    rows = words.map((word) => {
      const parts = [bar("two"), bar("two"), bar("one"), cells(values[0].length)];
      const data = parts.map((part, i) => h("td", { class: `s${i + 1}` }, part.element));
      return { parts, element: h("tr", {}, h("th", { scope: "row" }, word), ...data) };
    });
    sum = h("b");
    output = cells(values[0].length);
    outputName = h("span");
    const header = (i, name, note) =>
      h("th", { scope: "col", class: `s${i}` }, name, h("small", {}, note));
    tableBox.replaceChildren(
      h(
        "table",
        {},
        h("caption", {}, "Every key, and what each step does with it"),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "key"),
            header(1, "product", `bars −${rawAxis} … ${rawAxis}`),
            header(2, "score", `bars −${scaledAxis} … ${scaledAxis}`),
            header(3, "weight", "bars 0 … 1"),
            header(4, "value", "faded by its weight"),
          ),
        ),
        h("tbody", {}, ...rows.map((row) => row.element)),
        h(
          "tfoot",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "row" }, outputName),
            h("td", { class: "s1" }),
            h("td", { class: "s2" }),
            h("td", { class: "s3" }, sum),
            h("td", { class: "s4" }, output.element),
          ),
        ),
      ),
    );
  }

  function draw() {
    if (shown !== get("sentence")) build();
    const step = get("step");
    const q = Math.min(get("query"), words.length - 1);
    const learned = get("learned")[shown];
    const d = learned || get("d_k");
    const raw = get("scores")[shown][learned ? 0 : get("d_k_choices").indexOf(d)][q];
    const logits = scale(raw, d, get("scaled"));
    const weights = softmax(logits, get("temperature"));
    const top = weights.indexOf(Math.max(...weights));
    const facts = {
      ...{ dK: d, scaled: get("scaled"), temperature: get("temperature") },
      ...{ raw, logits, weights, top, word: words[q], best: words[top] },
    };

    root.dataset.step = step;
    sentences.check(shown);
    queries.check(q);
    tabs.forEach((tab, i) =>
      i + 1 === step
        ? tab.setAttribute("aria-current", "step")
        : tab.removeAttribute("aria-current"),
    );
    back.setAttribute("aria-disabled", step === 1);
    next.setAttribute("aria-disabled", step === 4);
    write(formula, FORMULAS[step - 1](facts));
    write(status, CHANGES[step - 1](facts));

    rows.forEach((row, i) => {
      row.element.className = i === top ? "top" : "";
      row.parts[0].set(raw[i], rawAxis, signed(raw[i]));
      row.parts[1].set(logits[i], scaledAxis, signed(logits[i]));
      row.parts[2].set(weights[i], 1, share(weights[i]));
      // The root keeps middling weights visible; 0 and 1 stay what they are.
      row.parts[3].set(values[i], Math.sqrt(weights[i]), valueAxis);
    });
    write(sum, "1.000");
    write(outputName, step === 4 ? "output" : "sum");
    output.set(weightedSum(weights, values), 1, valueAxis);

    const size = get("d_k");
    dK.set(get("d_k_choices").indexOf(size), `${size}`, `${size} components`);
    const t = get("temperature");
    temperature.set(Math.round(TEMPERATURE_STEPS * Math.log10(t)), `${t}`, `temperature ${t}`);
    scaled.checked = get("scaled");
    write(onOff, get("scaled") ? "on" : "off");
    const most = Math.log2(words.length);
    largest.set(share(weights[top]), weights[top]);
    bits.set(
      `${entropy(weights).toFixed(2)} of ${most.toFixed(2)}`,
      entropy(weights) / (most || 1),
    );
    gradient.set(small(largestGradient(weights)), 4 * largestGradient(weights));
  }

  const names = ["sentence", "query", "step", "d_k", "scaled", "temperature"];
  return show({ model, el }, root, names, draw);
}

export default { render };
