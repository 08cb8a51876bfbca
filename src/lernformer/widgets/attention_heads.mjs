// "Split and merge": the front end of HeadSplitter in attention.py.
// The numbers of a tensor as blocks that move; where each one goes is computed here.

import { frame, h, radios, show, slider, unique, write } from "./shared.mjs";

/** Where number n of (L, d_model) is in split_heads' (H, L, d_k): [head, row, k]. */
export function split(n, _length, dModel, heads) {
  const dK = dModel / heads;
  const feature = n % dModel;
  return [Math.floor(feature / dK), Math.floor(n / dModel), feature % dK];
}

/** Where a single reshape to (H, L, d_k) puts it: the right shape, the wrong content. */
export function reshape(n, length, dModel, heads) {
  const dK = dModel / heads;
  return [Math.floor(n / (length * dK)), Math.floor(n / dK) % length, n % dK];
}

// ---- words ------------------------------------------------------------------------

const STEPS = ["Together", "Cut", "Split", "Merged"];

function describe(step, wrong, heads, length, dModel) {
  const dK = dModel / heads;
  const shapes = [
    `(L, d_model) = (${length}, ${dModel})`,
    `(L, H, d_k) = (${length}, ${heads}, ${dK})`,
  ];
  shapes.push(`(H, L, d_k) = (${heads}, ${length}, ${dK})`, shapes[0]);
  const words = `Each head holds ${dK} of the ${dModel} features of all ${length} words`;
  const what = [
    "One row per word, all its features side by side.",
    `Cut the last axis: each row falls into ${heads} slice${heads > 1 ? "s" : ""} of ${dK}. No number changes place.`,
    wrong
      ? "One reshape, no transpose: the shape is right, but a head holds pieces of the sentence."
      : `Swap H and L. ${words}, and attends on its own.`,
    "Swap back, and join the slices: every number is back where it was.",
  ];
  return `${shapes[step]}. ${what[step]}`;
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
  const [words, dModel, choices] = ["words", "d_model", "head_choices"].map(get);
  const length = words.length;

  const steps = radios("Step", `${id}-step`, STEPS, (step) => change({ step }));
  const heads = slider(`${id}-h`, "heads, H", 0, choices.length - 1, (i) =>
    change({ n_heads: choices[i] }),
  );
  const wrong = h("input", { type: "checkbox", onchange: () => change({ wrong: wrong.checked }) });
  const status = h("p", { role: "status", "aria-live": "polite" });
  const blocks = Array.from({ length: length * dModel }, (_, n) =>
    h(
      "span",
      { class: `block word${Math.floor(n / dModel) % 3}` },
      h("small", {}, words[Math.floor(n / dModel)][0]),
      `${n % dModel}`,
    ),
  );
  const labels = Array.from({ length: Math.max(...choices) }, (_, i) =>
    h("span", { class: "label" }, `head ${i}`),
  );
  const stage = h("div", { class: "stage", "aria-hidden": "true" }, ...blocks, ...labels);
  const root = frame(
    "Split and merge heads",
    "lf-splitter",
    steps.group,
    status,
    stage,
    h(
      "div",
      { class: "panel" },
      heads.element,
      h("label", { class: "switch" }, wrong, "one reshape instead of cut and swap"),
    ),
    h(
      "p",
      { class: "note" },
      `Each block is one feature of one word, labelled with the word’s first letter (${words.join(", ")}) and the number of the feature.`,
    ),
  );

  function draw() {
    const [step, H, bad] = ["step", "n_heads", "wrong"].map(get);
    const dK = dModel / H;
    const isSplit = step === 2;
    const place = isSplit && bad ? reshape : split;
    const gap = 0.5; // between heads, in blocks
    const columns = dModel + gap * (Math.max(...choices) - 1);
    blocks.forEach((block, n) => {
      const [head, row, k] = place(n, length, dModel, H);
      // Apart, each head is a table of its own, one under the other.
      const left = isSplit ? k : head * dK + k + (step === 1 ? head * gap : 0);
      const top = isSplit ? head * (length + gap) + row : row;
      block.style.setProperty("--x", left);
      block.style.setProperty("--y", top);
    });
    labels.forEach((label, i) => {
      label.hidden = i >= H || !isSplit;
      label.style.setProperty("--x", dK + gap);
      label.style.setProperty("--y", i * (length + gap) + (length - 1) / 2);
    });
    stage.style.setProperty("--columns", columns);
    stage.style.setProperty("--rows", isSplit ? H * (length + gap) - gap : length);
    steps.check(step);
    heads.set(choices.indexOf(H), `${H}`, `${H} heads of ${dK} features`);
    wrong.checked = bad;
    write(status, describe(step, isSplit && bad, H, length, dModel));
  }

  return show({ model, el }, root, ["step", "n_heads", "wrong"], draw);
}

export default { render };
