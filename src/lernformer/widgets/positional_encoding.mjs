// "Position clocks": the front end of PositionClocks in positional_encoding.py.
// Without a table the formula gives the numbers; with one, the hands show the table's.

import { dot, picture, set, svg } from "./plane.mjs";
import {
  cells,
  change,
  frame,
  h,
  readout,
  show,
  signed,
  slider,
  unique,
  write,
} from "./shared.mjs";

/** How far each clock turns from one position to the next, in radians. */
export const frequencies = (d, base) =>
  Array.from({ length: Math.ceil(d / 2) }, (_, k) => base ** ((-2 * k) / d));

/** One row of the table: sines in the even dimensions, cosines in the odd ones. */
export function encoding(position, d, base) {
  const omega = frequencies(d, base);
  return Array.from({ length: d }, (_, i) =>
    (i % 2 ? Math.cos : Math.sin)(omega[i >> 1] * position),
  );
}

/** The angle of a pair (sin, cos), clockwise from twelve o'clock, in degrees. */
export const angle = ([sin, cos]) => ((Math.atan2(sin, cos) * 180) / Math.PI + 360) % 360;

/** Full turns and the degrees beyond them, of either sign. */
export function turns(degrees) {
  const full = Math.trunc(degrees / 360);
  return [full, degrees - 360 * full];
}

/** At most `most` clocks out of n, the first and the last among them. */
export const chosen = (n, most) =>
  n <= most
    ? Array.from({ length: n }, (_, k) => k)
    : Array.from({ length: most }, (_, i) => Math.round((i * (n - 1)) / (most - 1)));

const SHOWN = 6; // clocks
const VALUES = 8; // numbers of the row
const degrees = (x) =>
  `${x < 0 ? "−" : ""}${Math.abs(x) < 10 ? Math.abs(x).toFixed(1) : Math.abs(x).toFixed(0)}°`;

// ---- parts ------------------------------------------------------------------------

const at = (degrees, radius) => {
  const a = (degrees * Math.PI) / 180;
  return [50 + radius * Math.sin(a), 50 - radius * Math.cos(a)];
};

/** A clock with two hands, and the arc from the first to the second. */
function clock() {
  const arc = svg("path", { class: "arc" });
  const hands = ["other", "hand"].map((kind) => svg("line", { class: kind, x1: 50, y1: 50 }));
  const ticks = [0, 90, 180, 270].map((a) => {
    const [[x1, y1], [x2, y2]] = [at(a, 41), at(a, 46)];
    return svg("line", { class: "tick", x1, y1, x2, y2 });
  });
  const face = svg("circle", { class: "face", cx: 50, cy: 50, r: 46 });
  const hub = svg("circle", { class: "hub", cx: 50, cy: 50, r: 3 });
  const drawing = picture("dial", 100, 100, face, ...ticks, arc, ...hands, hub);
  const name = h("b");
  const speed = h("span");
  const turn = h("span");
  const move = (hand, pair) => {
    set(hand, { visibility: pair ? "visible" : "hidden" });
    if (pair) set(hand, { x2: 50 + 40 * pair[0], y2: 50 - 40 * pair[1] });
  };
  return {
    element: h("div", { class: "clock" }, drawing, name, speed, turn),
    set: ({ title, note, here, there, by, text }) => {
      move(hands[1], here);
      move(hands[0], there);
      const start = angle(here);
      const shown = Math.max(-359.9, Math.min(by ?? 0, 359.9));
      const [[x1, y1], [x2, y2]] = [at(start, 30), at(start + shown, 30)];
      const large = Math.abs(shown) > 180 ? 1 : 0;
      set(arc, {
        d: `M ${x1} ${y1} A 30 30 0 ${large} ${shown > 0 ? 1 : 0} ${x2} ${y2}`,
        visibility: there && shown ? "visible" : "hidden",
      });
      write(name, title);
      write(speed, note);
      write(turn, text);
    },
  };
}

