// "One-hot times table": the front end of LookupExplorer in embedding.py.

import { cells, change, frame, h, radios, readout, show, unique, write } from "./shared.mjs";

/** Each row of `table`, taken x times. */
export const contributions = (x, table) => table.map((row, v) => row.map((e) => x[v] * e));

/** x · table, the sum of the contributions. */
export const product = (x, table) =>
  table[0].map((_, j) => x.reduce((sum, times, v) => sum + times * table[v][j], 0));

/** A vector with a single 1. */
export const oneHot = (id, size) => Array.from({ length: size }, (_, v) => Number(v === id));

const list = (words) =>
  words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;

function describe(x, words) {
  const ids = x.flatMap((times, v) => (times ? [v] : []));
  const quoted = list(ids.map((v) => `“${words[v]}”`));
  if (ids.length === 0)
    return "x is all zeros, and so is the product. No word is written like this.";
  if (ids.length === 1)
    return (
      `x is one-hot at id ${ids[0]}: all rows but that of ${quoted} are multiplied by 0, ` +
      "so the product is that row."
    );
  return (
    `x has ${ids.length} ones: the rows of ${quoted} are added. The product can do ` +
    "this; a lookup reads one row."
  );
}

function render({ model, el }) {
  const id = unique();
  const get = (name) => model.get(name);
  const [words, table, sentence] = [get("words"), get("table"), get("sentence")];
  const [V, d] = [words.length, table[0].length];

  const tokens = radios(
    "Which word of the sentence?",
    `${id}-word`,
    sentence.map((v) => words[v]),
    (i) => change(model, { x: oneHot(sentence[i], V) }),
  );
  const status = h("p", { role: "status", "aria-live": "polite" });
  const rows = words.map((word, v) => {
    const toggle = h("button", {
      type: "button",
      "aria-label": `x at id ${v}, “${word}”`,
      onclick: () =>
        change(model, { x: get("x").map((times, u) => (u === v ? 1 - times : times)) }),
    });
    const parts = [cells(d), cells(d)];
    const element = h(
      "tr",
      {},
      h("th", { scope: "row" }, h("small", {}, v), ` ${word}`),
      h("td", { class: "x" }, toggle),
      h("td", {}, parts[0].element),
      h("td", { class: "wide" }, parts[1].element),
    );
    return { element, toggle, parts };
  });
  const sum = cells(d);
  const read = cells(d);
  const readName = h("span");
  const readBox = h("td", {}, read.element);
  const none = h("td", {}, "no single row");
  const column = (name, kind = "") => h("th", { scope: "col", class: kind }, name);
  const all = readout("multiplications in the product");
  const zero = readout("of them with a 0");
  const reads = readout("numbers that the lookup reads");

  const root = frame(
    "One-hot times table",
    "lf-lookup",
    tokens.group,
    h(
      "table",
      {},
      h("caption", {}, "Each word's entry of x, its row of E, and their product"),
      h(
        "thead",
        {},
        h("tr", {}, column("id, word"), column("x"), column("row of E"), column("x × row", "wide")),
      ),
      h("tbody", {}, ...rows.map((row) => row.element)),
      h(
        "tfoot",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "row", colspan: 2 }, "product: all rows added"),
          h("td", { class: "wide" }),
          h("td", {}, sum.element),
        ),
        h(
          "tr",
          {},
          h("th", { scope: "row", colspan: 2 }, "lookup: ", readName),
          h("td", { class: "wide" }),
          none,
          readBox,
        ),
      ),
    ),
    status,
    h("div", { class: "panel" }, h("dl", {}, all.element, zero.element, reads.element)),
    h("p", { class: "note" }, "The buttons in the column x change the vector by hand."),
  );

  const largest = Math.max(...table.flat().map(Math.abs));
  function draw() {
    const x = get("x");
    const parts = contributions(x, table);
    const ids = x.flatMap((times, v) => (times ? [v] : []));
    const single = ids.length === 1;
    rows.forEach((row, v) => {
      write(row.toggle, String(x[v]));
      row.toggle.setAttribute("aria-pressed", x[v] === 1);
      row.element.className = x[v] ? "on" : "";
      row.parts[0].set(table[v], x[v] ? 1 : 0.25, largest);
      row.parts[1].set(parts[v], 1, largest);
    });
    sum.set(product(x, table), 1, 1.5 * largest);
    tokens.check(single ? sentence.indexOf(ids[0]) : -1);
    if (!single || !sentence.includes(ids[0]))
      tokens.group.querySelectorAll("input").forEach((input) => (input.checked = false));
    readBox.hidden = !single;
    none.hidden = single;
    write(readName, single ? `E[${ids[0]}]` : "–");
    if (single) read.set(table[ids[0]], 1, 1.5 * largest);
    write(status, describe(x, words));
    const useless = d * (V - ids.length);
    all.set(`${V * d}`, 1);
    zero.set(`${useless}`, useless / (V * d));
    reads.set(single ? `${d}` : "–", single ? 1 / V : 0);
  }

  return show({ model, el }, root, ["x"], draw);
}

export default { render };
