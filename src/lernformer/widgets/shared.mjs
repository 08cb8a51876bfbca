// What all figures share: softmax, numbers in words, page elements.
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

/** A number in [0, 1] with three digits; only 0 and 1 themselves are shown as 0 and 1. */
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
  // A browser that translates the page leaves the German alone.
  if (attributes.lang === "de") element.translate = false;
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

/** Back and Next through the steps of a figure, and the sentence that gives the state. */
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

// Python puts shared.css here. In the book a page loads it once for all figures, and
// this stays empty.
const SHEET = "";

/** The style that all figures share comes with the first one in a page. */
function dress() {
  if (document.getElementById("lf-shared")) return;
  document.head.append(h("style", { id: "lf-shared" }, SHEET));
}

/** The frame of a figure; its sheet is named for its class, `name`. */
export function frame(label, name, ...children) {
  dress();
  const root = h("div", { role: "group", "aria-label": label, class: `lf-widget ${name}` });
  root.append(...children);
  // Keys that work here must not also move the notebook or the page.
  root.setAttribute("data-lm-suppress-shortcuts", "true");
  root.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
  });
  return root;
}

/** Show `root` in `el`, drawn again whenever one of the model's `names` changes. */
export function show({ model, el }, root, names, draw) {
  for (const name of names) model.on(`change:${name}`, draw);
  draw();
  el.append(root);
  return () => {
    for (const name of names) model.off(`change:${name}`, draw);
    root.remove();
  };
}

/** Set several values of the model, and notify the kernel once. */
export function change(model, state) {
  for (const [name, value] of Object.entries(state)) model.set(name, value);
  model.save_changes();
}

/** A prefix for ids: several figures share a page. */
export const unique = () => `lf${Math.random().toString(36).slice(2, 9)}`;
