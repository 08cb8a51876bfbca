// What all models that run in a page compute with: the numbers that translator/export.py
// writes, and the layers, one token at a time.

const EPS = 1e-5;

// ---- reading the numbers ------------------------------------------------------------

// between a float16 and the next one, by its exponent
const GAPS = Float64Array.from({ length: 32 }, (_, exponent) => 2 ** (Math.max(exponent, 1) - 25));

/** The number that a float16 stands for, plus so many of 254 parts of its gap. */
export function refined(bits, parts) {
  const exponent = (bits >> 10) & 31; // infinities are never exported
  const gaps = (bits & 1023) + (exponent ? 1024 : 0);
  return ((bits & 0x8000 ? -gaps : gaps) + parts / 254) * GAPS[exponent];
}

/** The exported tensors as float32, each under the name it has in torch. */
export function readTensors({ shapes, numbers, refined: isRefined = true }) {
  const letters = atob(numbers);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  const view = new DataView(bytes.buffer);
  const tensors = {};
  let [place, parameters] = [0, 0];
  for (const [name, shape] of shapes) {
    const n = shape.reduce((a, b) => a * b);
    const isVector = shape.length === 1; // in float32; matrices: float16, then any int8
    const tensor = (tensors[name] = new Float32Array(n));
    for (let i = 0; i < n; i++)
      tensor[i] = isVector
        ? view.getFloat32(place + 4 * i, true)
        : refined(
            view.getUint16(place + 2 * i, true),
            isRefined ? view.getInt8(place + 2 * n + i) : 0,
          );
    place += n * (isVector ? 4 : isRefined ? 3 : 2);
    parameters += n;
  }
  return { tensors, parameters };
}

/** Weight and bias of a linear layer, gain and shift of a norm, a multi-head attention. */
export const partsOf = (tensors) => {
  const linear = (name) => ({
    weight: tensors[`${name}.weight`],
    bias: tensors[`${name}.bias`],
  });
  const norm = (name) => ({ gamma: tensors[`${name}.gamma`], beta: tensors[`${name}.beta`] });
  const attention = (name) => ({
    q: linear(`${name}.q_proj`),
    k: linear(`${name}.k_proj`),
    v: linear(`${name}.v_proj`),
    out: linear(`${name}.out_proj`),
  });
  return { linear, norm, attention };
};

// ---- layers, one token at a time: vectors are Float32Array -------------------------

export const add = (a, b) => a.map((x, i) => x + b[i]);

export function linear({ weight, bias }, x) {
  const d = x.length;
  const y = new Float32Array(weight.length / d);
  for (let i = 0, row = 0; i < y.length; i++, row += d) {
    // four sums side by side: in one, each addition waits for that before it
    let sum0 = bias ? bias[i] : 0;
    let sum1 = 0;
    let sum2 = 0;
    let sum3 = 0;
    let j = 0;
    for (; j + 3 < d; j += 4) {
      sum0 += weight[row + j] * x[j];
      sum1 += weight[row + j + 1] * x[j + 1];
      sum2 += weight[row + j + 2] * x[j + 2];
      sum3 += weight[row + j + 3] * x[j + 3];
    }
    for (; j < d; j++) sum0 += weight[row + j] * x[j];
    y[i] = sum0 + sum1 + (sum2 + sum3);
  }
  return y;
}

export function layerNorm({ gamma, beta }, x) {
  let [mean, square] = [0, 0];
  for (const value of x) mean += value / x.length;
  for (const value of x) square += (value - mean) ** 2 / x.length;
  const scale = 1 / Math.sqrt(square + EPS);
  return x.map((value, i) => gamma[i] * (value - mean) * scale + beta[i]);
}

export function feedForward({ inner, outer }, x) {
  return linear(
    outer,
    linear(inner, x).map((value) => Math.max(value, 0)),
  );
}

/** Turn each pair of features of each head by an angle that grows with the position. */
export function rotary(x, nHeads, position) {
  const d = x.length / nHeads;
  const y = new Float32Array(x.length);
  for (let i = 0; i < x.length; i += 2) {
    const angle = position * 10000 ** (-(i % d) / d);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    y[i] = x[i] * cos - x[i + 1] * sin;
    y[i + 1] = x[i] * sin + x[i + 1] * cos;
  }
  return y;
}

/** softmax and its logarithm, in double precision: numbers → Float64Array. */
export function logSoftmax(numbers) {
  let [most, sum] = [-Infinity, 0];
  for (const x of numbers) if (x > most) most = x;
  for (const x of numbers) sum += Math.exp(x - most);
  const subtracted = most + Math.log(sum);
  return new Float64Array(numbers).map((x) => x - subtracted);
}

/**
 * One query (d) over L keys and values (d): the heads side by side (d), weights [H][L].
 * `given` has the weights of those heads that are not computed.
 */
export function attend(query, keys, values, nHeads, given = []) {
  const d = query.length / nHeads;
  const mixed = new Float32Array(query.length);
  const weights = [];
  for (let start = 0; start < query.length; start += d) {
    const scores = keys.map((key) => {
      let sum = 0;
      for (let j = start; j < start + d; j++) sum += query[j] * key[j];
      return sum / Math.sqrt(d);
    });
    const shares = given[weights.length] ?? logSoftmax(scores).map(Math.exp);
    shares.forEach((share, i) => {
      for (let j = start; j < start + d; j++) mixed[j] += share * values[i][j];
    });
    weights.push(shares);
  }
  return { mixed, weights };
}

export const embed = (table, id, d) =>
  table.slice(id * d, (id + 1) * d).map((x) => x * Math.sqrt(d));

/** The places of the n largest numbers, the largest first; of equals the first. */
export function largest(numbers, n) {
  const places = [];
  numbers.forEach((x, place) => {
    if (places.length === n && x <= numbers[places[n - 1]]) return;
    let i = places.length;
    while (i > 0 && numbers[places[i - 1]] < x) i--;
    places.splice(i, 0, place);
    places.length = Math.min(places.length, n);
  });
  return places;
}