/** The table as a picture, one pixel a number, with two rows marked. */
function heatMap(pick) {
  const canvas = h("canvas", { "aria-hidden": "true" });
  const marks = ["there", "here"].map((kind) => h("i", { class: kind }));
  const box = h("div", { class: "map" }, canvas, ...marks);
  let length = 1;
  const follow = (event) => {
    const { top, height } = box.getBoundingClientRect();
    const row = Math.floor(((event.clientY - top) / height) * length);
    pick(Math.max(0, Math.min(row, length - 1)));
  };
  box.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") box.setPointerCapture(event.pointerId);
    follow(event);
  });
  box.addEventListener("pointermove", (event) => {
    if (box.hasPointerCapture(event.pointerId)) follow(event);
  });
  const rgb = (text) =>
    text
      .match(/[\d.]+/g)
      .map(Number)
      .slice(0, 3);
  return {
    element: box,
    paint: (rows, paper) => {
      const d = rows[0].length;
      Object.assign(canvas, { width: d, height: rows.length });
      const pixels = canvas.getContext("2d");
      const image = pixels.createImageData(d, rows.length);
      const [warm, cool, ground] = ["217 115 13", "47 120 196", paper].map(rgb);
      rows.forEach((row, p) =>
        row.forEach((value, i) => {
          const strength = Math.min(Math.abs(value), 1);
          const hue = value < 0 ? cool : warm;
          for (let c = 0; c < 3; c++)
            image.data[4 * (p * d + i) + c] = ground[c] + strength * (hue[c] - ground[c]);
          image.data[4 * (p * d + i) + 3] = 255;
        }),
      );
      pixels.putImageData(image, 0, 0);
    },
    mark: (rows, here, there) => {
      length = rows;
      [there, here].forEach((p, i) => {
        marks[i].hidden = p < 0 || p >= length;
        marks[i].style.top = `${(100 * p) / length}%`;
        marks[i].style.height = `${100 / length}%`;
      });
    },
  };
}

// ---- the figure -------------------------------------------------------------------

