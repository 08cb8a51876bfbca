// What all figures share: softmax, numbers in words, page elements, colours.
// In a page, Python puts this text where a figure's file imports it (see __init__.py).

/** softmax(scores / temperature); the largest is taken off first, so that e^x stays finite. */
export function softmax(scores, temperature = 1) {
  const largest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp((score - largest) / temperature));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}

// ---- numbers in words -------------------------------------------------------------

/** With a true minus sign; what rounds to 0 has none. */
export const signed = (x, digits = 2) => {
  const text = Math.abs(x).toFixed(digits);
  return (x < 0 && Number(text) !== 0 ? "−" : "") + text;
};

/** A number in [0, 1] with three digits; what rounds to 0 or 1 is told from 0 and 1. */
export function share(p) {
  if (p > 0 && p < 0.0005) return "<0.001";
  return p < 1 && p > 0.9995 ? ">0.999" : p.toFixed(3);
}

/** Like `share`, but a tiny number keeps its power of ten. */
export function small(p) {
  if (p === 0 || p >= 0.0005) return p.toFixed(3);
  const [factor, exponent] = p.toExponential(0).split("e-");
  return `${factor} × 10⁻${[...exponent].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("")}`;
}

// ---- page elements ----------------------------------------------------------------

/** An element: attributes, `on…` listeners, children. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

export function write(element, text) {
  // An untouched live region stays silent.
  if (element.textContent !== text) element.textContent = text;
}

/** Bar from zero, and its number. `write(x, axis, text)`: a bar past the axis gets a tip. */
export function bar(kind) {
  const fill = h("i");
  const number = h("span", { class: "num" });
  const track = h("span", { class: `track ${kind}` }, fill);
  const set = (x, axis, text) => {
    const length = Math.min(Math.abs(x) / axis, 1) * (kind === "two" ? 50 : 100);
    fill.style.width = `${length}%`;
    if (kind === "two") fill.style.left = `${x < 0 ? 50 - length : 50}%`;
    fill.className = Math.abs(x) > axis ? (x < 0 ? "past left" : "past") : "";
    write(number, text);
  };
  return { element: h("div", { class: "bar" }, track, number), set };
}

/** Vector as coloured cells: hue shows the sign, strength the size times `fade`. */
export function cells(length) {
  const parts = Array.from({ length }, () => h("span"));
  const set = (vector, fade, largest) =>
    vector.forEach((x, j) => {
      write(parts[j], signed(x));
      parts[j].className = x < 0 ? "negative" : "positive";
      const strength = Math.min(Math.abs(x) / largest, 1) * fade;
      parts[j].style.setProperty("--strength", `${(60 * strength).toFixed(1)}%`);
    });
  return { element: h("div", { class: "cells" }, ...parts), set };
}

export function radios(legend, name, labels, choose) {
  const inputs = labels.map((_, i) =>
    h("input", { type: "radio", name, value: i, onchange: () => choose(i) }),
  );
  const chips = labels.map((label, i) => h("label", {}, inputs[i], h("span", {}, label)));
  const group = h("fieldset", {}, h("legend", {}, legend), h("div", {}, ...chips));
  return { group, check: (i) => inputs[i] && (inputs[i].checked = true) };
}

export function slider(id, label, min, max, move) {
  const input = h("input", { type: "range", id, min, max, step: 1 });
  input.addEventListener("input", () => move(Number(input.value)));
  const value = h("b", { "aria-hidden": "true" }); // the slider says it by itself
  const set = (position, text, spoken) => {
    input.value = position;
    input.setAttribute("aria-valuetext", spoken);
    write(value, text);
  };
  const head = h("div", {}, h("label", { for: id }, label), value);
  return { element: h("div", { class: "slider" }, head, input), set };
}

export function readout(label) {
  const number = h("b");
  const fill = h("i");
  const element = h(
    "div",
    {},
    h("dt", {}, label),
    h("dd", {}, number, h("span", { class: "track one" }, fill)),
  );
  const set = (text, part) => {
    write(number, text);
    fill.style.width = `${100 * part}%`;
  };
  return { element, set };
}

