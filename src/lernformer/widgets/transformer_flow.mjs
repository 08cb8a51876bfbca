// An array on its way through a block: the front end of DataFlow in transformer.py.
// A block is a list of steps; each one gives the shape that comes out of it.

import { frame, h, moves, radios, show, slider, unique, write } from "./shared.mjs";

const tokens = (who) => (s) => [1, s[who], s.dModel];
const perHead = (who) => (s) => [1, s.heads, s[who], s.dModel / s.heads];
const wide = (who) => (s) => [1, s[who], 4 * s.dModel];

// One attention is five steps; queries are of `asks`, keys and values of `answers`.
function attention(name, asks, answers, words) {
  const weights = (s) => [1, s.heads, s[asks], s[answers]];
  return [
    [`${name}: queries`, tokens(asks), words.queries],
    [
      `${name}: heads`,
      perHead(asks),
      "The last axis is cut into heads, d_model = H · d_k, and heads come before words.",
    ],
    [`${name}: weights`, weights, words.weights],
    [
      `${name}: contexts`,
      perHead(asks),
      "Weights times values: an average of the values for every head and word.",
    ],
    [
      `${name}: merged`,
      tokens(asks),
      "Heads are put side by side again and mixed by W_O, back in the first shape.",
    ],
  ];
}
const norm = (who) => [
  "Norm",
  tokens(who),
  "Pre-norm: a normed copy goes into the sublayer; the sum beside it stays as it is.",
];
const add = (who) => [
  "Add",
  tokens(who),
  "What the sublayer found is added to what came in. That needs equal shapes, so every sublayer keeps the shape it was given.",
];
const feedForward = (who) => [
  [
    "Feed-forward: wide",
    wide(who),
    "Each word by itself: d_model → d_ff = 4 · d_model, then ReLU.",
  ],
  ["Feed-forward: back", tokens(who), "d_ff → d_model, still each word by itself."],
];
const SELF = "Queries, keys and values of the same words: three products, one shape.";

export const STEPS = {
  encoder: [
    [
      "Comes in",
      tokens("source"),
      "Embedding and position of each English word; from the second block on, the output of the block before.",
    ],
    norm("source"),
    ...attention("Self-attention", "source", "source", {
      queries: SELF,
      weights: "From each English word to each: one S × S table per head. Only here do words meet.",
    }),
    add("source"),
    norm("source"),
    ...feedForward("source"),
    add("source"),
  ],
  decoder: [
    ["Comes in", tokens("target"), "The German words so far, <bos> first."],
    norm("target"),
    ...attention("Self-attention", "target", "target", {
      queries: SELF,
      weights: "One T × T table per head. The mask keeps the part above the diagonal at zero.",
    }),
    add("target"),
    norm("target"),
    ...attention("Cross-attention", "target", "source", {
      queries: "Queries of the German words; keys and values (1, S, d_model) of the memory.",
      weights: "From each German word to each English one: one T × S table per head.",
    }),
    add("target"),
    norm("target"),
    ...feedForward("target"),
    add("target"),
  ],
};

/** The shape after step `i` of a part, for sizes {source, target, heads, dModel}. */
export const shape = (part, i, sizes) => STEPS[part][i][1](sizes);

/** How many numbers an array holds. */
export const entries = (dimensions) => dimensions.reduce((a, b) => a * b, 1);

const isWeights = (name) => name.endsWith("weights");

