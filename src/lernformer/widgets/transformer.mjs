// The map of the whole Transformer: the front end of ArchitectureMap in transformer.py.
// Every block is a link to its chapter; a line below describes the block in view.

import { frame, h, show, write } from "./shared.mjs";

// Column, row from below, name, chapter, component whose parameters it has, and words.
// Rows of both columns are the same grid, so that the memory's arrow meets its block.
// biome-ignore format: a table, two lines a block
export const BLOCKS = [
  ["encoder", 1, "source", "English words", "embedding", "",
    "Words become ids: rows of numbers, (B, S) for a batch."],
  ["encoder", 2, "src_embedding", "Embedding", "embedding", "embeddings",
    "Looks up a vector for each id: (B, S) → (B, S, d_model). All embeddings and the output layer may share one matrix."],
  ["encoder", 3, "src_positions", "Positional encoding", "positional_encoding", "positions",
    "Puts the place of each word into its vector; the shape stays (B, S, d_model)."],
  ["encoder", 4, "self_attention", "Self-attention", "attention", "self-attention, encoder",
    "Each English word takes what it needs from the others: weights (B, H, S, S)."],
  ["encoder", 5, "norm_1", "Add & norm", "residual_norm", "",
    "Adds what the sublayer found to what came in, and keeps the size of the vectors in bounds."],
  ["encoder", 6, "feed_forward", "Feed-forward", "residual_norm", "feed-forward, encoder",
    "Works on each word by itself: (B, S, d_model) → (B, S, d_ff) → (B, S, d_model)."],
  ["encoder", 7, "norm_2", "Add & norm", "residual_norm", "",
    "Adds and norms again; what leaves the last layer is the memory."],
  ["encoder", 8, "memory", "Memory", "transformer", "",
    "The source as the decoder sees it, (B, S, d_model): computed once per sentence, read at every step."],
  ["decoder", 1, "target", "German words so far", "transformer", "",
    "The translation, shifted right: <bos> and what has been said, (B, T)."],
  ["decoder", 2, "tgt_embedding", "Embedding", "embedding", "embeddings",
    "Looks up a vector for each id: (B, T) → (B, T, d_model)."],
  ["decoder", 3, "tgt_positions", "Positional encoding", "positional_encoding", "positions",
    "Puts the place of each word into its vector; the shape stays (B, T, d_model)."],
  ["decoder", 4, "masked_attention", "Masked self-attention", "masking", "self-attention, decoder",
    "Each German word looks at those before it, never ahead: weights (B, H, T, T), zero above the diagonal."],
  ["decoder", 5, "norm_3", "Add & norm", "residual_norm", "",
    "Adds what the sublayer found to what came in, and norms."],
  ["decoder", 6, "cross_attention", "Cross-attention", "attention", "cross-attention, decoder",
    "Each German word looks for what to say next in the memory: weights (B, H, T, S)."],
  ["decoder", 7, "norm_4", "Add & norm", "residual_norm", "",
    "Adds what the sublayer found to what came in, and norms."],
  ["decoder", 8, "feed_forward_2", "Feed-forward", "residual_norm", "feed-forward, decoder",
    "Works on each word by itself: (B, T, d_model) → (B, T, d_ff) → (B, T, d_model)."],
  ["decoder", 9, "norm_5", "Add & norm", "residual_norm", "",
    "Adds and norms for the last time in a layer."],
  ["decoder", 10, "output", "Output layer", "embedding", "embeddings",
    "One score for each German word: (B, T, d_model) → logits (B, T, V)."],
  ["decoder", 11, "softmax", "Softmax", "attention", "",
    "Scores become probabilities of the next word, (B, T, V); each row sums to 1."],
  ["decoder", 12, "next", "Next word", "translator", "",
    "Greedy decoding or beam search chooses a word, which is read in the next step."],
].map(([column, row, id, name, chapter, component, text]) => ({
  ...{ column, row, id, name, chapter, component, text },
}));

const CHAPTERS = {
  embedding: "Embedding",
  positional_encoding: "Positional encoding",
  attention: "Attention",
  masking: "Masking",
  residual_norm: "Residual connections and normalisation",
  transformer: "The whole Transformer",
  translator: "The translator",
};

