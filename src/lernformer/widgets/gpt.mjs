// A text that grows by one word at a time: the front end of GPTDemo in gpt.py. The model
// runs right here; a word takes it about a millisecond.

import {
  add,
  attend,
  embed,
  feedForward,
  largest,
  layerNorm,
  linear,
  partsOf,
  readTensors,
  rotary,
} from "./layers.mjs";
import { loadScript } from "./loading.mjs";
import {
  bar,
  change,
  frame,
  h,
  radios,
  share,
  show,
  slider,
  softmax,
  unique,
  write,
} from "./shared.mjs";

const BOS = 1;
const SHOWN = 8; // words of the distribution
const LONGEST = 20; // words of a text

// ---- the model --------------------------------------------------------------------

/** The exported model with its layers by name. */
export function readGpt({ shapes, numbers, refined, ...rest }) {
  const { tensors } = readTensors({ shapes, numbers, refined });
  const { linear, norm, attention } = partsOf(tensors);
  const layers = Array.from({ length: rest.n_layers }, (_, i) => ({
    norms: [1, 2].map((j) => norm(`decoder.layers.${i}.residual_${j}.norm`)),
    self: attention(`decoder.layers.${i}.self_attention`),
    inner: linear(`decoder.layers.${i}.feed_forward.linear_1`),
    outer: linear(`decoder.layers.${i}.feed_forward.linear_2`),
  }));
  return { ...rest, layers, norm: norm("decoder.norm"), weight: tensors["embedding.weight"] };
}

/** Read one id after those in `past`: the logits of the next word, and the longer past. */
export function step(model, past, id) {
  const heads = model.n_heads;
  const own = [];
  let x = embed(model.weight, id, model.d_model);
  model.layers.forEach((layer, i) => {
    const normed = layerNorm(layer.norms[0], x);
    const [query, key] = [layer.self.q, layer.self.k].map((projection) =>
      rotary(linear(projection, normed), heads, past.length),
    );
    own.push({ key, value: linear(layer.self.v, normed) });
    const seen = [...past, own].map((token) => token[i]);
    const [keys, values] = [seen.map(({ key }) => key), seen.map(({ value }) => value)];
    x = add(x, linear(layer.self.out, attend(query, keys, values, heads).mixed));
    x = add(x, feedForward(layer, layerNorm(layer.norms[1], x)));
  });
  return {
    logits: linear({ weight: model.weight }, layerNorm(model.norm, x)),
    past: [...past, own],
  };
}

/** The logits of the word after `words`. */
export function following(model, words) {
  let read = { past: [] };
  for (const id of [BOS, ...words.map((word) => model.words.indexOf(word))])
    read = step(model, read.past, id);
  return read.logits;
}

/** The probabilities by which the next word is drawn, as `nucleus` in sampling.py. */
export function nucleus(logits, temperature, topP) {
  const chances = softmax([...logits], temperature);
  const kept = new Array(chances.length).fill(0);
  let sum = 0;
  for (const i of [...chances.keys()].sort((a, b) => chances[b] - chances[a])) {
    if (sum >= topP) break;
    kept[i] = chances[i];
    sum += chances[i];
  }
  return kept.map((chance) => chance / sum);
}

/** A place, drawn by these probabilities: where their running sum passes `point`. */
export function drawn(chances, point) {
  let sum = 0;
  const found = chances.findIndex((chance) => (sum += chance) > point);
  return found < 0 ? chances.findLastIndex((chance) => chance > 0) : found;
}

// ---- what one sees ----------------------------------------------------------------

const named = (word) => (word === "<eos>" ? "■ end" : word);

