// "Look inside": the front end of HeadSwitches in inspector.py. Each part of the model is a
// button: on, off, or looking where it looks in another sentence.

import { frame, h, show, unique, write } from "./shared.mjs";
import { AGAIN_AND_AGAIN, asInPrint, inPrint, quoted, start } from "./translating.mjs";

const STATES = ["on", "off", "pasted"];
const SIGNS = { on: "●", off: "✕", pasted: "⇄" };

/** Which words of `b` are not in the longest row of words that `a` and `b` share. */
export function differing(a, b) {
  const rows = [Array(b.length + 1).fill(0)]; // rows[i][j]: shared by the first i and j words
  for (let i = 1; i <= a.length; i++) {
    rows.push([0]);
    for (let j = 1; j <= b.length; j++)
      rows[i].push(
        a[i - 1] === b[j - 1] ? rows[i - 1][j - 1] + 1 : Math.max(rows[i - 1][j], rows[i][j - 1]),
      );
  }
  const differ = b.map(() => true);
  let [i, j] = [a.length, b.length];
  while (i > 0 && j > 0) {
    const isShared = a[i - 1] === b[j - 1];
    if (isShared) differ[j - 1] = false;
    const up = isShared || rows[i - 1][j] >= rows[i][j - 1];
    if (isShared || !up) j--;
    if (up) i--;
  }
  return differ;
}

/** The rows of the table: attentions by layer, each with its parts by column. */
export function partsOf(nLayers, nHeads) {
  const counted = (n) => Array.from({ length: n }, (_, i) => i);
  const row = (stack, layer, kind, label) => ({
    label,
    heads: counted(nHeads).map((i) =>
      stack === "encoder" ? `encoder.${layer}.head.${i}` : `${stack}.${layer}.${kind}.head.${i}`,
    ),
    all: `${stack}.${layer}.${kind}`,
    layer: kind === "self" ? `${stack}.${layer}` : null, // beside its first row
    spansTwo: stack === "decoder",
  });
  return [
    ...counted(nLayers).map((i) => row("encoder", i, "self", `encoder ${i}`)),
    ...counted(nLayers).flatMap((i) => [
      row("decoder", i, "self", `decoder ${i}, itself`),
      row("decoder", i, "cross", `decoder ${i}, English`),
    ]),
  ];
}

