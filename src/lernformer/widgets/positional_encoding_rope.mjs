// "Turn query and key": the front end of RotaryScores in positional_encoding.py.

import { dot, plane, turn } from "./plane.mjs";
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

/** The pair of a query or key at a position, as rotary positions turn it. */
export const rotary = (pair, position, frequency) => turn(pair, frequency * position);

/** The part that this pair adds to the attention score. */
export const score = (q, k, m, n, frequency) =>
  dot(rotary(q, m, frequency), rotary(k, n, frequency));

function render({ model, el }) {
  const id = unique();
  const get = (name) => model.get(name);
  const last = get("last");
  const [q, k] = [get("query"), get("key")];
  const sheet = plane(3);
  const plain = { q: sheet.arrow("cool faint", "q"), k: sheet.arrow("warm faint", "k") };
  const turned = { q: sheet.arrow("cool", "q′"), k: sheet.arrow("warm", "k′") };
  plain.q.set(q);
  plain.k.set(k);
  const speeds = get("frequencies");
  const speed = radios("Frequency ω of this pair", `${id}-w`, speeds.map(String), (i) =>
    change(model, { frequency: speeds[i] }),
  );
  const m = slider(`${id}-m`, "position m of the query", 0, last, (i) => change(model, { m: i }));
  const n = slider(`${id}-n`, "position n of the key", 0, last, (i) => change(model, { n: i }));
  const both = (by) => {
    const to = [get("m") + by, get("n") + by];
    if (to.every((p) => p >= 0 && p <= last)) change(model, { m: to[0], n: to[1] });
  };
  const back = h("button", { type: "button", onclick: () => both(-1) }, "← both");
  const on = h("button", { type: "button", onclick: () => both(1) }, "both →");
  const status = h("p", { role: "status", "aria-live": "polite" });
  const result = readout("score q′ · k′");
  const distance = readout("distance n − m");
  const angle = readout("turn of k′ against q′");
  const root = frame(
    "Turn query and key",
    "lf-rope",
    speed.group,
    sheet.beside(m.element, n.element, h("div", { class: "both" }, back, on)),
    status,
    h("dl", {}, result.element, distance.element, angle.element),
  );

  function draw() {
    const [i, j, w] = [get("m"), get("n"), get("frequency")];
    turned.q.set(rotary(q, i, w));
    turned.k.set(rotary(k, j, w));
    speed.check(speeds.indexOf(w));
    m.set(i, `${i}`, `position ${i}`);
    n.set(j, `${j}`, `position ${j}`);
    back.setAttribute("aria-disabled", Math.min(i, j) === 0);
    on.setAttribute("aria-disabled", Math.max(i, j) === last);
    const value = score(q, k, i, j, w);
    const degrees = (((j - i) * w * 180) / Math.PI).toFixed(0);
    result.set(signed(value), Math.abs(value) / (Math.hypot(...q) * Math.hypot(...k)));
    distance.set(signed(j - i, 0), Math.abs(j - i) / last);
    angle.set(`${signed(Number(degrees), 0)}°`, Math.min(Math.abs(Number(degrees)) / 360, 1));
    write(
      status,
      i === j
        ? `Both at position ${i}: the score is that of the vectors before turning, ${signed(value)}.`
        : `At distance ${signed(j - i, 0)} the score is ${signed(value)}, wherever the two are. Move both together: the score stays the same.`,
    );
  }

  return show({ model, el }, root, ["m", "n", "frequency"], draw);
}

export default { render };
