// The translator's arithmetic: encoder, decoder with a cache of keys and values, greedy
// decoding and beam search, on the numbers that translator/export.py writes. It imports
// nothing: its text runs in a Web Worker, where there is none in the page, and in Node.

const [BOS, EOS, UNK] = [1, 2, 3];
const EPS = 1e-5;

// ---- reading the model ------------------------------------------------------------

// between a float16 and the next one, by its exponent
const GAPS = Float64Array.from({ length: 32 }, (_, exponent) => 2 ** (Math.max(exponent, 1) - 25));

/** The number that a float16 stands for, plus so many of 254 parts of its gap. */
export function refined(bits, parts) {
  const exponent = (bits >> 10) & 31; // infinities are never exported
  const gaps = (bits & 1023) + (exponent ? 1024 : 0);
  return ((bits & 0x8000 ? -gaps : gaps) + parts / 254) * GAPS[exponent];
}

/** The exported model with its tensors as float32, each under the name it has in torch. */
export function readModel({ shapes, numbers, ...rest }) {
  const letters = atob(numbers);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  const view = new DataView(bytes.buffer);
  const tensors = {};
  let [place, parameters] = [0, 0];
  for (const [name, shape] of shapes) {
    const n = shape.reduce((a, b) => a * b);
    const isVector = shape.length === 1; // in float32; matrices: float16, then int8
    const tensor = (tensors[name] = new Float32Array(n));
    for (let i = 0; i < n; i++)
      tensor[i] = isVector
        ? view.getFloat32(place + 4 * i, true)
        : refined(view.getUint16(place + 2 * i, true), view.getInt8(place + 2 * n + i));
    place += n * (isVector ? 4 : 3);
    parameters += n;
  }
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
  const layers = (stack) =>
    Array.from({ length: rest.n_layers }, (_, i) => {
      const name = `${stack}.layers.${i}`;
      return {
        norms: [1, 2, 3].map((j) => norm(`${name}.residual_${j}.norm`)),
        self: attention(`${name}.self_attention`),
        cross: attention(`${name}.cross_attention`), // empty in the encoder
        inner: linear(`${name}.feed_forward.linear_1`),
        outer: linear(`${name}.feed_forward.linear_2`),
      };
    });
  const source = tensors["src_embedding.weight"];
  const target = tensors["tgt_embedding.weight"] ?? source;
  return {
    ...rest,
    parameters,
    ids: new Map(rest.source.map((word, id) => [word, id])),
    embeddings: { source, target },
    encoder: { layers: layers("encoder"), norm: norm("encoder.norm") },
    decoder: { layers: layers("decoder"), norm: norm("decoder.norm") },
    output: { weight: tensors["output.weight"] ?? target },
  };
}

// ---- layers, one token at a time: vectors are Float32Array -------------------------

const add = (a, b) => a.map((x, i) => x + b[i]);

function linear({ weight, bias }, x) {
  const y = new Float32Array(weight.length / x.length);
  for (let i = 0, place = 0; i < y.length; i++) {
    let sum = bias ? bias[i] : 0;
    for (let j = 0; j < x.length; j++) sum += weight[place++] * x[j];
    y[i] = sum;
  }
  return y;
}

function layerNorm({ gamma, beta }, x) {
  let [mean, square] = [0, 0];
  for (const value of x) mean += value / x.length;
  for (const value of x) square += (value - mean) ** 2 / x.length;
  const scale = 1 / Math.sqrt(square + EPS);
  return x.map((value, i) => gamma[i] * (value - mean) * scale + beta[i]);
}

function feedForward({ inner, outer }, x) {
  return linear(
    outer,
    linear(inner, x).map((value) => Math.max(value, 0)),
  );
}

