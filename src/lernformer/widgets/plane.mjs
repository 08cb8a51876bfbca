// Vectors on a plane: an SVG with axes, arrows that can be dragged, lines and points.
// What it shows, the figure says in words as well; the drawing itself is hidden from
// screen readers, and sliders do what dragging does.

import { h, write } from "./shared.mjs";

export const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

export const norm = (a) => Math.hypot(...a);

/** a · b / (|a| |b|); 0 where a vector is zero and has no direction. */
export const cosine = (a, b) => dot(a, b) / (norm(a) * norm(b) || 1);

/** The vector of a length and an angle, counted in radians from the x-axis. */
export const polar = (length, angle) => [length * Math.cos(angle), length * Math.sin(angle)];

/** Turn a vector of the plane, counter-clockwise for a positive angle. */
export const turn = ([x, y], angle) => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
];

// ---- drawing ----------------------------------------------------------------------

const SIZE = 300; // of the drawing, in its own units

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(element, attributes);
  element.append(...children);
  return element;
}

export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

/** A drawing in its own units, as wide as its place allows. */
export const picture = (kind, width, height, ...children) =>
  svg(
    "svg",
    { class: kind, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    ...children,
  );

/** A plane from −reach to reach; its methods make parts, each with a `set`. */
export function plane(reach) {
  const at = ([x, y]) => [SIZE / 2 + (x * SIZE) / (2 * reach), SIZE / 2 - (y * SIZE) / (2 * reach)];
  const root = picture("plane", SIZE, SIZE);
  const add = (element) => root.appendChild(element);

  for (let i = Math.ceil(-reach); i <= reach; i++) {
    const [x, y] = at([i, i]);
    const kind = i === 0 ? "axis" : "grid";
    add(svg("line", { class: kind, x1: x, x2: x, y1: 0, y2: SIZE }));
    add(svg("line", { class: kind, x1: 0, x2: SIZE, y1: y, y2: y }));
  }

  const line = (kind) => {
    const element = add(svg("line", { class: `line ${kind}` }));
    return {
      set: (from, to) => {
        const [[x1, y1], [x2, y2]] = [at(from), at(to)];
        set(element, { x1, y1, x2, y2 });
      },
      show: (visible) => set(element, { visibility: visible ? "visible" : "hidden" }),
    };
  };

  const circle = (kind) => {
    const element = add(svg("ellipse", { class: `line ${kind}` }));
    return {
      set: (centre, [rx, ry]) => {
        const [cx, cy] = at(centre);
        const unit = SIZE / (2 * reach);
        set(element, { cx, cy, rx: Math.abs(rx) * unit, ry: Math.abs(ry) * unit });
      },
    };
  };

  const text = (kind) => {
    const element = add(svg("text", { class: kind }));
    return {
      set: (place, words, [dx, dy] = [0, 0]) => {
        const [x, y] = at(place);
        // Inside of the drawing, also where the place is at its edge.
        const inside = (z) => Math.min(Math.max(z, 12), SIZE - 12);
        set(element, { x: inside(x + dx), y: inside(y + dy) });
        write(element, words);
      },
    };
  };

  const point = (kind) => {
    const element = add(svg("circle", { class: `point ${kind}`, r: 5 }));
    return {
      set: (place) => {
        const [cx, cy] = at(place);
        set(element, { cx, cy });
      },
    };
  };

  /** An arrow with a name at its tip; with `move([x, y])` it can be dragged. */
  const arrow = (kind, name, move) => {
    const shaft = svg("line");
    const head = svg("polygon");
    const handle = svg("circle", { class: "handle", r: 20 });
    add(svg("g", { class: `arrow ${kind}` }, shaft, head, ...(move ? [handle] : [])));
    const label = text(`label ${kind}`);
    if (move) {
      const follow = (event) => {
        const box = root.getBoundingClientRect();
        const unit = box.width / (2 * reach);
        move([(event.clientX - box.left) / unit - reach, reach - (event.clientY - box.top) / unit]);
      };
      handle.addEventListener("pointerdown", (event) => {
        handle.setPointerCapture(event.pointerId);
        event.preventDefault();
      });
      handle.addEventListener("pointermove", (event) => {
        if (handle.hasPointerCapture(event.pointerId)) follow(event);
      });
    }
    return {
      set: (to, from = [0, 0]) => {
        const [[x1, y1], [x2, y2]] = [at(from), at(to)];
        const angle = Math.atan2(y2 - y1, x2 - x1);
        const long = Math.hypot(x2 - x1, y2 - y1);
        const tip = Math.min(11, long);
        const back = (side) => [
          x2 - tip * Math.cos(angle) + side * 5 * Math.sin(angle),
          y2 - tip * Math.sin(angle) - side * 5 * Math.cos(angle),
        ];
        const [x, y] = [x2 - 0.7 * tip * Math.cos(angle), y2 - 0.7 * tip * Math.sin(angle)];
        set(shaft, { x1, y1, x2: x, y2: y });
        set(head, { points: [[x2, y2], back(1), back(-1)].join(" ") });
        set(handle, { cx: x2, cy: y2 });
        label.set(to, name, [
          (10 + 4 * name.length) * Math.cos(angle), // a word is wide
          14 * Math.sin(angle),
        ]);
      },
    };
  };

  /** The plane with a panel of controls beside it. */
  const beside = (...controls) =>
    h(
      "div",
      { class: "with-plane" },
      h("div", { class: "plane-box" }, root),
      h("div", { class: "panel" }, ...controls),
    );
  return { beside, line, circle, text, point, arrow };
}