/** Back and Next through the steps of a figure, and the sentence that tells the state. */
export function moves(go) {
  const status = h("p", { role: "status", "aria-live": "polite" });
  const back = h("button", { type: "button", onclick: () => go(-1) }, "← Back");
  const next = h("button", { type: "button", onclick: () => go(1) }, "Next →");
  const set = (step, last, text) => {
    back.setAttribute("aria-disabled", step <= 0);
    next.setAttribute("aria-disabled", step >= last);
    write(status, text);
  };
  return { element: h("div", { class: "moves" }, back, next, status), set };
}

/** The frame of a figure; `css` is what only this figure needs. */
export function frame(label, name, css, ...children) {
  const style = h("style", {}, BASE, css);
  const root = h("div", { role: "group", "aria-label": label, class: `lf-widget ${name}` });
  root.append(style, ...children);
  // Keys that work here must not also move the notebook or the page.
  root.setAttribute("data-lm-suppress-shortcuts", "true");
  root.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  });
  return root;
}

/** Show `root` in `el`, drawn anew whenever one of the model's `names` changes. */
export function show({ model, el }, root, names, draw) {
  for (const name of names) model.on(`change:${name}`, draw);
  draw();
  el.append(root);
  return () => {
    for (const name of names) model.off(`change:${name}`, draw);
    root.remove();
  };
}

/** Set several values of the model, and tell the kernel once. */
export function change(model, state) {
  for (const [name, value] of Object.entries(state)) model.set(name, value);
  model.save_changes();
}

/** A prefix for ids: several figures share a page. */
export const unique = () => "lf" + Math.random().toString(36).slice(2, 9);

