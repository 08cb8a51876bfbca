// "The translator in the page": the front end of TranslatorDemo in translator.py. It asks
// translator_model.mjs, which computes in a worker, and shows what comes back.

import {
  agreement,
  confidence,
  DOUBTFUL,
  doubt,
  dropped,
  LIKELY,
  mansJob,
  negation,
} from "./doubts.mjs";
import {
  bar,
  frame,
  h,
  radios,
  share,
  show,
  signed,
  slider,
  small,
  unique,
  write,
} from "./shared.mjs";
import { AGAIN_AND_AGAIN, asInPrint, inPrint, percent, quoted, start } from "./translating.mjs";

const BEAMS = 4;
const MANY = 1000; // words, too many for a button each
const PACE = 70; // ms between two words, so that the eye can follow

/** A probability: never rounded to 0 or 1 unless it is one of them. */
const oneIn = (p) => (p < 0.5 ? small(p) : share(p));

// ---- how sure it is ---------------------------------------------------------------

/** The words before the place in the text where it begins to repeat, as long as it is sure. */
export function firstSure(steps, place) {
  const words = [];
  let length = 0;
  for (const step of steps) {
    length += step.word.length + 1;
    if (length > place + 1 || doubt(step)) break;
    words.push(step.word);
  }
  return words;
}

/** The German as in print; what the model is not sure of, and what it copied, is marked. */
function marked(steps) {
  return inPrint(steps.map(({ word, copied }) => (copied ? `„${copied}“` : word))).map(
    (text, i) => {
      const kind = steps[i].copied ? "copied" : doubt(steps[i]);
      if (!kind) return text;
      const space = text.startsWith(" ") ? " " : "";
      const word = h("span", { class: kind, ...(steps[i].copied && { lang: "en" }) }, text.trim());
      const part = h("span", {}, space, word);
      return part;
    },
  );
}

/** Sentences that say what is surely wrong with a translation, however sure the model is. */
export function findWrong(english, german, { target, lexicon }) {
  const found = [];
  const kind = negation(english, german);
  if (kind === "lost") found.push("The English says no, not or never; the German doesn’t.");
  if (kind === "new") found.push("The German says nicht, kein or nie; the English doesn’t say no.");
  for (const word of dropped(english, german, lexicon ?? {}))
    found.push(`Nothing in the German stands for ${quoted(word)}.`);
  const job = mansJob(english, german);
  if (job) found.push(`${quoted(job)} is the word for a man.`);
  const pair = agreement(german, new Set(target));
  if (pair) found.push(`${quoted(pair.join(" "))} is wrong: the verb doesn’t fit its subject.`);
  return found.length ? [`Probably wrong. ${found.join(" ")}`] : [];
}

/** What was measured of the translator, with the model. */
export const measured = (quality) =>
  quality
    ? ` Of everyday sentences that people wrote, it translates ${Math.round(quality.equal_of_all)} % ` +
      "word for word as a human translator did."
    : "";

/** Weights of one head, or the mean of all: [head][place] → [place]. */
export const ofHead = (heads, head) =>
  Array.from(heads[0], (_, i) =>
    head === null ? heads.reduce((sum, row) => sum + row[i], 0) / heads.length : heads[head][i],
  );

// ---- the tree of a beam search ----------------------------------------------------

const WIDE = 118; // of a step, and the rows below it, in px
const HIGH = 46;

function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** The first `shown` steps as nodes with their lines; the path to the best is marked. */
export function layOut(steps, shown) {
  const root = { word: "<bos>", x: 0, y: 0, words: [] };
  const nodes = [root];
  let [last, best] = [[root], null];
  steps.slice(0, shown).forEach(({ kept, end }, i) => {
    const place = (node, y) => {
      const parent = last[node.parent];
      const words = [...parent.words, node.word];
      const made = { ...node, parent, words, x: i + 1, y, isEnd: node === end };
      nodes.push(made);
      return made;
    };
    const column = kept.map(place);
    if (end) best = place(end, BEAMS);
    last = column;
  });
  const mark = (node, name) => {
    for (; node && !node[name]; node = node.parent) node[name] = true;
  };
  const isOver = shown >= steps.length;
  for (const node of isOver ? [best] : last) mark(node, "alive");
  mark(isOver ? best : last[0], "best");
  return { nodes, last, best, isOver };
}