function render({ model, el }) {
  const id = unique();
  const get = (name) => model.get(name);
  let gpt; // once it is there
  let loading;
  const load = () =>
    (loading ??= (
      Object.keys(get("exported")).length
        ? Promise.resolve(get("exported"))
        : loadScript(get("address"), "lernformerGPT")
    ).then((exported) => {
      gpt = readGpt(exported);
    }));

  /** Change the text or a slider; the model comes with the first change. */
  const set = async (state) => {
    write(status, gpt ? "" : "Loading the model (1 MB) …");
    try {
      await load();
    } catch (error) {
      return write(status, `${error.message}. Is the page's folder complete?`);
    }
    change(model, typeof state === "function" ? state() : state);
    draw();
  };
  const hasEnded = (words) => words.at(-1) === "<eos>" || words.length >= LONGEST;
  const next = (words) => {
    const chances = nucleus(following(gpt, words), get("temperature"), get("top_p"));
    return gpt.words[drawn(chances, Math.random())];
  };
  const more = (word) => () =>
    hasEnded(get("words")) ? {} : { words: [...get("words"), word ?? next(get("words"))] };
  const toEnd = () => {
    const words = [...get("words")];
    while (!hasEnded(words)) words.push(next(words));
    return { words };
  };

  const beginnings = radios(
    "The text begins with",
    `${id}-b`,
    get("beginnings").map((words) => words.join(" ") || "nothing"),
    (i) => set({ words: get("beginnings")[i] }),
  );
  beginnings.group.lang = "de";
  const text = h("p", { class: "text", lang: "de" });
  const status = h("p", { role: "status", "aria-live": "polite" });
  const button = (label, state) =>
    h("button", { type: "button", onclick: () => set(state) }, label);
  const buttons = h(
    "div",
    { class: "moves" },
    button("Draw one word", more()),
    button("Write to the end", toEnd),
    button("Take one back", () => ({ words: get("words").slice(0, -1) })),
    status,
  );
  const temperature = slider(`${id}-t`, "temperature", 1, 20, (i) => set({ temperature: i / 10 }));
  const topP = slider(`${id}-p`, "top-p", 1, 20, (i) => set({ top_p: i / 20 }));
  const rows = Array.from({ length: SHOWN }, (_, i) => {
    const track = bar("one");
    const word = h("button", { type: "button", lang: "de", onclick: () => set(more(shown[i])) });
    return { track, word, element: h("li", {}, word, track.element) };
  });
  const list = h("ol", { "aria-label": "Likeliest next words" }, ...rows.map((row) => row.element));
  let shown = []; // the words in the rows
  const root = frame(
    "A small GPT that writes German",
    "lf-gpt",
    beginnings.group,
    text,
    buttons,
    h("div", { class: "panel" }, list, h("div", {}, temperature.element, topP.element)),
    h(
      "p",
      { class: "note" },
      "The bars are the probabilities of the next word; click one to choose it yourself. ",
      "Top-p keeps the likeliest words that together reach it; the others have no bar.",
    ),
  );

  function draw() {
    const words = get("words");
    const ended = hasEnded(words);
    const output = words.filter((word) => word !== "<eos>");
    write(text, output.length ? output.join(" ").replace(/ ([.,!?])/g, "$1") : "…");
    beginnings.check(get("beginnings").findIndex((one) => one.join(" ") === words.join(" ")));
    const [t, p] = [get("temperature"), get("top_p")];
    temperature.set(Math.round(10 * t), t.toFixed(1), `temperature ${t.toFixed(1)}`);
    topP.set(Math.round(20 * p), p.toFixed(2), `top-p ${p.toFixed(2)}`);
    let likeliest = get("first");
    if (gpt) {
      const chances = nucleus(following(gpt, ended ? [] : output), t, p);
      likeliest = largest(chances, SHOWN).map((word) => [gpt.words[word], chances[word]]);
    }
    list.hidden = ended;
    shown = likeliest.map(([word]) => word);
    rows.forEach(({ track, word }, i) => {
      const [name, chance] = likeliest[i];
      write(word, named(name));
      track.set(chance, 1, share(chance));
    });
    write(status, ended ? "The sentence has ended." : "");
  }
  return show({ model, el }, root, ["words", "temperature", "top_p"], draw);
}

export default { render };