// Colours come from the book's variables, else JupyterLab's; own fallbacks are light.
const BASE = `
.lf-widget {
  --text: var(--pst-color-text-base, var(--jp-content-font-color1, #1a1a1a));
  --paper: var(--pst-color-background, var(--jp-layout-color0, #fff));
  --surface: var(--pst-color-surface, var(--jp-layout-color2, #f5f5f5));
  --line: var(--pst-color-border, var(--jp-border-color1, #bdbdbd));
  --accent: var(--pst-color-primary, var(--jp-brand-color1, #1f6fc4));
  --soft: color-mix(in srgb, var(--text) 80%, var(--paper));
  --firm: color-mix(in srgb, var(--text) 55%, var(--paper));
  --tint: color-mix(in srgb, var(--accent) 16%, var(--paper));
  --cool: color-mix(in srgb, #2f86d4 80%, var(--text));
  --warm: color-mix(in srgb, #e8720c 80%, var(--text));
  container-type: inline-size; box-sizing: border-box; max-width: 50rem;
  margin: 1rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: .6rem;
  color: var(--text); background: var(--paper);
  font: 1rem/1.45 var(--pst-font-family-base, var(--jp-content-font-family, system-ui, sans-serif));
  font-variant-numeric: tabular-nums;
}
.lf-widget *, .lf-widget *::after { box-sizing: border-box; }
.lf-widget :is(p, ol, dl, dd, dt, fieldset, legend, table) {
  margin: 0; padding: 0; border: 0; color: inherit; font-size: inherit; }
.lf-widget :is(button, input) { font: inherit; margin: 0; accent-color: var(--accent); }
.lf-widget :focus-visible, .lf-widget input:focus-visible + span {
  outline: 3px solid var(--accent); outline-offset: 2px; }

.lf-widget fieldset { min-width: 0; margin-bottom: .7rem; }
.lf-widget legend { float: none; width: auto; margin-bottom: .25rem;
  font-size: .85rem; line-height: 1.4; color: var(--soft); }
.lf-widget fieldset div { display: flex; flex-wrap: wrap; gap: .4rem; }
.lf-widget fieldset label { position: relative; margin: 0; cursor: pointer; }
.lf-widget fieldset input { position: absolute; inset: 0; opacity: 0; cursor: pointer; }
.lf-widget fieldset label span { display: block; padding: .2rem .7rem;
  border: 1px solid var(--firm); border-radius: 1rem; background: var(--paper); }
.lf-widget fieldset input:checked + span { border-color: var(--accent);
  box-shadow: inset 0 0 0 1px var(--accent); background: var(--tint); font-weight: 700; }

.lf-widget button { padding: .3rem .8rem; border: 1px solid var(--firm);
  border-radius: .4rem; color: var(--text); background: var(--paper); cursor: pointer; }
.lf-widget button:hover { background: var(--tint); }
.lf-widget button[aria-disabled="true"] { opacity: .45; cursor: default; }
.lf-widget caption { position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; }
.lf-widget :is(tr, th, td) { background: none; border: 0; }
.lf-widget [role="status"] { margin: 0; }
.lf-widget .bar { display: flex; align-items: center; justify-content: end; gap: .3rem; }
.lf-widget .num { flex: none; width: 3.5em; text-align: right; }
.lf-widget .track { position: relative; display: block; flex: 1; min-width: 1.5rem;
  height: .8rem; overflow: hidden; border-radius: 2px;
  background: color-mix(in srgb, var(--text) 9%, var(--paper)); }
.lf-widget .track.two::after { content: ""; position: absolute; inset: 0 auto 0 50%;
  border-left: 1px solid var(--firm); }
.lf-widget .track i { position: absolute; inset: 0 auto 0 0; width: 0;
  background: var(--accent); transition: width .25s, left .25s; }
.lf-widget .past { clip-path: polygon(0 0, calc(100% - .4rem) 0, 100% 50%, calc(100% - .4rem) 100%, 0 100%); }
.lf-widget .past.left { clip-path: polygon(100% 0, .4rem 0, 0 50%, .4rem 100%, 100% 100%); }
.lf-widget .cells { display: grid; grid-template-columns: repeat(4, 1fr); gap: 2px; }
.lf-widget .cells span { padding: .1rem 0; border-radius: 2px; text-align: center;
  font-size: .85rem; font-weight: 400;
  background: color-mix(in srgb, var(--hue) var(--strength), var(--paper));
  box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--text) 14%, var(--paper));
  transition: background-color .25s; }
.lf-widget .positive { --hue: #d9730d; }
.lf-widget .negative { --hue: #2f78c4; }

.lf-widget .panel { display: grid; grid-template-columns: 1fr 1fr; gap: .8rem 1.5rem;
  padding: .8rem; border-radius: .4rem; background: var(--surface); }
.lf-widget .slider div { display: flex; justify-content: space-between; gap: .5rem; }
.lf-widget .slider input { width: 100%; }
.lf-widget .panel label { margin: 0; }
.lf-widget .switch { grid-column: 1 / -1; justify-self: start; display: flex;
  align-items: center; gap: .4rem; cursor: pointer; }
.lf-widget .switch input { width: 1.1rem; height: 1.1rem; }
.lf-widget dl { grid-column: 1 / -1; display: grid; grid-template-columns: repeat(3, 1fr);
  gap: .8rem 1.5rem; }
.lf-widget dl > div { display: flex; flex-direction: column; justify-content: space-between; }
.lf-widget dl > div > * { display: block; float: none; width: auto; }
.lf-widget dl dt { font-size: .8rem; font-weight: 400; line-height: 1.3; }
.lf-widget dd b { font-size: 1.25rem; }
.lf-widget dd .track { height: .4rem; }
.lf-widget .moves { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem;
  margin: .8rem 0; }
.lf-widget .moves p { flex: 1 1 18rem; min-height: 2.9em; margin-left: .5rem; }
.lf-widget .note { margin-top: .7rem; font-size: .8rem; color: var(--soft); }

@container (max-width: 36rem) {
  .lf-widget .panel, .lf-widget dl { grid-template-columns: 1fr; }
  .lf-widget .moves p { flex-basis: 100%; min-height: 5.8em; margin: 0; }
  .lf-widget dl > div { flex-direction: column; }
}
@media (prefers-reduced-motion: reduce) {
  .lf-widget * { transition: none !important; }
}
`;