function drawTree(steps, shown) {
  const { nodes, ...rest } = layOut(steps, shown);
  const at = ({ x, y }) => [x * WIDE + 4, y * HIGH + 4];
  const parts = nodes.map((node) => {
    const [left, top] = at(node);
    const kinds = { best: node.best, dropped: !node.alive && !node.isEnd, end: node.isEnd };
    const names = [
      "node",
      node.x === shown && "new",
      ...Object.keys(kinds).filter((k) => kinds[k]),
    ];
    const group = svg("g", { class: names.filter(Boolean).join(" ") });
    if (node.parent) {
      const [x, y] = at(node.parent);
      const [from, to] = [x + WIDE - 18, left];
      const middle = (from + to) / 2;
      const d = `M${from} ${y + 17}C${middle} ${y + 17} ${middle} ${top + 17} ${to} ${top + 17}`;
      group.append(svg("path", { d }));
    }
    const text = (name, y, words) =>
      svg("text", { class: name, x: left + (WIDE - 18) / 2, y: top + y }, words);
    group.append(
      svg("rect", { x: left, y: top, width: WIDE - 18, height: 36, rx: 6 }),
      text("word", 15, node.word),
      text("p", 30, node.parent ? oneIn(node.probability) : "start"),
    );
    return group;
  });
  const [width, height] = [(shown + 1) * WIDE, (BEAMS + 1) * HIGH];
  const label = "The beginnings that the table below lists, as a tree";
  const drawing = svg("svg", { width, height, role: "img", "aria-label": label }, ...parts);
  return { drawing, ...rest };
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
  let engine; // a promise, once the reader has requested a translation
  let result; // { words, tokens, like, steps: [{ word, likeliest, attention }] }
  let latest = 0; // the number of the newest translation; parts of older ones are not shown
  let appears = 0; // when the last word has appeared

  const button = (text, onclick, more = {}) =>
    h("button", { type: "button", onclick, ...more }, text);

  const examples = get("examples").map((example) =>
    button(example.name, () => translate(example.english, example)),
  );
  const note = h("p", { class: "about" });
  const input = h("input", {
    ...{ id: `${id}-text`, type: "text", maxlength: 300, lang: "en" },
    ...{ autocomplete: "off", autocapitalize: "off", spellcheck: "false" },
    oninput: () => check().catch(fail),
    onkeydown: (event) => {
      if (event.key !== "ArrowDown" || !chips.children.length) return;
      event.preventDefault();
      chips.firstChild.focus();
    },
  });
  input.value = get("text");
  const form = h(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        translate(input.value);
      },
    },
    h("label", { for: input.id }, "English sentence"),
    h("div", {}, input, h("button", {}, "Translate")),
  );
  const chips = h("div", {
    ...{ class: "chips", role: "group", "aria-label": "Words that may come next", lang: "en" },
    onkeydown: (event) => {
      const step = { ArrowLeft: "previousSibling", ArrowRight: "nextSibling" }[event.key];
      if (step) document.activeElement[step]?.focus();
      else if (event.key === "ArrowUp" || event.key === "Escape") input.focus();
      else return;
      event.preventDefault();
    },
  });
  const problems = h("div", { class: "problems" });
  const status = h("p", { role: "status", "aria-live": "polite" });
  const output = h("div");
  const treeBox = h("div", { class: "tree" });
  const treeButton = button("Show the beam search", () => toggleTree(), { "aria-expanded": false });
  const vocabulary = h("details", {}, h("summary", {}, "The English words it knows"), h("p"));
  const doubts = h("div", { class: "doubts" });
  const about = h("p", { class: "note" }, "The model is loaded when you first type or translate.");

  const results = h("div", { hidden: "" }, output, treeButton, treeBox);
  const root = frame(
    "Translator from English to German",
    "lf-translator",
    h(
      "fieldset",
      { class: "examples" },
      h("legend", {}, "Examples: what German does"),
      h("div", {}, ...examples),
    ),
    form,
    chips,
    problems,
    status,
    doubts,
    note,
    results,
    vocabulary,
    about,
  );
  vocabulary.hidden = true;

  const fail = (error) => {
    engine = undefined;
    const hint = Object.keys(get("exported")).length
      ? ""
      : " In a notebook, give TranslatorDemo the folder of a checkpoint.";
    write(status, `There is no translation: ${error.message}.${hint}`);
  };

  function ready() {
    engine ??= start(get).then((started) => {
      const { exported, parameters } = started;
      const words = exported.source.slice(4).sort();
      const number = (n) => n.toLocaleString("en");
      write(vocabulary.firstChild, `The ${number(words.length)} English words it knows`);
      const add = (word) => () => {
        input.value = `${input.value.trim()} ${word} `.trimStart();
        input.focus();
        check().catch(fail);
      };
      const few = words.length < MANY;
      vocabulary.lastChild.replaceChildren(
        ...(few ? words.map((word) => button(word, add(word))) : [words.join(" · ")]),
      );
      vocabulary.lastChild.className = few ? "chips" : "";
      vocabulary.hidden = false;
      write(
        about,
        `A model with ${number(parameters)} parameters, computed in this page. It learned from ` +
          "sentences that a grammar wrote" +
          (exported.longest ? `, of at most ${exported.longest} words` : "") +
          "; what the grammar does not know, it cannot translate." +
          measured(exported.quality),
      );
      return started;
    });
    return engine;
  }

  // What is unknown is marked while the reader types, and what may come next is offered.
  let checks = 0;
  async function check() {
    const mine = ++checks;
    const { ask, exported } = await ready();
    const text = input.value;
    const { words, like, german } = await ask("read", { text });
    const offered = await ask("suggest", { text });
    if (mine !== checks) return;
    offer(offered.chips);
    // a word that is being typed may still become one that is known
    const isOpen = /[\p{L}\p{N}]$/u.test(text) && like.at(-1)?.[0] === words.at(-1);
    const shown = new Map(isOpen ? like.slice(0, -1) : like);
    showProblems(words, shown, exported.longest, { german });
  }

  function offer(offered) {
    const add = (text) => {
      input.value = text;
      input.focus();
      check().catch(fail);
    };
    chips.replaceChildren(...offered.map(([word, text]) => button(word, () => add(text))));
  }

  /**
   * What is not known, and what to do: with `go`, whether to translate all the same; and
   * the `parts` in which it was translated. `german`: the sentence is German.
   */
  function showProblems(words, like, longest, { go, parts = [], german } = {}) {
    const rows = [];
    if (german) {
      const text = "This looks like German. The translator reads English and writes German.";
      return problems.replaceChildren(h("p", {}, text));
    }
    if (like.size) {
      const marked = words.flatMap((word) => [
        like.has(word) ? h("mark", {}, `${word}?`) : word === "i" ? "I" : word,
        " ",
      ]);
      rows.push(h("p", { lang: "en" }, ...marked));
      for (const [word, near] of like) {
        const replace = (other) => {
          form.querySelector("button").focus(); // this one goes
          const place = RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, "gui");
          translate(input.value.replace(place, other));
        };
        const buttons = near.map((other) => button(other, () => replace(other)));
        const forms = buttons.length ? [" Try: ", ...buttons.flatMap((b) => [b, " "])] : [];
        rows.push(h("p", {}, `The model does not know ${quoted(word)}.`, ...forms));
      }
    }
    if (go) rows.push(h("p", {}, button("Translate the rest all the same", go)));
    if (like.size && get("bigger")) {
      const href = (document.documentElement.dataset.content_root ?? "") + get("bigger");
      const link = h("a", { href }, "The translator on the first page");
      rows.push(h("p", {}, link, " knows many more words."));
    }
    const sentences = words.join(" ").split(/ [.!?] /);
    const most = Math.max(...sentences.map((sentence) => sentence.split(" ").length));
    if (parts.some(({ joint }) => joint))
      rows.push(
        h(
          "p",
          {},
          `No sentence in training had more than ${longest} words, so these are translated one by one: `,
          ...parts.flatMap(({ words }, i) => [
            i ? " | " : "",
            h("span", { lang: "en" }, words.join(" ")),
          ]),
        ),
      );
    else if (longest && most > longest)
      rows.push(
        h(
          "p",
          {},
          `${most} words; the longest sentence in training had ${longest}. The translation may be wrong.`,
        ),
      );
    problems.replaceChildren(...rows);
  }

  // What is surely wrong; the legend of the lines under words; and the same for those who
  // do not see them.
  function showDoubts(steps, wrong) {
    const unsure = steps.filter((step) => !step.copied && doubt(step));
    const rows = wrong.map((text) => h("p", { class: "wrong" }, text));
    if (unsure.length) {
      const listed = unsure.flatMap((step, i) => [
        i ? ", " : "",
        h("span", { lang: "de", class: doubt(step) }, step.word),
        // rounded down, for 90 % and more has no line
        ` ${percent(Math.floor(100 * confidence(step)) / 100)}`,
      ]);
      rows.push(h("p", {}, "Not so sure: ", ...listed, "."));
    }
    if (steps.some((step) => step.copied))
      rows.push(
        h("p", {}, "A word in „ “ was not known, so it is unchanged; endings near it are guessed."),
      );
    const legend = [
      "How sure the model is of a word: ",
      h("span", {}, "no line"),
      " 90 % or more, ",
      h("span", { class: LIKELY }, "dotted"),
      " 50 to 90 %, ",
      h("span", { class: DOUBTFUL }, "dashed"),
      " less.",
    ];
    rows.push(h("p", { class: "note" }, ...legend));
    doubts.replaceChildren(...rows);
  }

  async function translate(text, example, allTheSame = false) {
    const mine = ++latest;
    checks++;
    input.value = text;
    chips.replaceChildren();
    doubts.replaceChildren();
    example ??= get("examples").find(({ english }) => english === text.trim());
    for (const [i, { name }] of get("examples").entries())
      examples[i].setAttribute("aria-pressed", name === example?.name);
    write(note, example?.note ?? "");
    if (!/\p{L}|\p{N}/u.test(text)) return write(status, "There is no word to translate.");
    write(status, engine ? "Translating …" : "Loading the model …");
    try {
      const { ask, exported } = await ready();
      if (mine !== latest) return;
      const { words, like, german: isGerman } = await ask("read", { text });
      if (mine !== latest) return;
      // what has a capital is probably a name; German keeps names and numbers
      const isName = ([word]) => /^[\p{Lu}\p{N}]/u.test(word);
      if (isGerman || (!like.every(isName) && !allTheSame)) {
        const go = () => {
          form.querySelector("button").focus(); // this one goes
          translate(text, example, true);
        };
        showProblems(words, new Map(like), exported.longest, { go, german: isGerman });
        results.hidden = true;
        const advice = "Change the marked words, or translate the rest all the same.";
        return write(status, isGerman ? "Nothing was translated." : advice);
      }
      result = { steps: [] };
      await ask("translate", { text }, (part) => {
        if (mine !== latest) return;
        if (part.begun) begin(part.begun, exported);
        else if (part.word) say(part);
      });
      if (mine !== latest) return;
      if (!result.steps.length) return write(status, "I am not sure: too much of it is unknown.");
      const steps = spoken();
      const german = steps.map(({ word }) => word);
      const [again] = german.join(" ").match(AGAIN_AND_AGAIN) ?? [];
      if (again) {
        results.hidden = true;
        const sure = firstSure(steps, german.join(" ").indexOf(again));
        const known = sure.length ? ` As far as I can tell it begins: “${asInPrint(sure)} …”` : "";
        return write(status, `I am not sure.${known}`);
      }
      const look = Math.max(0, german.indexOf(example?.look));
      const wrong = findWrong(result.words, german, exported);
      const kind = wrong.length ? { class: DOUBTFUL } : {};
      print(steps, kind);
      showDoubts(steps, wrong);
      change({ text, translation: german.join(" "), place: look });
    } catch (error) {
      fail(error);
    }
  }

  // ---- one translation: its words appear, and then its weights

  const spoken = () => result.steps.filter(({ word }) => word !== "<eos>");
  const print = (steps, kind = {}) =>
    status.replaceChildren("German: ", h("span", { lang: "de", ...kind }, ...marked(steps)));

  let german, layers, heads, rows, table, looking, likeliest;
  function begin({ words, tokens, names, parts, like }, exported) {
    result = { words, tokens, steps: [] };
    showProblems(words, new Map(like), exported.longest, { parts });
    treeButton.hidden = parts.length > 1; // a search is of one sentence
    hideTree();
    german = h("div", { lang: "de" });
    looking = h("p", { class: "looking", "aria-live": "polite" });
    const counted = (n) => Array.from({ length: n }, (_, i) => i);
    const [L, H] = [exported.n_layers, exported.n_heads];
    layers = radios("Layer", `${id}-layer`, counted(L), (layer) => change({ layer }));
    heads = radios("Head", `${id}-head`, ["mean", ...counted(H)], (i) =>
      change({ head: i ? i - 1 : null }),
    );
    rows = tokens.map((token, i) => {
      const chosen = bar("one");
      const squares = counted(L * H).map(() => h("td", {}, h("i"), h("span")));
      const word = names[i];
      const name =
        word === token ? token : `${word} (${token === "<unk>" ? "" : "read as "}${token})`;
      const element = h(
        "tr",
        {},
        h("th", { scope: "row" }, name),
        h("td", {}, chosen.element),
        ...squares,
      );
      return { word, chosen, squares, element };
    });
    const ofLayer = (i) => h("th", { scope: "colgroup", colspan: H }, `layer ${i}`);
    const ofHeads = counted(L * H).map((i) => h("th", { scope: "col" }, i % H));
    table = h(
      "table",
      { class: "weights" },
      h("caption", {}, "Weight of each English word, in the chosen head and in every head"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col", rowspan: 2 }, "English"),
          h("th", { scope: "col", rowspan: 2 }, "weight"),
          ...counted(L).map(ofLayer),
        ),
        h("tr", {}, ...ofHeads),
      ),
      h("tbody", {}, ...rows.map((row) => row.element)),
    );
    table.heads = ofHeads;
    likeliest = h("ol");
    output.replaceChildren(
      h(
        "fieldset",
        {},
        h("legend", {}, "German: point at a word, or choose it with the arrow keys"),
        german,
      ),
      looking,
      h("div", { class: "choice" }, layers.group, heads.group),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Weights" }, table),
      h("p", { class: "note" }, "A square's area is the weight that one head gives the word."),
      h("p", { class: "note" }, "The most likely words here, with their probabilities:"),
      likeliest,
    );
    results.hidden = false;
    appears = performance.now();
  }

  function say(step) {
    const place = result.steps.push(step) - 1;
    const look = () => place !== get("place") && result.translated && change({ place });
    const input = h("input", { type: "radio", name: `${id}-word`, value: place, onchange: look });
    const label = h(
      "label",
      { onpointermove: look },
      input,
      h("span", {}, step.copied ?? step.word),
    );
    appears = Math.max(appears + PACE, performance.now());
    label.style.animationDelay = `${Math.round(appears - performance.now())}ms`;
    german.append(label);
  }

  /** The translation that came with the page; the model stays away until the reader asks. */
  function open({ begun, shape, steps }) {
    begin(begun, shape);
    steps.forEach(say);
    print(spoken());
    showDoubts(spoken(), []);
    const example = get("examples").findIndex(({ english }) => english === get("text"));
    examples[example]?.setAttribute("aria-pressed", "true");
    write(note, get("examples")[example]?.note ?? "");
  }

  function draw() {
    if (!result?.steps.length) return;
    result.translated = true;
    const { steps } = result;
    const place = Math.min(get("place"), steps.length - 1);
    const { word, joins, attention, likeliest: words } = steps[place];
    const layer = Math.min(get("layer") ?? Infinity, attention.length - 1);
    const head = get("head") === null ? null : Math.min(get("head"), attention[0].length - 1);
    german.children[place].firstChild.checked = true;
    layers.check(layer);
    heads.check(head === null ? 0 : head + 1);

    const weights = ofHead(attention[layer], head);
    const order = weights.map((_, i) => i).sort((a, b) => weights[b] - weights[a]);
    rows.forEach((row, i) => {
      row.element.className = i === order[0] && !joins ? "top" : "";
      row.chosen.set(weights[i], 1, share(weights[i]));
      attention.flat().forEach((all, k) => {
        const [square, number] = row.squares[k].children;
        square.style.setProperty("--side", Math.sqrt(all[i]).toFixed(3));
        write(number, share(all[i]));
      });
    });
    const isChosen = (k) =>
      Math.floor(k / attention[0].length) === layer &&
      (head === null || k % attention[0].length === head);
    for (const cells of [table.heads, ...rows.map((row) => row.squares)])
      cells.forEach((cell, k) => cell.classList.toggle("chosen", isChosen(k)));

    const before = place ? quoted(steps[place - 1].word) : "<bos>, the start,";
    const who = head === null ? "the mean of the heads" : `head ${head}`;
    const named = (i) => `${quoted(rows[i].word)} (${share(weights[i])})`;
    write(
      looking,
      joins
        ? `${quoted(word)} stands for ${quoted(joins)}, where the sentence was cut: no head looked anywhere.`
        : `After ${before} the decoder says ${quoted(word)}. Meanwhile ${who} of layer ${layer} looks ` +
            `most at ${named(order[0])}, then at ${named(order[1])}.`,
    );
    likeliest.replaceChildren(
      ...(joins ? [] : words).map(([other, p]) => {
        const { element, set } = bar("one");
        set(p, 1, oneIn(p));
        return h("li", {}, h("span", { lang: "de" }, other), element);
      }),
    );
  }

  // ---- the beam search, on demand

  function hideTree() {
    treeBox.replaceChildren();
    treeButton.setAttribute("aria-expanded", false);
    write(treeButton, "Show the beam search");
  }

  async function toggleTree() {
    if (treeButton.getAttribute("aria-expanded") === "true") return hideTree();
    const mine = latest;
    try {
      const { ask } = await ready();
      const found = await ask("search", {
        text: result.tokens.slice(1, -1).join(" "),
        beamSize: BEAMS,
      });
      if (mine === latest) showTree(found);
    } catch (error) {
      fail(error);
    }
  }

  function showTree({ steps, score }) {
    treeButton.setAttribute("aria-expanded", true);
    write(treeButton, "Hide the beam search");
    let shown = 1;
    const go = (step) => {
      if (step < 1 || step > steps.length) return;
      shown = step;
      grow();
    };
    const move = slider(`${id}-step`, "step", 1, steps.length, go);
    const back = button("← Back", () => go(shown - 1));
    const next = button("Next →", () => go(shown + 1));
    const tree = h("div", {
      class: "scroll",
      tabindex: 0,
      role: "region",
      "aria-label": "Tree of beginnings",
    });
    const summary = h("p", { "aria-live": "polite" });
    const kept = h("tbody");
    const columns = ["beginning", "probability", "of its last word"];
    treeBox.replaceChildren(
      h(
        "p",
        {},
        `The search keeps the ${BEAMS} likeliest beginnings, the likeliest on top. Each number is the probability of a word after those before it; dashed beginnings were dropped.`,
      ),
      move.element,
      h("div", { class: "move" }, back, next),
      tree,
      summary,
      h(
        "table",
        { class: "kept" },
        h("caption", {}, "The beginnings after this step"),
        h("thead", {}, h("tr", {}, ...columns.map((name) => h("th", { scope: "col" }, name)))),
        kept,
      ),
    );

    function grow() {
      const { drawing, last, best, isOver } = drawTree(steps, shown);
      tree.replaceChildren(drawing);
      tree.scrollLeft = tree.scrollWidth;
      move.set(shown, `${shown} of ${steps.length}`, `step ${shown} of ${steps.length}`);
      back.setAttribute("aria-disabled", shown === 1);
      next.setAttribute("aria-disabled", isOver);
      const ended = best
        ? ` The best that has ended: “${asInPrint(best.words.slice(0, -1))}”.`
        : " None has ended.";
      write(
        summary,
        isOver
          ? `The search is over: no beginning can get better than “${asInPrint(best.words.slice(0, -1))}”, ` +
              `with probability ${oneIn(Math.exp(best.log))}. Its score, the logarithm of that divided by ` +
              `a number that grows with the length, is ${signed(score, 3)}.`
          : `After step ${shown} there are ${last.length} beginnings.${ended}`,
      );
      kept.replaceChildren(
        ...(isOver ? [best, ...last] : last).map((node) =>
          h(
            "tr",
            {},
            h("th", { scope: "row", lang: "de" }, node.words.join(" ")),
            h("td", {}, oneIn(Math.exp(node.log))),
            h("td", {}, oneIn(node.probability)),
          ),
        ),
      );
    }
    grow();
  }

  if (get("first").steps) open(get("first"));
  const remove = show({ model, el }, root, ["layer", "head", "place"], draw);
  return () => {
    remove();
    engine?.then(({ stop }) => stop());
  };
}

export default { render };
