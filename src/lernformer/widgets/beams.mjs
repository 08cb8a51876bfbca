// Beam search as a growing tree: the front end of BeamTree in beams.py, which did the
// search. This file lays the tree out and ranks the translations that ended.

import { frame, h, moves, radios, share, show, slider, unique } from "./shared.mjs";

const [PARENT, DEPTH, WORD, SCORE, STATE] = [0, 1, 2, 3, 4];

/** ((5 + length) / 6)^penalty, by which a translation's log-probability is divided. */
export const lengthDivisor = (length, penalty) => ((5 + length) / 6) ** penalty;

/** Ended translations up to `depth`, best first: {node, words, rank} (rank: score). */
export function ranking(nodes, depth, penalty) {
  const words = (i) => (i > 0 ? [...words(nodes[i][PARENT]), nodes[i][WORD]] : []);
  return nodes
    .map((node, i) => ({ node: i, state: node[STATE], at: node[DEPTH], score: node[SCORE] }))
    .filter(({ state, at }) => state === "ended" && at <= depth)
    .map(({ node, at, score }) => ({
      ...{ node, words: words(node).slice(0, -1) },
      rank: score / lengthDivisor(at, penalty),
    }))
    .sort((a, b) => b.rank - a.rank);
}

/**
 * A row for each node. The child that goes furthest stays in its parent's row; another
 * one begins a row below that is free as far as it goes.
 */
export function layout(nodes) {
  const children = nodes.map(() => []);
  nodes.forEach((node, i) => i && children[node[PARENT]].push(i));
  const reach = nodes.map((node) => node[DEPTH]); // of a node and all that follow
  for (let i = nodes.length - 1; i > 0; i--)
    reach[nodes[i][PARENT]] = Math.max(reach[nodes[i][PARENT]], reach[i]);
  const rows = [];
  const taken = []; // by row: the columns in use
  const branches = [[0, 0]]; // a node that begins a row, and the row where to look first
  while (branches.length) {
    const [first, from] = branches.shift();
    const columns = [];
    for (let d = nodes[first][DEPTH]; d <= reach[first]; d++) columns.push(d);
    let row = from;
    while (columns.some((d) => taken[row]?.has(d))) row++;
    taken[row] ??= new Set();
    columns.forEach((d) => taken[row].add(d));
    const sides = [];
    for (let i = first; i !== undefined; ) {
      rows[i] = row;
      const [next, ...others] = [...children[i]].sort((a, b) => reach[b] - reach[a] || a - b);
      others.forEach((other) => sides.push([other, row + 1]));
      i = next;
    }
    // What goes far is placed first, next to where it comes from.
    branches.push(...sides.sort((a, b) => reach[b[0]] - reach[a[0]]));
    branches.sort((a, b) => reach[b[0]] - nodes[b[0]][DEPTH] - reach[a[0]] + nodes[a[0]][DEPTH]);
  }
  return rows;
}

const HIGH = 3; // rem of a row
const BETWEEN = 1; // rem between two steps

/** Where each step begins, in rem, as wide as its longest word; last, where all end. */
export function columns(nodes, steps) {
  const starts = [0];
  for (let depth = 0; depth <= steps; depth++) {
    const letters = nodes.filter((node) => node[DEPTH] === depth).map((node) => node[WORD].length);
    starts.push(starts[depth] + Math.max(2.9, 1.1 + 0.52 * Math.max(...letters, 0)) + BETWEEN);
  }
  return starts;
}
const SIGN = { kept: "", dropped: "✗ " };

