// "From a counter to waves": the front end of CounterWaves in positional_encoding.py.

import { picture, set, svg } from "./plane.mjs";
import { change, frame, h, readout, show, slider, unique, write } from "./shared.mjs";

export const BITS = 4;
export const COUNT = 2 ** BITS;

/** Digit j of a number in binary; the last digit is j = 0. */
export const bit = (number, j) => Math.floor(number / 2 ** j) % 2;

/**
 * Digit j between a switch (smoothness 0) and a wave (1), at any place of the axis. The
 * wave goes once up and down while the digit goes through its 0 and its 1.
 */
function height(place, j, smoothness) {
  const wave = -Math.sin((2 * Math.PI * place) / 2 ** (j + 1));
  const jump = 2 * bit(place, j) - 1;
  return (1 + (1 - smoothness) * jump + smoothness * wave) / 2;
}

/** The same for a number, which is in the middle of its part of the axis. */
export const level = (number, j, smoothness) => height(number + 0.5, j, smoothness);

/** How many digits differ between a number and the next. */
export const flips = (number) =>
  Array.from({ length: BITS }, (_, j) => bit(number, j) !== bit(number + 1, j)).filter(Boolean)
    .length;

const [WIDTH, HEIGHT, LEFT] = [400, 52, 46]; // of the drawing; of a lane; of its name
const STEPS = 8; // points a number
const x = (number) => LEFT + (number * (WIDTH - LEFT)) / COUNT;
const y = (lane, value) => lane * HEIGHT + 44 - 36 * value;

/** The corner points of a lane's curve: upright jumps for switches. */
function curve(j, lane, smoothness) {
  const points = [];
  for (let n = 0; n < COUNT; n++)
    for (let i = 0; i <= STEPS; i++) {
      const inside = n + Math.min(i / STEPS, 1 - 1e-9);
      const value = height(inside, j, smoothness);
      points.push(`${x(inside).toFixed(1)},${y(lane, value).toFixed(1)}`);
    }
  return points.join(" ");
}

function render({ model, el }) {
  const id = unique();
  const get = (name) => model.get(name);
  const lanes = Array.from({ length: BITS }, (_, lane) => {
    const j = BITS - 1 - lane;
    const line = svg("polyline", { class: `wave w${j}` });
    const dot = svg("circle", { class: "dot", r: 5 });
    const name = svg("text", { x: 0, y: y(lane, 0.5) });
    name.textContent = `digit ${j}`;
    const floor = y(lane, 0);
    const zero = svg("line", { class: "zero", x1: LEFT, x2: WIDTH, y1: floor, y2: floor });
    return { j, lane, line, dot, parts: [zero, name, line, dot] };
  });
  const now = svg("line", { class: "now", y1: 0, y2: BITS * HEIGHT });
  const parts = lanes.flatMap((lane) => lane.parts);
  const drawing = picture("lanes", WIDTH, BITS * HEIGHT, now, ...parts);
  const number = slider(`${id}-n`, "number", 0, COUNT - 1, (n) => change(model, { number: n }));
  const smooth = slider(`${id}-s`, "from switches to waves", 0, 10, (s) =>
    change(model, { smoothness: s / 10 }),
  );
  const status = h("p", { role: "status", "aria-live": "polite" });
  const digits = readout("in binary, digits 3 2 1 0");
  const levels = readout("what the curves show there");
  const root = frame(
    "From a counter to waves",
    "lf-counter",
    drawing,
    status,
    h(
      "div",
      { class: "panel" },
      number.element,
      smooth.element,
      h("dl", {}, digits.element, levels.element),
    ),
  );

  function draw() {
    const n = get("number");
    const smoothness = get("smoothness");
    for (const { j, lane, line, dot } of lanes) {
      set(line, { points: curve(j, lane, smoothness) });
      set(dot, { cx: x(n + 0.5), cy: y(lane, level(n, j, smoothness)) });
    }
    set(now, { x1: x(n + 0.5), x2: x(n + 0.5) });
    const places = [3, 2, 1, 0];
    const binary = places.map((j) => bit(n, j)).join("");
    number.set(n, `${n}`, `${n}`);
    const kind = smoothness === 0 ? "switches" : smoothness === 1 ? "waves" : "between";
    smooth.set(Math.round(10 * smoothness), kind, kind);
    digits.set(binary, n / (COUNT - 1));
    levels.set(places.map((j) => level(n, j, smoothness).toFixed(2)).join("  "), 0);
    write(
      status,
      smoothness === 1
        ? `${n} lies on four waves. Each takes twice as long as the one below it, as each digit does.`
        : n + 1 < COUNT
          ? `${n} is ${binary}. From ${n} to ${n + 1}, ${flips(n) === 1 ? "1 digit flips" : `${flips(n)} digits flip at once`}.`
          : `${n} is ${binary}, the last number that four digits can write.`,
    );
  }

  return show({ model, el }, root, ["number", "smoothness"], draw);
}

export default { render };