/** 12598272 → "12.6 million". */
export const millions = (n) => `${(n / 1e6).toFixed(1)} million`;

/** What the line below says about a block. */
export function describe(block, layers, parameters, here) {
  const count = parameters[block.component];
  const repeated = block.row >= 4 && block.row <= (block.column === "encoder" ? 7 : 9);
  const size = count
    ? ` ${millions(count)} parameters${repeated ? ` in ${layers} layers` : ""}` +
      (block.component === "embeddings" ? ", with all that share them." : ".")
    : "";
  const chapter = block.chapter === here ? "This chapter." : `Chapter: ${CHAPTERS[block.chapter]}.`;
  return `${block.text}${size} ${chapter}`;
}

function render({ model, el }) {
  const get = (name) => model.get(name);
  const choose = (id) => {
    model.set("chosen", id);
    model.save_changes();
    draw();
  };
  // JupyterLab has no page beside the notebook to go to.
  const inLab = "jpThemeName" in document.body.dataset;
  const links = BLOCKS.map((block) => {
    let untold = false;
    const attributes = {
      class: `block ${block.column} of-${block.chapter}`,
      style: `grid-row: ${13 - block.row}`,
      onfocus: () => choose(block.id),
      // A finger doesn't hover: the first tap shows the text, the next follows the link.
      onpointerenter: ({ pointerType }) => {
        untold = pointerType === "touch" && get("chosen") !== block.id;
        choose(block.id);
      },
      onclick: (event) => {
        if (untold) event.preventDefault();
        untold = false;
      },
    };
    const link = inLab
      ? h("button", { type: "button", ...attributes }, block.name)
      : h("a", { href: `${block.chapter}.html`, ...attributes }, block.name);
    return { block, link };
  });
  const title = h("b");
  const text = h("span");
  const layers = get("layers");
  const box = (column, first, last) =>
    h("div", { class: `layers ${column}`, style: `grid-row: ${13 - last} / ${14 - first}` });
  const root = frame(
    "Map of the Transformer",
    "lf-map",
    h(
      "div",
      { class: "map" },
      h("p", { class: "name encoder" }, "Encoder"),
      h("p", { class: "name decoder" }, "Decoder"),
      box("encoder", 4, 7),
      box("decoder", 4, 9),
      h("p", { class: "times", "aria-label": `${layers} layers each` }, `${layers}×`),
      arrow(),
      ...links.map(({ link }) => link),
    ),
    h("p", { class: "description", role: "status", "aria-live": "polite" }, title, text),
    h(
      "p",
      { class: "note" },
      "Read it from the bottom up. The sizes that appear are those of a model with " +
        `${millions(get("total"))} parameters. B is the number of sentences, S and T the ` +
        "numbers of English and German words, H the number of heads, and V the number of " +
        "words in the vocabulary.",
    ),
  );

  function draw() {
    const at = links.find(({ block }) => block.id === get("chosen"));
    for (const { block, link } of links) link.classList.toggle("at", block === at?.block);
    write(title, at ? `${at.block.name}. ` : "");
    write(
      text,
      at
        ? describe(at.block, layers, get("parameters"), get("here"))
        : "Point at a block, or reach it with the Tab key, to see what it does. " +
            (inLab ? "" : "Open it to go to its chapter."),
    );
  }
  return show({ model, el }, root, ["chosen"], draw);
}

/** From the memory, row 8, to the cross-attention, row 6. */
function arrow() {
  const line = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  line.setAttribute("viewBox", "0 0 30 90");
  line.setAttribute("preserveAspectRatio", "none");
  line.setAttribute("aria-hidden", "true");
  line.setAttribute("class", "arrow");
  line.innerHTML =
    '<path d="M0 15H15V75H29M22 69L29 75L22 81" fill="none" stroke="currentColor" ' +
    'stroke-width="2" vector-effect="non-scaling-stroke"/>';
  return line;
}

// A chapter has a colour and, for readers who do not see it, its name in the line below.
export default { render };