function render({ model, el }) {
  const id = unique();
  const get = (name) => model.get(name);
  const change = (state) => {
    for (const [name, value] of Object.entries(state)) model.set(name, value);
    model.save_changes();
    draw();
  };
  const tree = () => get("trees")[get("sentence")][get("beam") - 1];
  const restart = (state) => change({ step: 0, ...state });
  const sentences = radios("Sentence", `${id}-s`, get("sentences"), (i) =>
    restart({ sentence: i }),
  );
  const sizes = get("trees")[0].map((_, i) => `${i + 1}`);
  const beam = radios("Beginnings kept (beam size)", `${id}-b`, sizes, (i) =>
    restart({ beam: i + 1 }),
  );
  const move = moves((by) => {
    const step = get("step") + by;
    if (step >= 0 && step <= tree().steps) change({ step });
  });
  const toEnd = h(
    "button",
    { type: "button", onclick: () => change({ step: tree().steps }) },
    "To the end",
  );
  move.element.children[1].after(toEnd);
  const penalty = slider(`${id}-a`, "length penalty", 0, 20, (i) =>
    change({ length_penalty: i / 10 }),
  );
  const canvas = h("div", { class: "tree", style: `--high: ${HIGH}rem` });
  const box = h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "Tree" },
    canvas,
  );
  const endings = h("ol", { class: "endings" });
  const root = frame(
    "Beam search",
    "lf-beams",
    ...(get("sentences").length > 1 ? [sentences.group] : []),
    beam.group,
    box,
    move.element,
    h(
      "div",
      { class: "panel" },
      h("div", {}, h("b", {}, "Ended translations, best first"), endings),
      penalty.element,
    ),
    h(
      "p",
      { class: "note" },
      "A box is a word with its probability. Kept boxes go on; ✗ was dropped; ■ ended. " +
        "Only the likeliest of the dropped and ended boxes are shown.",
    ),
  );

  let shown;
  let starts = [];
  let boxes = [];
  function build() {
    shown = tree();
    const rows = layout(shown.nodes);
    const high = Math.max(...rows) + 1;
    starts = columns(shown.nodes, shown.steps);
    const lines = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    lines.setAttribute("viewBox", `0 0 ${starts.at(-1)} ${HIGH * high}`);
    lines.setAttribute("aria-hidden", "true");
    boxes = shown.nodes.map((node, i) => {
      const [parent, depth, word, score, state] = node;
      const probability = i && Math.exp(score - shown.nodes[parent][SCORE]);
      const element = h(
        "div",
        {
          class: `node ${state}`,
          style:
            `left: ${starts[depth]}rem; top: ${HIGH * rows[i]}rem; ` +
            `width: ${starts[depth + 1] - starts[depth] - BETWEEN}rem`,
        },
        h("span", {}, state === "ended" ? "■ end" : SIGN[state] + word),
        i ? h("small", {}, share(probability)) : "",
      );
      const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
      if (i) {
        const [x, y] = [starts[depth], HIGH * (rows[i] + 0.42)];
        const from = HIGH * (rows[parent] + 0.42);
        line.setAttribute(
          "d",
          `M${x - BETWEEN} ${from}C${x - 0.5} ${from} ${x - 0.6} ${y} ${x} ${y}`,
        );
        line.setAttribute("class", state);
        lines.append(line);
      }
      return { element, line, depth };
    });
    canvas.style.width = `${starts.at(-1)}rem`;
    canvas.style.height = `${HIGH * high}rem`;
    canvas.replaceChildren(lines, ...boxes.map(({ element }) => element));
  }

  function draw() {
    if (shown !== tree()) build();
    const step = Math.min(get("step"), shown.steps);
    const { nodes } = shown;
    const alpha = get("length_penalty");
    const ended = ranking(nodes, step, alpha);
    const chain = new Set();
    if (step === shown.steps && ended.length)
      for (let i = ended[0].node; i >= 0; i = nodes[i][PARENT]) chain.add(i);
    boxes.forEach(({ element, line, depth }, i) => {
      const there = depth <= step;
      element.hidden = !there;
      line.style.display = there ? "" : "none";
      element.classList.toggle("best", chain.has(i));
      line.classList.toggle("best", chain.has(i));
    });
    sentences.check(get("sentence"));
    beam.check(get("beam") - 1);
    const now = nodes.filter((node) => node[DEPTH] === step);
    const kept = now.filter((node) => node[STATE] === "kept");
    const together = (node) => share(Math.exp(node[SCORE]));
    move.set(
      step,
      shown.steps,
      step === 0
        ? "The search begins with <bos> alone."
        : step < shown.steps
          ? `Step ${step}: ${kept.length} ${kept.length === 1 ? "beginning goes" : "beginnings go"} on. ` +
            `The best ends in “${kept[0][WORD]}” and has the probability ${together(kept[0])}.`
          : `The search has ended after ${step} steps. Best: “${ended[0].words.join(" ")}”.`,
    );
    endings.replaceChildren(
      ...ended
        .slice(0, 3)
        .map(({ words, rank }) =>
          h(
            "li",
            {},
            `${words.join(" ")} `,
            h("small", {}, `score ${rank.toFixed(2).replace("-", "−")}`),
          ),
        ),
    );
    if (!ended.length) endings.replaceChildren(h("li", { class: "none" }, "none yet"));
    penalty.set(Math.round(10 * alpha), alpha.toFixed(1), `length penalty ${alpha.toFixed(1)}`);
    requestAnimationFrame(() => {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
      box.scrollLeft = rem * starts[step + 1] - box.clientWidth;
    });
  }
  const names = ["sentence", "beam", "step", "length_penalty"];
  return show({ model, el }, root, names, draw);
}

export default { render };
