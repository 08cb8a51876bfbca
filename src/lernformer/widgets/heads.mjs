// Where heads look: the front end of HeadViewer in heads.py. Weights are thousandths.

import { bar, frame, h, radios, share, show, unique, write } from "./shared.mjs";

/** The weights (rows × columns) of head `i`, or the mean of all heads if `i` is -1. */
export function weightsOf(heads, i) {
  if (i >= 0) return heads[i].map((row) => row.map((w) => w / 1000));
  return heads[0].map((row, r) =>
    row.map((_, c) => heads.reduce((sum, head) => sum + head[r][c], 0) / heads.length / 1000),
  );
}

/** The places of the `n` largest weights of a row, largest first, ties in their order. */
export const strongest = (row, n) =>
  row
    .map((w, i) => [w, i])
    .sort((a, b) => b[0] - a[0] || a[1] - b[1])
    .slice(0, n)
    .map(([, i]) => i);

const BARS = 5;

function render({ model, el }) {
  const id = unique();
  const get = (name) => model.get(name);
  const change = (state) => {
    for (const [name, value] of Object.entries(state)) model.set(name, value);
    model.save_changes();
    draw();
  };
  const examples = get("examples");
  const { parts } = examples[0];
  const part = () => examples[get("sentence")].parts[get("part")];
  const inside = (sentence, i) => Math.min(get("row"), examples[sentence].parts[i].rows.length - 1);
  const nHeads = parts[0].layers[0].length;
  const sentences = radios(
    "Sentence",
    `${id}-s`,
    examples.map(({ title }) => title),
    (i) => change({ sentence: i, row: inside(i, get("part")) }),
  );
  const which = radios(
    "Who looks at whom",
    `${id}-p`,
    parts.map(({ name }) => name),
    (i) => change({ part: i, row: inside(get("sentence"), i) }),
  );
  const layers = radios(
    "Layer",
    `${id}-l`,
    parts[0].layers.map((_, i) => `${i}`),
    (i) => change({ layer: i }),
  );
  const names = [...parts[0].layers[0].map((_, i) => `${i}`), "mean"];
  const heads = radios("Head", `${id}-h`, names, (i) => change({ head: i === nHeads ? -1 : i }));
  const caption = h("caption", {}, "Rows look at columns");
  const table = h("table", {}, caption);
  const status = h("p", { role: "status", "aria-live": "polite" });
  const bars = Array.from({ length: BARS }, () => {
    const word = h("span", { class: "word" });
    const weight = bar("one");
    return { word, weight, element: h("li", {}, word, weight.element) };
  });
  const choice = [
    ...(examples.length > 1 ? [sentences.group] : []),
    ...(parts.length > 1 ? [which.group] : []),
    ...(parts[0].layers.length > 1 ? [layers.group] : []),
    ...(nHeads > 1 ? [heads.group] : []),
  ];
  const root = frame(
    "Attention of one head",
    "lf-heads",
    ...choice,
    h(
      "div",
      { class: "two" },
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Map" }, table),
      h("div", {}, status, h("ol", {}, ...bars.map(({ element }) => element))),
    ),
  );

  let shown;
  let rows = [];
  function build() {
    shown = part();
    const numbers = shown.columns.length <= 8;
    table.className = numbers ? "numbers" : "";
    rows = shown.rows.map((word, r) => {
      const cells = shown.columns.map(() => h("td"));
      const button = h(
        "button",
        { type: "button", onclick: () => change({ row: r }), onfocus: () => change({ row: r }) },
        word,
      );
      const element = h(
        "tr",
        { onpointerenter: () => change({ row: r }) },
        h("th", { scope: "row" }, button),
        ...cells,
      );
      return { element, cells, button };
    });
    const head = shown.columns.map((word) => h("th", { scope: "col" }, h("span", {}, word)));
    table.replaceChildren(
      caption,
      h("thead", {}, h("tr", {}, h("td"), ...head)),
      h("tbody", {}, ...rows.map(({ element }) => element)),
    );
  }

  function draw() {
    if (shown !== part()) build();
    const row = Math.min(get("row"), shown.rows.length - 1);
    const weights = weightsOf(shown.layers[get("layer")], get("head"));
    const top = strongest(weights[row], Math.min(BARS, shown.columns.length));
    rows.forEach(({ element, cells, button }, r) => {
      element.className = r === row ? "at" : "";
      button.setAttribute("aria-pressed", r === row);
      cells.forEach((cell, c) => {
        cell.style.setProperty("--strength", `${(85 * weights[r][c]).toFixed(1)}%`);
        cell.className = r === row && c === top[0] ? "top" : "";
        if (table.className) write(cell, weights[r][c].toFixed(2));
      });
    });
    sentences.check(get("sentence"));
    which.check(get("part"));
    layers.check(get("layer"));
    heads.check(get("head") < 0 ? nHeads : get("head"));
    const isOutput = shown.rows[row].startsWith("→ ");
    const word = shown.rows[row].replace("→ ", "");
    const best = shown.columns[top[0]];
    write(
      status,
      `${isOutput ? "Where" : "At"} “${word}”${isOutput ? " is said" : ""}, ` +
        `${get("head") < 0 ? "the heads of the layer look" : "the head looks"} most at “${best}”: ` +
        `${share(weights[row][top[0]])}.`,
    );
    bars.forEach(({ word, weight, element }, i) => {
      element.hidden = i >= top.length;
      if (i >= top.length) return;
      write(word, shown.columns[top[i]]);
      weight.set(weights[row][top[i]], 1, share(weights[row][top[i]]));
    });
  }
  return show({ model, el }, root, ["sentence", "part", "layer", "head", "row"], draw);
}

export default { render };
