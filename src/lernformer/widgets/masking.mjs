// "Who may look where": the front end of MaskStepper in masking.py.
// Python sends scores and masks; this file hides, applies the softmax, sums and draws.

import { frame, h, radios, show, signed, softmax, unique, write } from "./shared.mjs";

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** Weights of one query; `visible` holds 1 where it may attend, else 0. */
export function masked(scores, visible, method) {
  if (method === "weight") return softmax(scores).map((p, j) => p * visible[j]);
  if (method === "zero score") return softmax(scores.map((s, j) => s * visible[j]));
  // Hidden keys are left out, which is what −∞ comes to; nothing visible: all zeros.
  const weights = softmax(scores.filter((_, j) => visible[j]));
  return visible.map((may) => (may ? weights.shift() : 0));
}

/** What is in a cell of the scores after the mask. */
export const hidden = (score, may, method) =>
  may || method === "weight" ? signed(score, 1) : method === "score" ? "−∞" : "0";

// ---- words ------------------------------------------------------------------------

const METHODS = [
  ["score", "score → −∞"],
  ["zero score", "score → 0"],
  ["weight", "weight → 0"],
];
const VIEWS = ["Mask", "Scores", "Weights"];

function describe(word, keys, visible, weights, method) {
  const seen = keys.filter((_, j) => visible[j]);
  const total = sum(weights);
  const leaked = sum(weights.filter((_, j) => !visible[j]));
  if (!seen.length)
    return (
      `“${word}” may attend to nothing. ` +
      (method === "zero score"
        ? "With every score 0 it attends to all keys alike."
        : "All its weights are 0.")
    );
  const who =
    seen.length === keys.length
      ? `“${word}” may attend to all ${keys.length} keys. `
      : `“${word}” may attend to ${seen.length} of ${keys.length} keys: ${seen.join(", ")}. `;
  if (seen.length === keys.length || method === "score")
    return `${who}Its weights sum to ${total.toFixed(2)}.`;
  if (method === "zero score")
    return `${who}But the hidden keys get ${leaked.toFixed(2)} of its weight: e⁰ is 1, not 0.`;
  return `${who}But its weights sum to ${total.toFixed(2)}: nobody took over what was cut.`;
}

// ---- the figure -------------------------------------------------------------------

function render({ model, el }) {
  const id = unique();
  const get = (name) => model.get(name);
  const change = (state) => {
    for (const [name, value] of Object.entries(state)) model.set(name, value);
    model.save_changes();
    draw();
  };

  const [queries, keys] = [get("query_words"), get("key_words")];
  const sentences = radios(
    "Sentence, as the decoder reads it",
    `${id}-sentence`,
    queries.map((words) => words.join(" ")),
    (sentence) => change({ sentence }),
  );
  const masks = radios("Mask", `${id}-mask`, get("mask_names"), (mask) => change({ mask }));
  const methods = radios(
    "How a key is hidden",
    `${id}-method`,
    METHODS.map(([, label]) => label),
    (i) => change({ method: METHODS[i][0] }),
  );
  const views = radios("Show", `${id}-view`, VIEWS, (view) => change({ view }));
  const status = h("p", { role: "status", "aria-live": "polite" });

  const rows = queries[0].map((_, i) => {
    const input = h("input", {
      type: "radio",
      name: `${id}-query`,
      onchange: () => change({ query: i }),
    });
    const word = h("span");
    const parts = keys[0].map(() => h("td"));
    const total = h("td", { class: "sum" });
    const head = h("th", { scope: "row" }, h("label", {}, input, word));
    return { input, word, parts, total, element: h("tr", {}, head, ...parts, total) };
  });
  const columns = keys[0].map(() => h("th", { scope: "col" }));
  const table = h(
    "table",
    {},
    h("caption", {}, "One row per query, one column per key. Choose a row by its word."),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, h("small", {}, "query ↓", h("br"), "key →")),
        ...columns,
        h("th", { scope: "col", class: "sum" }, "sum"),
      ),
    ),
    h("tbody", {}, ...rows.map(({ element }) => element)),
  );
  const root = frame(
    "Who may look where",
    "lf-mask",
    ...(queries.length > 1 ? [sentences.group] : []),
    ...(get("masks").length > 1 ? [masks.group] : []),
    h("div", { class: "two" }, methods.group, views.group),
    table,
    status,
    h(
      "p",
      { class: "note" },
      "Scores are random numbers of variance 1. Hatched cells are hidden by the mask.",
    ),
  );

  function draw() {
    const [sentence, query, method, view] = ["sentence", "query", "method", "view"].map(get);
    const scores = get("scores")[sentence];
    const mask = get("masks")[get("mask")][sentence];
    sentences.check(sentence);
    masks.check(get("mask"));
    methods.check(METHODS.findIndex(([name]) => name === method));
    views.check(view);
    columns.forEach((column, j) => write(column, keys[sentence][j]));
    rows.forEach(({ input, word, parts, total, element }, i) => {
      const visible = mask[i];
      const weights = masked(scores[i], visible, method);
      input.checked = i === query;
      element.className = i === query ? "chosen" : "";
      write(word, queries[sentence][i]);
      parts.forEach((cell, j) => {
        const number = weights[j] === 0 ? "0" : weights[j].toFixed(2);
        const texts = [`${visible[j]}`, hidden(scores[i][j], visible[j], method), number];
        write(cell, texts[view]);
        cell.className = visible[j] ? "" : "hidden";
        const strength = view === 2 ? weights[j] : view === 0 ? 0.6 * visible[j] : 0;
        cell.style.setProperty("--strength", `${(50 * strength).toFixed(1)}%`);
      });
      const counted = view === 2 ? sum(weights).toFixed(2) : view === 0 ? sum(visible) : "";
      write(total, `${counted}`);
      const off = view === 2 && Math.abs(sum(weights) - 1) > 0.005;
      total.className = off ? "sum off" : "sum";
      if (i === query)
        write(status, describe(queries[sentence][i], keys[sentence], visible, weights, method));
    });
  }

  return show({ model, el }, root, ["sentence", "mask", "query", "method", "view"], draw);
}

export default { render };