function render({ model, el }) {
  const id = unique();
  const get = (name) => model.get(name);
  const change = (state) => {
    for (const [name, value] of Object.entries(state)) model.set(name, value);
    model.save_changes();
    draw();
  };
  const sizes = () => ({
    ...{ source: get("source"), target: get("target"), heads: get("heads") },
    dModel: get("d_model"),
  });
  const HEADS = [1, 2, 4, 8];
  const WIDTHS = [64, 128, 256, 512];
  const parts = radios("Block", `${id}-part`, ["encoder", "decoder"], (i) =>
    change({ part: ["encoder", "decoder"][i], step: 0 }),
  );
  const source = slider(`${id}-s`, "English words, S", 1, 8, (n) => change({ source: n }));
  const target = slider(`${id}-t`, "German words, T", 1, 8, (n) => change({ target: n }));
  const heads = slider(`${id}-h`, "heads, H", 0, 3, (i) => change({ heads: HEADS[i] }));
  const width = slider(`${id}-d`, "features, d_model", 0, 3, (i) => change({ d_model: WIDTHS[i] }));
  const move = moves((by) => {
    const step = get("step") + by;
    if (step >= 0 && step < STEPS[get("part")].length) change({ step });
  });
  const path = h("ol", { class: "path", "aria-label": "Steps" });
  const name = h("b");
  const formula = h("span", { class: "shape" });
  const picture = h("div", { class: "picture", "aria-hidden": "true" });
  const root = frame(
    "Shapes on the way through a block",
    "lf-flow",
    parts.group,
    h(
      "div",
      { class: "two" },
      path,
      h("div", { class: "now" }, h("p", {}, name, " ", formula), picture),
    ),
    move.element,
    h("div", { class: "panel" }, source.element, target.element, heads.element, width.element),
  );

  let shown = "";
  let stations = [];
  function build() {
    shown = get("part");
    stations = STEPS[shown].map(([label], i) => {
      const size = h("small");
      const button = h(
        "button",
        { type: "button", onclick: () => change({ step: i }) },
        h("span", {}, label),
        size,
      );
      return { button, size };
    });
    path.replaceChildren(...stations.map(({ button }) => h("li", {}, button)));
  }

  function draw() {
    const part = get("part");
    if (shown !== part) build();
    const steps = STEPS[part];
    const step = Math.min(get("step"), steps.length - 1);
    const s = sizes();
    const dimensions = shape(part, step, s);
    stations.forEach(({ button, size }, i) => {
      if (i === step) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      if (i === step) path.scrollTop = button.offsetTop - path.clientHeight / 2;
      write(size, `(${shape(part, i, s).join(", ")})`);
    });
    const [label, , text] = steps[step];
    parts.check(part === "encoder" ? 0 : 1);
    write(name, label);
    write(formula, `(${dimensions.join(", ")})`);
    paint(
      picture,
      dimensions,
      isWeights(label),
      label === "Self-attention: weights" && part === "decoder",
      4 * s.dModel,
    );
    const same = step && entries(dimensions) === entries(shape(part, step - 1, s));
    move.set(
      step,
      steps.length - 1,
      `Shape (${dimensions.join(", ")}): ${same ? "as many" : `${entries(dimensions)}`} ` +
        `numbers${same ? " as before" : ""}. ${text}`,
    );
    source.set(s.source, `${s.source}`, `${s.source} English words`);
    target.set(s.target, `${s.target}`, `${s.target} German words`);
    heads.set(HEADS.indexOf(s.heads), `${s.heads}`, `${s.heads} heads`);
    width.set(WIDTHS.indexOf(s.dModel), `${s.dModel}`, `${s.dModel} features`);
  }
  return show({ model, el }, root, ["part", "step", "source", "target", "heads", "d_model"], draw);
}

/** A row per word, as long as its features; a table per head where the array is weights. */
function paint(picture, dimensions, weights, masked, longest) {
  const blocks = dimensions.length === 4 ? dimensions[1] : 1;
  const [rows, columns] = dimensions.slice(-2);
  picture.className = `picture ${weights ? "weights" : ""}`;
  const cell = Math.min(1.4, 16 / (Math.min(blocks, 4) * columns + 4));
  picture.style.setProperty("--cell", `${cell.toFixed(2)}rem`);
  picture.replaceChildren(
    ...Array.from({ length: blocks }, () =>
      h(
        "div",
        { class: "head" },
        ...Array.from({ length: rows }, (_, i) =>
          weights
            ? h(
                "div",
                { class: "row" },
                ...Array.from({ length: columns }, (_, j) =>
                  h("i", { class: masked && j > i ? "hidden" : "" }),
                ),
              )
            : h("div", { class: "row" }, length(columns, longest)),
        ),
      ),
    ),
  );
}
// Root scale, so that one of eight heads and d_ff, which fills the width, can both be seen.
const length = (features, longest) =>
  h("i", { style: `width: ${(100 * Math.sqrt(features / longest)).toFixed(2)}%` });

export default { render };
