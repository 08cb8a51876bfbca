// "Add or concatenate": the front end of AddOrConcatenate in positional_encoding.py.

import { norm, plane, polar } from "./plane.mjs";
import {
  change,
  frame,
  h,
  radios,
  readout,
  show,
  signed,
  slider,
  unique,
  write,
} from "./shared.mjs";

const POSITIONS = 12; // 0 … 12
const DEGREE = Math.PI / 180;

/** The vector of a word: its direction, as long as `size`. */
export const word = (degrees, size) => polar(size, degrees * DEGREE);

/** Position p of the first clock. */
export const place = (p) => [Math.sin(p), Math.cos(p)];

/** [x; p] W with W_1 and W_2 that stretch by w1 and w2; adding is w1 = w2 = 1. */
export const mix = (x, p, w1, w2) => x.map((value, i) => w1 * value + w2 * p[i]);

/** The index of the nearest of the vectors. */
export function nearest(vectors, to) {
  const distances = vectors.map((vector) => norm(vector.map((value, i) => value - to[i])));
  return distances.indexOf(Math.min(...distances));
}

function render({ model, el }) {
  const id = unique();
  const get = (name) => model.get(name);
  const words = get("words");
  const sheet = plane(4.5);
  const ring = sheet.circle("warm");
  const others = Array.from({ length: POSITIONS + 1 }, () => sheet.point("warm faint"));
  const arrows = words.map((name) => sheet.arrow("cool", name));
  const step = sheet.line("warm");
  const sum = sheet.point("plain");
  const label = sheet.text("plain");
  const which = radios("Word", `${id}-w`, words, (i) => change(model, { word: i }));
  const mode = radios(
    "Position and word are",
    `${id}-m`,
    ["added", "concatenated and mixed"],
    (i) => change(model, { concatenate: i === 1 }),
  );
  const position = slider(`${id}-p`, "position", 0, POSITIONS, (p) =>
    change(model, { position: p }),
  );
  const size = slider(`${id}-s`, "size of the embedding", 1, 40, (i) =>
    change(model, { size: i / 10 }),
  );
  const [w1, w2] = [
    ["w1", "W₁ stretches the word by"],
    ["w2", "W₂ stretches the position by"],
  ].map(([name, text]) =>
    slider(`${id}-${name}`, text, 0, 15, (i) => change(model, { [name]: i / 10 })),
  );
  const status = h("p", { role: "status", "aria-live": "polite" });
  const result = readout("what the layer passes on");
  const near = readout("nearest word");
  const root = frame(
    "Add or concatenate",
    "lf-circle",
    which.group,
    mode.group,
    sheet.beside(position.element, size.element, w1.element, w2.element),
    status,
    h("dl", {}, result.element, near.element),
  );

  function draw() {
    const concatenate = get("concatenate");
    const [a, b] = concatenate ? [get("w1"), get("w2")] : [1, 1];
    const p = get("position");
    const vectors = get("angles").map((degrees) => word(degrees, get("size")));
    const stretched = vectors.map((vector) => mix(vector, [0, 0], a, 0));
    const x = vectors[get("word")];
    const out = mix(x, place(p), a, b);
    arrows.forEach((arrow, i) => arrow.set(stretched[i]));
    ring.set(stretched[get("word")], [b, b]);
    others.forEach((point, i) => point.set(mix(x, place(i), a, b)));
    step.set(stretched[get("word")], out);
    sum.set(out);
    label.set(out, `p = ${p}`, [0, out[1] > stretched[get("word")][1] ? -22 : 22]);

    which.check(get("word"));
    mode.check(concatenate ? 1 : 0);
    position.set(p, `${p}`, `position ${p}`);
    size.set(Math.round(10 * get("size")), get("size").toFixed(1), get("size").toFixed(1));
    for (const [name, part] of [
      ["w1", w1],
      ["w2", w2],
    ]) {
      part.element.hidden = !concatenate;
      part.set(Math.round(10 * get(name)), get(name).toFixed(1), get(name).toFixed(1));
    }
    const best = nearest(stretched, out);
    const own = words[get("word")];
    result.set(`(${signed(out[0])}, ${signed(out[1])})`, 0);
    near.set(words[best], 0);
    write(
      status,
      b === 0
        ? "W₂ drops the position: all positions of a word are one point."
        : a === 0
          ? "W₁ drops the word: only the position is left."
          : best === get("word")
            ? `“${own}” at position ${p} lies on the circle round “${own}” and is still nearest to it.`
            : `“${own}” at position ${p} is nearer to “${words[best]}”: the position outshouts the word.`,
    );
  }

  const names = ["word", "position", "size", "concatenate", "w1", "w2"];
  return show({ model, el }, root, names, draw);
}

export default { render };
