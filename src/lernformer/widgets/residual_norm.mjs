// "Which numbers a norm averages": the front end of NormAxes in residual_norm.py.

import { frame, h, radios, show, signed, unique, write } from "./shared.mjs";

const EPS = 1e-5;

/** Whether two places [b, l, i] of a block (…, d) share their mean and variance. */
export function together(norm, [b, l, i], [c, m, j], d, nGroups) {
  if (norm === "batch") return i === j;
  if (norm === "instance") return b === c && i === j;
  const size = d / nGroups;
  if (norm === "group") return b === c && Math.floor(i / size) === Math.floor(j / size);
  return b === c && l === m; // layer, rms
}

/** All places of a block, in the order of its numbers. */
export const places = (block) =>
  block.flatMap((rows, b) => rows.flatMap((row, l) => row.map((_, i) => [b, l, i])));

/** What the norm makes of the number at `place`, with all that goes into it. */
export function normalise(block, norm, place, nGroups) {
  const d = block[0][0].length;
  const at = ([b, l, i]) => block[b][l][i];
  const members = places(block).filter((other) => together(norm, place, other, d, nGroups));
  const average = (f) => members.reduce((sum, p) => sum + f(at(p)), 0) / members.length;
  const mean = norm === "rms" ? 0 : average((x) => x);
  const variance = average((x) => (x - mean) ** 2);
  return {
    n: members.length,
    mean,
    variance,
    result: (at(place) - mean) / Math.sqrt(variance + EPS),
  };
}

// ---- words ------------------------------------------------------------------------

const NORMS = [
  ["layer", "Layer", "the features of one word"],
  ["batch", "Batch", "one feature, over all words of all sentences"],
  ["instance", "Instance", "one feature, over the words of one sentence"],
  ["group", "Group", "half of the features, over the words of one sentence"],
  ["rms", "RMS", "the features of one word, without subtracting the mean"],
];

function describe(norm, x, { n, mean, variance, result }) {
  const [, name, what] = NORMS.find(([key]) => key === norm);
  const numbers =
    norm === "rms"
      ? `Their mean square is ${variance.toFixed(2)}, so ${x} becomes ${x} / √${variance.toFixed(2)}`
      : `Their mean is ${mean.toFixed(2)} and their variance ${variance.toFixed(2)}, so ${x} ` +
        `becomes (${x} − ${mean.toFixed(2)}) / √${variance.toFixed(2)}`;
  return `${name} norm: ${what}, ${n} numbers. ${numbers} = ${signed(result)}.`;
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
  const [words, nGroups] = [get("words"), get("n_groups")];
  const where = places(get("blocks")[0]);
  const d = get("blocks")[0][0][0].length;

  const norms = radios(
    "Norm",
    `${id}-norm`,
    NORMS.map(([, name]) => name),
    (i) => change({ norm: NORMS[i][0] }),
  );
  const views = radios("Numbers", `${id}-view`, ["before", "after the norm"], (i) =>
    change({ normed: i === 1 }),
  );
  const other = h("input", { type: "checkbox", onchange: () => change({ other: other.checked }) });

  const cells = where.map((_, index) => {
    const input = h("input", {
      type: "radio",
      name: `${id}-cell`,
      onchange: () => change({ cell: index }),
    });
    const number = h("span");
    return { input, number, element: h("td", {}, h("label", {}, input, number)) };
  });
  const tables = words.map((line, b) =>
    h(
      "table",
      {},
      h("caption", {}, `Sentence ${b + 1}: one row per word, one column per feature`),
      h(
        "tbody",
        {},
        ...line.map((word, l) => {
          const own = cells.filter((_, k) => where[k][0] === b && where[k][1] === l);
          return h("tr", {}, h("th", { scope: "row" }, word), ...own.map(({ element }) => element));
        }),
      ),
    ),
  );
  const status = h("p", { role: "status", "aria-live": "polite" });
  const root = frame(
    "Which numbers a norm averages",
    "lf-norms",
    norms.group,
    views.group,
    h(
      "div",
      { class: "block" },
      ...tables.map((table, b) =>
        h("div", {}, h("p", { "aria-hidden": "true" }, `sentence ${b + 1}`), table),
      ),
    ),
    status,
    h("label", { class: "switch" }, other, "another sentence 2 in the batch"),
    h(
      "p",
      { class: "note" },
      `A block of shape (${words.length}, ${words[0].length}, ${d}): sentences, words, features. ` +
        "Choose a number; those averaged with it are bold and tinted.",
    ),
  );

  function draw() {
    const [norm, chosen, normed] = ["norm", "cell", "normed"].map(get);
    const block = get("blocks")[get("other") ? 1 : 0];
    norms.check(NORMS.findIndex(([key]) => key === norm));
    views.check(normed ? 1 : 0);
    other.checked = get("other");
    cells.forEach(({ input, number, element }, k) => {
      const [b, l, i] = where[k];
      const x = block[b][l][i];
      const text = normed ? signed(normalise(block, norm, where[k], nGroups).result, 1) : `${x}`;
      write(number, text);
      input.checked = k === chosen;
      input.setAttribute("aria-label", `sentence ${b + 1}, ${words[b][l]}, feature ${i}: ${text}`);
      const near = together(norm, where[chosen], where[k], d, nGroups);
      element.className = k === chosen ? "near chosen" : near ? "near" : "";
    });
    const [b, l, i] = where[chosen];
    write(status, describe(norm, block[b][l][i], normalise(block, norm, where[chosen], nGroups)));
  }

  return show({ model, el }, root, ["norm", "cell", "other", "normed"], draw);
}

export default { render };
