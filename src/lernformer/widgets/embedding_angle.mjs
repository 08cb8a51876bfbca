// "Two vectors and their angle": the front end of AngleExplorer in embedding.py.

import { cosine, dot, norm, plane, polar } from "./plane.mjs";
import { change, frame, h, readout, show, signed, slider, unique, write } from "./shared.mjs";

const DEGREE = Math.PI / 180;
export const LONGEST = 4; // of a vector

/** The vector of a length and an angle in degrees. */
export const vector = (length, degrees) => polar(length, degrees * DEGREE);

/** How far a reaches along b: a · b / |b|, negative if it points away. */
export const projection = (a, b) => dot(a, b) / (norm(b) || 1);

/** The angle between two directions in degrees, from 0 to 180. */
export const between = (a, b) => {
  const apart = Math.abs(a - b) % 360;
  return Math.min(apart, 360 - apart);
};

/** Length and angle of a point, as the sliders can hold them. */
export function rounded([x, y]) {
  const length = Math.min(Math.round(10 * Math.hypot(x, y)) / 10, LONGEST);
  return { length, angle: (Math.round(Math.atan2(y, x) / DEGREE) + 360) % 360 };
}

function describe(angle, zero) {
  if (zero) return "A vector of length 0 has no direction: product and cosine are 0.";
  const start = `The angle is ${angle}°. `;
  if (angle === 0) return `${start}Same direction: the cosine is 1, the largest there is.`;
  if (angle === 180) return `${start}Opposite directions: the cosine is −1, the smallest there is.`;
  if (angle === 90) return `${start}At right angles nothing of a lies along b: the product is 0.`;
  if (angle < 90) return `${start}a leans towards b, so the product is positive.`;
  return `${start}a leans away from b, so the product is negative.`;
}

function render({ model, el }) {
  const id = unique();
  const get = (name) => model.get(name);
  const sheet = plane(LONGEST + 0.4);
  const shadow = sheet.line("cool thick");
  const drop = sheet.line("dashed");
  const arrows = {};
  const sliders = {};
  for (const [name, kind] of [
    ["b", "warm"],
    ["a", "cool"],
  ]) {
    arrows[name] = sheet.arrow(kind, name, (place) => {
      const { length, angle } = rounded(place);
      change(model, { [`${name}_length`]: length, [`${name}_angle`]: angle });
    });
    sliders[name] = [
      slider(`${id}-${name}l`, `length of ${name}`, 0, 10 * LONGEST, (i) =>
        change(model, { [`${name}_length`]: i / 10 }),
      ),
      slider(`${id}-${name}a`, `angle of ${name}`, 0, 359, (i) =>
        change(model, { [`${name}_angle`]: i }),
      ),
    ];
  }
  const status = h("p", { role: "status", "aria-live": "polite" });
  const product = readout("dot product a · b");
  const cos = readout("cosine");
  const shade = readout("projection of a on b");
  const root = frame(
    "Two vectors and their angle",
    "lf-angle",
    sheet.beside(...[...sliders.a, ...sliders.b].map((part) => part.element)),
    status,
    h("dl", {}, product.element, cos.element, shade.element),
    h(
      "p",
      { class: "note" },
      "Drag the tips, or use the sliders. The thick bar along b is the projection of a.",
    ),
  );

  function draw() {
    const [a, b] = ["a", "b"].map((name) => vector(get(`${name}_length`), get(`${name}_angle`)));
    arrows.a.set(a);
    arrows.b.set(b);
    const along = projection(a, b);
    const foot = norm(b) ? b.map((x) => (x * along) / norm(b)) : [0, 0];
    shadow.set([0, 0], foot);
    drop.set(a, foot);
    for (const name of ["a", "b"]) {
      const length = get(`${name}_length`);
      const angle = get(`${name}_angle`);
      sliders[name][0].set(Math.round(10 * length), length.toFixed(1), `${length.toFixed(1)}`);
      sliders[name][1].set(angle, `${angle}°`, `${angle} degrees`);
    }
    const apart = between(get("a_angle"), get("b_angle"));
    write(status, describe(apart, !norm(a) || !norm(b)));
    product.set(signed(dot(a, b)), Math.abs(dot(a, b)) / LONGEST ** 2);
    cos.set(signed(cosine(a, b)), Math.abs(cosine(a, b)));
    shade.set(signed(along), Math.abs(along) / LONGEST);
  }

  return show({ model, el }, root, ["a_length", "a_angle", "b_length", "b_angle"], draw);
}

export default { render };