/** Turn each pair of features of each head by an angle that grows with the position. */
function rotary(x, nHeads, position) {
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
function logSoftmax(numbers) {
  const largest = numbers.reduce((a, b) => Math.max(a, b), -Infinity);
  const sum = numbers.reduce((total, x) => total + Math.exp(x - largest), 0);
  return Float64Array.from(numbers, (x) => x - largest - Math.log(sum));
}

/** One query (d) over L keys and values (d): the heads side by side (d), weights [H][L]. */
function attend(query, keys, values, nHeads) {
  const d = query.length / nHeads;
  const mixed = new Float32Array(query.length);
  const weights = [];
  for (let start = 0; start < query.length; start += d) {
    const scores = keys.map((key) => {
      let sum = 0;
      for (let j = start; j < start + d; j++) sum += query[j] * key[j];
      return sum / Math.sqrt(d);
    });
    const shares = logSoftmax(scores).map(Math.exp);
    shares.forEach((share, i) => {
      for (let j = start; j < start + d; j++) mixed[j] += share * values[i][j];
    });
    weights.push(shares);
  }
  return { mixed, weights };
}

const embed = (table, id, d) => table.slice(id * d, (id + 1) * d).map((x) => x * Math.sqrt(d));

// ---- the model --------------------------------------------------------------------

/** Read the source: ids → the keys and values of each decoder layer's cross-attention. */
export function encode(model, ids) {
  const heads = model.n_heads;
  let xs = ids.map((id) => embed(model.embeddings.source, id, model.d_model));
  for (const layer of model.encoder.layers) {
    const normed = xs.map((x) => layerNorm(layer.norms[0], x));
    const [keys, queries] = [layer.self.k, layer.self.q].map((projection) =>
      normed.map((x, i) => rotary(linear(projection, x), heads, i)),
    );
    const values = normed.map((x) => linear(layer.self.v, x));
    xs = xs.map((x, i) => {
      const { mixed } = attend(queries[i], keys, values, heads);
      x = add(x, linear(layer.self.out, mixed));
      return add(x, feedForward(layer, layerNorm(layer.norms[1], x)));
    });
  }
  const memory = xs.map((x) => layerNorm(model.encoder.norm, x));
  return model.decoder.layers.map(({ cross }) => ({
    keys: memory.map((x) => linear(cross.k, x)),
    values: memory.map((x) => linear(cross.v, x)),
  }));
}

/**
 * Read one target id after those in `past`: the logits of the next word, the weights of
 * the cross-attention [layer][head][L_src], and the past of the step after.
 *
 * `past` holds a token's keys and values of each layer. It is never changed, so that
 * several beams may go on from one.
 */
export function step(model, memory, past, id) {
  const heads = model.n_heads;
  const own = [];
  const attention = [];
  let x = embed(model.embeddings.target, id, model.d_model);
  model.decoder.layers.forEach((layer, i) => {
    let h = layerNorm(layer.norms[0], x);
    const [query, key] = [layer.self.q, layer.self.k].map((projection) =>
      rotary(linear(projection, h), heads, past.length),
    );
    own.push({ key, value: linear(layer.self.v, h) });
    const cached = [...past, own].map((token) => token[i]);
    const seen = attend(
      query,
      cached.map((token) => token.key),
      cached.map((token) => token.value),
      heads,
    );
    x = add(x, linear(layer.self.out, seen.mixed));

    h = linear(layer.cross.q, layerNorm(layer.norms[1], x));
    const read = attend(h, memory[i].keys, memory[i].values, heads);
    attention.push(read.weights);
    x = add(x, linear(layer.cross.out, read.mixed));

    x = add(x, feedForward(layer, layerNorm(layer.norms[2], x)));
  });
  const logits = linear(model.output, layerNorm(model.decoder.norm, x));
  return { logits, attention, past: [...past, own] };
}

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

/** Say the likeliest word, read it, say the next one, until the end: one step a yield. */
export function* greedy(model, ids, maxLength) {
  const memory = encode(model, ids);
  let [id, past] = [BOS, []];
  for (let length = 0; length < maxLength && id !== EOS; length++) {
    const read = step(model, memory, past, id);
    const logs = logSoftmax(read.logits);
    const likeliest = largest(logs, 3).map((word) => [word, Math.exp(logs[word])]);
    [id, past] = [likeliest[0][0], read.past];
    yield { id, likeliest, attention: read.attention };
  }
}

/** By which log-probabilities are divided, so that long translations stand a chance. */
const lengthDivisor = (length, penalty) => ((5 + length) / 6) ** penalty;

/**
 * Keep the `beamSize` likeliest beginnings, as `beam_search` in decoding.py.
 *
 * Returns the best translation's ids, its score, and the steps of the search: the
 * beginnings kept after it, and the ending found in it if that is the best so far. Each
 * names its parent, which is a place in the step before.
 */
export function beamSearch(model, ids, beamSize, maxLength, penalty = 0.6) {
  const memory = encode(model, ids);
  const best = { ids: [], score: -Infinity };
  const steps = [];
  let beams = [{ ids: [], log: 0, past: [] }];
  for (let length = 1; length <= maxLength; length++) {
    const going = [];
    const ending = [];
    beams.forEach((beam, parent) => {
      const read = step(model, memory, beam.past, beam.ids.at(-1) ?? BOS);
      const logs = logSoftmax(read.logits);
      for (const id of new Set([EOS, ...largest(logs, beamSize + 1)])) {
        const kind = id === EOS || length === maxLength ? ending : going;
        kind.push({
          parent,
          id,
          probability: Math.exp(logs[id]),
          log: beam.log + logs[id],
          ids: [...beam.ids, id],
          past: read.past,
        });
      }
    });
    const [end] = largest(
      ending.map((beam) => beam.log),
      1,
    ).map((i) => ending[i]);
    const score = end.log / lengthDivisor(length, penalty);
    const better = score > best.score;
    if (better) Object.assign(best, { ids: end.ids, score });
    beams = largest(
      going.map((beam) => beam.log),
      beamSize,
    ).map((i) => going[i]);
    const told = ({ parent, id, probability, log }) => ({ parent, id, probability, log });
    steps.push({ kept: beams.map(told), end: better ? { ...told(end), score } : null });

    // Log-probabilities only fall, and no divisor is larger than that of the limit.
    if (!beams.length || beams[0].log / lengthDivisor(maxLength, penalty) <= best.score) break;
  }
  return { ...best, steps };
}

// ---- words ------------------------------------------------------------------------

// as `Words` and `MARKS` in Python: don't and 3.5 are words, and & is no mark
const WORDS_AND_MARKS =
  /[\p{L}\p{N}_](?:[\p{L}\p{N}_]|[-'’](?=[\p{L}\p{N}_])|(?<=\p{N})[.,:](?=\p{N}))*|[^\p{L}\p{N}_\s]/gu;
const MARKS = ".,;:!?…-–—()[]\"'“”„‘’‚«»‹›";

/** Take contractions apart: don't is "do not". */
export function takenApart(words, contractions) {
  if (!contractions.length) return words;
  let text = words.join(" ").replaceAll("’", "'");
  for (const [pattern, plain] of contractions) text = text.replace(RegExp(pattern, "gi"), plain);
  return text.split(" ").filter(Boolean);
}

/** Write a text as the vocabulary has it: marks apart or left out, lower case. */
export function asInCorpus(text, ids, contractions = []) {
  const words = takenApart(text.match(WORDS_AND_MARKS) ?? [], contractions);
  return words
    .filter((word) => ids.has(word) || !MARKS.includes(word))
    .map((word) => (!ids.has(word) && ids.has(word.toLowerCase()) ? word.toLowerCase() : word));
}

/** Letters to insert, delete, replace or swap with their neighbour, to get from a to b. */
export function editDistance(a, b) {
  let [before, last] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + !same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    [before, last] = [last, row];
  }
  return last[b.length];
}

/** Known words like one that is not: few letters apart, or one begins with the other. */
export function nearest(word, known, n = 3) {
  word = word.toLowerCase();
  const [stem, ending] = word.split(/n['’]t$/);
  if (ending === "" && known.includes(stem)) return [`${stem} not`];
  const most = word.length < 4 ? 1 : 2;
  return known
    .map((other) => {
      const begins = Math.min(word.length, other.length) > 2;
      const prefix = begins && (word.startsWith(other) || other.startsWith(word));
      const distance = editDistance(word, other);
      return { other, fits: prefix || distance <= most, distance };
    })
    .filter(({ fits }) => fits)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, n)
    .map(({ other }) => other);
}

// ---- answers to the page ----------------------------------------------------------

/** A function that takes the page's requests and posts the answers, in parts or whole. */
export function serve(post) {
  let model;
  const requests = {
    load: ({ exported }) => {
      model = readModel(exported);
      return { parameters: model.parameters };
    },

    /** The words as the model reads them, and which of them it does not know. */
    read({ text }) {
      const known = model.source.slice(UNK + 1);
      const words = asInCorpus(text, model.ids, model.contractions ?? []);
      const unknown = words.filter((word) => !known.includes(word));
      const like = [...new Set(unknown)].map((word) => [word, nearest(word, known)]);
      const tokens = words.map((word) => (unknown.includes(word) ? "<unk>" : word));
      return { words, like, tokens: ["<bos>", ...tokens, "<eos>"] };
    },

    *translate(request) {
      const read = requests.read(request);
      yield { begun: read };
      for (const { id, likeliest, attention } of greedy(model, ...limits(read))) {
        const words = likeliest.map(([word, p]) => [model.target[word], p]);
        yield { word: model.target[id], likeliest: words, attention };
      }
    },

    search(request) {
      const read = requests.read(request);
      const [ids, maxLength] = limits(read);
      const { steps, ...best } = beamSearch(model, ids, request.beamSize, maxLength);
      const word = (id) => model.target[id];
      const named = (node) => node && { ...node, word: word(node.id) };
      return {
        words: best.ids.map(word),
        score: best.score,
        steps: steps.map(({ kept, end }) => ({ kept: kept.map(named), end: named(end) })),
      };
    },
  };

  function limits({ tokens }) {
    const ids = tokens.map((token) => model.ids.get(token));
    return [ids, Math.min(ids.length + model.ahead, model.max_length)];
  }

  return ({ job, kind, ...request }) => {
    try {
      const answer = requests[kind](request);
      if (!answer[Symbol.iterator]) return post({ job, ...answer });
      for (const part of answer) post({ job, more: true, ...part });
      post({ job });
    } catch (error) {
      post({ job, error: String(error) });
    }
  };
}

if (typeof WorkerGlobalScope !== "undefined") {
  const answer = serve((message) => postMessage(message));
  addEventListener("message", ({ data }) => answer(data));
  postMessage("ready");
}