function render({ model, el }) {
  const id = unique();
  const get = (name) => model.get(name);
  const table = get("table");
  const given = table.length > 0;
  const choice = (name, label, choices) =>
    slider(`${id}-${name}`, label, 0, choices.length - 1, (i) =>
      change(model, { [name]: choices[i] }),
    );
  const choices = {
    d_model: get("d_model_choices"),
    base: get("base_choices"),
    length: get("length_choices"),
  };
  const position = slider(`${id}-p`, "position p", 0, 1, (p) => change(model, { position: p }));
  const offset = slider(`${id}-k`, "shift by φ", -get("furthest"), get("furthest"), (k) =>
    change(model, { offset: k }),
  );
  const size = choice("d_model", "features, d_model", choices.d_model);
  const base = choice("base", "base n", choices.base);
  const rows = choice("length", "positions in the map", choices.length);

  const map = heatMap((p) => change(model, { position: p }));
  const mapNote = h("p", { class: "note" });
  const clocks = Array.from({ length: SHOWN }, clock);
  const values = cells(VALUES);
  const valuesNote = h("p", { class: "note" });
  const status = h("p", { role: "status", "aria-live": "polite" });
  const product = readout("dot product of the rows p and p + φ");
  const first = readout("turn of clock 0 for a shift of φ");
  const longest = readout("wavelength of the last clock");
  const root = frame(
    given ? "Position clocks of a table" : "Position clocks",
    "lf-clocks",
    h(
      "div",
      { class: "views" },
      h("div", {}, map.element, mapNote),
      h("div", { class: "clocks" }, ...clocks.map((part) => part.element)),
    ),
    h("div", { class: "values" }, valuesNote, values.element),
    status,
    h(
      "div",
      { class: "panel" },
      position.element,
      offset.element,
      ...(given ? [] : [size.element, base.element, rows.element]),
      h("dl", {}, product.element, first.element, ...(given ? [] : [longest.element])),
    ),
  );

  const L = () => (given ? table.length : get("length"));
  const d = () => (given ? table[0].length : get("d_model"));
  const row = (p) => (given ? table[p] : encoding(p, d(), get("base")));
  let painted = "";
  function paint() {
    const paper = getComputedStyle(root).backgroundColor;
    const now = [L(), d(), get("base"), paper].join();
    if (now === painted || !root.isConnected) return;
    painted = now;
    map.paint(
      Array.from({ length: L() }, (_, p) => row(p)),
      paper,
    );
  }

  function draw() {
    const last = L() - 1;
    const p = Math.min(get("position"), last);
    const k = get("offset");
    const here = row(p);
    const there = given && (p + k < 0 || p + k > last) ? null : row(p + k);
    const omega = given ? [] : frequencies(d(), get("base"));
    const pair = (vector, c) => [vector[2 * c], vector[2 * c + 1] ?? 0];
    const by = (c) => {
      if (!given) return (omega[c] * k * 180) / Math.PI;
      if (!there) return null;
      const turn = (angle(pair(there, c)) - angle(pair(here, c)) + 360) % 360;
      return k < 0 && turn ? turn - 360 : turn;
    };
    const which = chosen(Math.ceil(d() / 2), SHOWN);
    clocks.forEach((part, i) => {
      const c = which[i];
      part.element.hidden = c === undefined;
      if (c === undefined) return;
      part.set({
        title: `clock ${c}`,
        note: given ? `dims ${2 * c}, ${2 * c + 1}` : `ω = ${Number(omega[c].toPrecision(3))}`,
        here: pair(here, c),
        there: there && pair(there, c),
        by: by(c),
        text: by(c) === null ? "" : `${given ? "turn" : "ωφ"}: ${degrees(by(c))}`,
      });
    });
    paint();
    map.mark(L(), p, p + k);
    write(
      mapNote,
      `The table: positions 0 … ${last} downwards, dimensions 0 … ${d() - 1}. Orange is positive, blue negative.`,
    );
    values.set(here.slice(0, VALUES).concat(Array(Math.max(0, VALUES - d())).fill(0)), 1, 1);
    [...values.element.children].forEach((cell, i) => (cell.hidden = i >= d()));
    write(valuesNote, d() > VALUES ? `Row ${p}, its first ${VALUES} numbers:` : `Row ${p}:`);

    position.element.querySelector("input").max = last;
    position.set(p, `${p}`, `position ${p}`);
    offset.set(k, signed(k, 0), `shift φ by ${k}`);
    for (const [name, part] of [
      ["d_model", size],
      ["base", base],
      ["length", rows],
    ])
      part.set(choices[name].indexOf(get(name)), `${get(name)}`, `${get(name)}`);

    const turned = by(0);
    const clock0 = given ? angle(pair(here, 0)) : (p * 180) / Math.PI;
    const [full, rest] = turns(clock0);
    write(
      status,
      `Position ${p}: clock 0 ` +
        (given
          ? `stands at ${degrees(rest)}. `
          : `has made ${full} full turns and ${degrees(rest)}. `) +
        (k === 0
          ? "Shift by φ to see the second hand."
          : turned === null
            ? `Position ${p + k} is not in the table.`
            : `A shift of ${signed(k, 0)} rotates it by ${degrees(turned)}` +
              (given ? "." : ", from here as from any position.")),
    );
    product.set(
      there ? signed(dot(here, there)) : "–",
      there ? Math.abs(dot(here, there)) / (d() / 2) : 0,
    );
    first.set(turned === null ? "–" : degrees(turned), Math.min(Math.abs(turned ?? 0) / 360, 1));
    if (!given) {
      const wave = (2 * Math.PI) / omega[omega.length - 1];
      longest.set(
        wave < 100 ? wave.toFixed(1) : Math.round(wave).toLocaleString("en"),
        Math.min(L() / wave, 1),
      );
    }
  }

  const names = ["position", "offset", "d_model", "base", "length"];
  const leave = show({ model, el }, root, names, draw);
  paint();
  // The picture's ground is the page's, which may turn dark.
  const watch = new MutationObserver(() => paint());
  for (const element of [document.documentElement, document.body])
    watch.observe(element, {
      attributes: true,
      attributeFilter: ["data-theme", "data-jp-theme-light", "class"],
    });
  const ready = new ResizeObserver(() => paint()); // shown only now, for the first time
  ready.observe(root);
  return () => {
    watch.disconnect();
    ready.disconnect();
    leave();
  };
}

export default { render };