function render({ model, el }) {
  const id = unique();
  const get = (name) => model.get(name);
  let engine;
  let latest = 0;

  const button = (text, onclick, more = {}) =>
    h("button", { type: "button", onclick, ...more }, text);
  const field = (name, label) => {
    const input = h("input", {
      ...{ id: `${id}-${name}`, type: "text", maxlength: 300, lang: "en" },
      ...{ autocomplete: "off", autocapitalize: "off", spellcheck: "false" },
    });
    return { input, element: h("div", {}, h("label", { for: input.id }, label), input) };
  };

  const examples = get("examples").map((example) =>
    button(example.name, () => choose(example), { "aria-pressed": false }),
  );
  const text = field("text", "English sentence");
  const other = field("other", "A second sentence with as many words, to paste attention from");
  const form = h(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        set({ text: text.input.value, other: other.input.value });
      },
    },
    text.element,
    other.element,
    h("button", {}, "Translate"),
  );

  const switches = new Map(); // part → its button
  const part = (name, spoken) => {
    const turn = () => {
      const next = STATES[(STATES.indexOf(stateOf(name)) + 1) % 3];
      const others = (list) => get(list).filter((each) => each !== name);
      const state = { off: others("off"), pasted: others("pasted") };
      const isPossible = next !== "pasted" || other.input.value.trim();
      if (next !== "on" && isPossible) state[next].push(name);
      set({ text: text.input.value, other: other.input.value, ...state });
    };
    const made = button("", turn);
    switches.set(name, { button: made, spoken });
    return made;
  };
  const columns = Array.from({ length: get("n_heads") }, (_, i) => `head ${i}`);
  const body = partsOf(get("n_layers"), get("n_heads")).map((row) => {
    const cells = [
      ...row.heads.map((name, i) => h("td", {}, part(name, `${row.label}, head ${i}`))),
      h("td", {}, part(row.all, `${row.label}, all heads`)),
    ];
    if (row.layer) {
      const tall = row.spansTwo ? { rowspan: 2 } : {};
      cells.push(h("td", tall, part(row.layer, `${row.label.split(",")[0]}, the whole layer`)));
    }
    return h("tr", {}, h("th", { scope: "row" }, row.label), ...cells);
  });
  const table = h(
    "table",
    {},
    h("caption", {}, "Parts of the model; each button is on, off or pasted"),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ...["part", ...columns, "all", "layer"].map((name) => h("th", { scope: "col" }, name)),
      ),
    ),
    h("tbody", {}, ...body),
  );
  const reset = button("All on", () => set({ off: [], pasted: [] }));
  const note = h("p", { class: "about" });
  const before = h("span", { lang: "de" });
  const status = h("p", { role: "status", "aria-live": "polite" });
  write(before, "the model is loaded when you first ask.");
  const root = frame(
    "Look inside the translator",
    "lf-inspector",
    h("fieldset", { class: "examples" }, h("legend", {}, "Examples"), h("div", {}, ...examples)),
    form,
    h(
      "p",
      { class: "note" },
      "Press a part once to switch it off (✕), again to let it look where it looks in the " +
        "other sentence (⇄), and a third time to switch it on (●).",
    ),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Parts" }, table),
    h("div", { class: "moves" }, reset),
    h("p", {}, "As it is: ", before),
    status,
    note,
  );

  const stateOf = (name) =>
    get("off").includes(name) ? "off" : get("pasted").includes(name) ? "pasted" : "on";

  function set(state) {
    for (const [name, value] of Object.entries(state)) model.set(name, value);
    model.save_changes();
    write(note, "");
    draw();
    translate();
  }

  function choose(example) {
    const { english, other: donor, off, paste } = example;
    set({ text: english, other: donor, off, pasted: paste });
    write(note, example.note);
  }

  function draw() {
    if (document.activeElement !== text.input) text.input.value = get("text");
    if (document.activeElement !== other.input) other.input.value = get("other");
    for (const [name, { button: made, spoken }] of switches) {
      const state = stateOf(name);
      write(made, SIGNS[state]);
      made.className = state;
      made.setAttribute("aria-label", `${spoken}: ${state}`);
    }
    const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
    get("examples").forEach(({ english, other: donor, off, paste }, i) =>
      examples[i].setAttribute(
        "aria-pressed",
        same([english, donor, off, paste], [get("text"), get("other"), get("off"), get("pasted")]),
      ),
    );
  }

  const german = (words) => {
    const output = words.filter((word) => word !== "<eos>");
    const [again] = output.join(" ").match(AGAIN_AND_AGAIN) ?? [];
    return again ? { around: again.trim().split(" ")[0] } : { output };
  };

  async function translate() {
    const mine = ++latest;
    write(status, engine ? "Translating …" : "Loading the model …");
    try {
      engine ??= start(get);
      const { ask } = await engine;
      const request = { off: get("off"), paste: get("pasted"), other: get("other") };
      const found = await ask("inspect", { text: get("text"), ...request });
      if (mine !== latest) return;
      if (found.like.length) {
        write(before, "");
        const unknown = found.like.map(([word]) => quoted(word)).join(", ");
        return write(status, `The model does not know ${unknown}.`);
      }
      const whole = german(found.before);
      write(before, whole.output ? asInPrint(whole.output) : "I am not sure.");
      if (found.lengths)
        return write(
          status,
          `Attention is pasted from a sentence of as many words: here are ${found.lengths[0]}, ` +
            `there ${found.lengths[1]}.`,
        );
      if (!get("off").length && !get("pasted").length)
        return write(status, "All is on. Press a part.");
      const changed = german(found.after);
      if (changed.around)
        return write(status, `Changed: it says ${quoted(changed.around)} again and again.`);
      const differ = differing(whole.output ?? [], changed.output);
      const words = inPrint(changed.output).flatMap((word, i) => {
        const space = word.startsWith(" ") ? " " : "";
        return differ[i] ? [space, h("mark", {}, word.trim())] : [word];
      });
      const isSame = changed.output.join(" ") === whole.output?.join(" ");
      status.replaceChildren(
        ...(isSame
          ? ["Nothing changed: the German is the same."]
          : ["Changed: ", h("span", { lang: "de" }, ...(words.length ? words : ["(nothing)"]))]),
      );
    } catch (error) {
      engine = undefined;
      write(status, `There is no translation: ${error.message}.`);
    }
  }

  const remove = show({ model, el }, root, ["text", "other", "off", "pasted"], draw);
  return () => {
    remove();
    engine?.then(({ stop }) => stop());
  };
}

export default { render };
