// Word by word, or all places at once: the front end of AutoregressiveLoop in
// transformer.py, which computed the probabilities with a trained translator.

import { bar, frame, h, moves, radios, share, show, unique, write } from "./shared.mjs";

/** What the decoder reads while it writes `target`: the same, one place to the right. */
export const shiftedRight = (target) => ["<bos>", ...target.slice(0, -1)];

/** The probability of the first `n` words together: each times those before. */
export function together(target, likely, n) {
  let product = 1;
  for (let i = 0; i < n; i++) product *= likely[i].find(([word]) => word === target[i])[1];
  return product;
}

function render({ model, el }) {
  const id = unique();
  const get = (name) => model.get(name);
  const change = (state) => {
    for (const [name, value] of Object.entries(state)) model.set(name, value);
    model.save_changes();
    draw();
  };
  const examples = get("examples");
  const sentences = radios(
    "Sentence",
    `${id}-sentence`,
    examples.map(({ source }) => source.join(" ")),
    (sentence) => change({ sentence, step: 0 }),
  );
  const ways = radios(
    "Way",
    `${id}-way`,
    ["translating: word by word", "training: all at once"],
    (i) => change({ parallel: i === 1 }),
  );
  const move = moves((by) => {
    const step = get("step") + by;
    if (step >= 0 && step <= examples[get("sentence")].target.length) change({ step });
  });
  const caption = h("caption", {}, "What the decoder reads and says at each place");
  const table = h("table", {}, caption);
  const question = h("p", { class: "question" });
  const rows = Array.from({ length: examples[0].likely[0].length }, () => {
    const word = h("span", { class: "word" });
    const probability = bar("one");
    const element = h("li", {}, word, probability.element);
    return { word, probability, element };
  });
  const root = frame(
    "The autoregressive loop",
    "lf-loop",
    ...(examples.length > 1 ? [sentences.group] : []),
    ways.group,
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Places" }, table),
    move.element,
    question,
    h("ol", { class: "likely" }, ...rows.map(({ element }) => element)),
  );

  let shown = -1;
  let places = [];
  function build() {
    shown = get("sentence");
    const { target } = examples[shown];
    const reads = shiftedRight(target);
    places = target.map((word, i) => ({
      read: h("td", {}, reads[i]),
      say: h("td", {}, word),
      place: h("th", { scope: "col" }, `${i}`),
    }));
    const row = (name, cells) => h("tr", {}, h("th", { scope: "row" }, name), ...cells);
    table.replaceChildren(
      caption,
      h(
        "thead",
        {},
        row(
          "place",
          places.map(({ place }) => place),
        ),
      ),
      h(
        "tbody",
        {},
        row(
          "reads",
          places.map(({ read }) => read),
        ),
        row(
          "says",
          places.map(({ say }) => say),
        ),
      ),
    );
  }

  function draw() {
    if (shown !== get("sentence")) build();
    const { source, target, likely } = examples[shown];
    const parallel = get("parallel");
    const step = Math.min(get("step"), target.length);
    sentences.check(shown);
    ways.check(parallel ? 1 : 0);
    places.forEach(({ read, say, place }, i) => {
      const known = parallel || i <= step;
      read.className = known ? (i === step ? "at" : "") : "later";
      say.className = parallel || i < step ? "" : i === step ? "current" : "later";
      // A word that is not known yet is not shown to anybody.
      write(read, known ? shiftedRight(target)[i] : "·");
      write(say, parallel || i < step ? target[i] : i === step ? "?" : "·");
      place.className = i === step ? "at" : "";
    });
    const done = step === target.length;
    const at = done ? target.length - 1 : step;
    const next = target[at];
    const so = share(together(target, likely, at + 1));
    write(
      question,
      done
        ? `The last place said <eos>, with:`
        : `The likeliest words at place ${at}, after “${shiftedRight(target)
            .slice(0, at + 1)
            .join(" ")}”:`,
    );
    rows.forEach(({ word, probability, element }, i) => {
      const [text, p] = likely[at][i];
      write(word, text);
      element.className = text === next ? "top" : "";
      probability.set(p, 1, share(p));
    });
    const p = share(likely[at].find(([word]) => word === next)[1]);
    move.set(
      step,
      target.length,
      parallel
        ? `One pass over ${target.length} places: at place ${at} the decoder reads “${shiftedRight(target)[at]}” ` +
            `and everything before it, and should say “${next}” (${p}).`
        : done
          ? `<eos> ends the loop after ${target.length} steps. All ${target.length} tokens together have the probability ${so}.`
          : `Step ${step + 1}: the decoder has read ${step ? `${step + 1} tokens` : "<bos>"} and finds “${next}” likeliest, ` +
            `${p}. Next, the decoder says it and then reads it.`,
    );
    write(caption, `“${source.join(" ")}”: what the decoder reads and says at each place`);
    const here = places[at].place;
    const box = table.parentElement;
    // Once the figure is in the page and has a width.
    requestAnimationFrame(() => (box.scrollLeft = here.offsetLeft - box.clientWidth / 2));
  }
  return show({ model, el }, root, ["sentence", "step", "parallel"], draw);
}

export default { render };
