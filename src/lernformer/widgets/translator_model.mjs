// The translator's arithmetic: encoder, decoder with a cache of keys and values, greedy
// decoding and beam search. Its text, behind that of layers.mjs, runs in a Web Worker.

import {
  add,
  attend,
  embed,
  feedForward,
  largest,
  layerNorm,
  linear,
  logSoftmax,
  partsOf,
  readTensors,
  rotary,
} from "./layers.mjs";

const [BOS, EOS, UNK] = [1, 2, 3];

/** The exported model with its layers by name. */
export function readModel({ shapes, numbers, refined, ...rest }) {
  const { tensors, parameters } = readTensors({ shapes, numbers, refined });
  const { linear, norm, attention } = partsOf(tensors);
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

// ---- the model --------------------------------------------------------------------

/**
 * The weights of all heads where one token looks; a model under inspection notes them,
 * or has others: see `inspected`.
 */
function look(model, place, query, keys, values) {
  const found = attend(query, keys, values, model.n_heads, model.pasted?.get(place));
  model.noted?.set(place, found.weights);
  return found;
}

/** Read the source: ids → the keys and values of each decoder layer's cross-attention. */
export function encode(model, ids) {
  const heads = model.n_heads;
  let xs = ids.map((id) => embed(model.embeddings.source, id, model.d_model));
  for (const [number, layer] of model.encoder.layers.entries()) {
    const normed = xs.map((x) => layerNorm(layer.norms[0], x));
    const [keys, queries] = [layer.self.k, layer.self.q].map((projection) =>
      normed.map((x, i) => rotary(linear(projection, x), heads, i)),
    );
    const values = normed.map((x) => linear(layer.self.v, x));
    xs = xs.map((x, i) => {
      const { mixed } = look(model, `encoder.${number}.self ${i}`, queries[i], keys, values);
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
    const seen = look(
      model,
      `decoder.${i}.self ${past.length}`,
      query,
      cached.map((token) => token.key),
      cached.map((token) => token.value),
    );
    x = add(x, linear(layer.self.out, seen.mixed));

    h = linear(layer.cross.q, layerNorm(layer.norms[1], x));
    const place = `decoder.${i}.cross ${past.length}`;
    const read = look(model, place, h, memory[i].keys, memory[i].values);
    attention.push(read.weights);
    x = add(x, linear(layer.cross.out, read.mixed));

    x = add(x, feedForward(layer, layerNorm(layer.norms[2], x)));
  });
  const logits = linear(model.output, layerNorm(model.decoder.norm, x));
  return { logits, attention, past: [...past, own] };
}

// ---- looking inside ---------------------------------------------------------------

/** The part of a name, as `Part` in inspection.py: "encoder.1.head.2", "decoder.0.cross". */
export function partOf(name) {
  const [, stack, layer, kind, head] = name.match(
    /^(encoder|decoder)\.(\d+)(?:\.(self|cross))?(?:\.head\.(\d+))?$/,
  );
  const attention = kind ?? (head && "self"); // of the encoder, which has no other
  return { stack, layer: Number(layer), attention, head: head && Number(head) };
}

/** The model in which these parts add nothing: their last weights are zeros. */
export function without(model, names) {
  const nothing = ({ weight, bias }) => ({ weight: weight.map(() => 0), bias: bias.map(() => 0) });
  const copy = { ...model };
  for (const { stack, layer, attention, head } of names.map(partOf)) {
    const layers = [...copy[stack].layers];
    const changed = { ...layers[layer] };
    for (const kind of attention
      ? [attention]
      : stack === "encoder"
        ? ["self"]
        : ["self", "cross"]) {
      const { out } = changed[kind];
      const d = model.d_model / model.n_heads;
      const isOf = (i) => Math.floor((i % model.d_model) / d) === head;
      const weight = out.weight.map((x, i) => (isOf(i) ? 0 : x));
      changed[kind] = {
        ...changed[kind],
        out: head === undefined ? nothing(out) : { ...out, weight },
      };
    }
    if (!attention) changed.outer = nothing(changed.outer);
    layers[layer] = changed;
    copy[stack] = { ...copy[stack], layers };
  }
  return copy;
}

/** The model in which these parts look where they look in another sentence. */
export function pasted(model, changed, names, ids, maxLength) {
  const noted = new Map(); // "encoder.0.self 3" → weights [head] of the token in place 3
  for (const _ of greedy({ ...model, noted }, ids, maxLength));
  const parts = names.map(partOf);
  const given = new Map();
  for (const [place, weights] of noted) {
    const [stack, layer, attention] = place.split(" ")[0].split(".");
    const here = parts.filter(
      (part) =>
        part.stack === stack &&
        part.layer === Number(layer) &&
        (part.attention ?? attention) === attention,
    );
    const isChosen = (_, head) => here.some((part) => (part.head ?? head) === head);
    given.set(
      place,
      weights.map((of, head) => (isChosen(of, head) ? of : undefined)),
    );
  }
  return { ...changed, pasted: given };
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
    const node = ({ parent, id, probability, log }) => ({ parent, id, probability, log });
    steps.push({ kept: beams.map(node), end: better ? { ...node(end), score } : null });

    // Log-probabilities only fall, and no divisor is larger than that of the limit.
    if (!beams.length || beams[0].log / lengthDivisor(maxLength, penalty) <= best.score) break;
  }
  return { ...best, steps };
}

// ---- words ------------------------------------------------------------------------

// as `Words` and `MARKS` in Python: don't and 3.5 are words, and & is no mark
const WORDS_AND_MARKS =
  /[\p{L}\p{N}_](?:[\p{L}\p{N}_]|[-'’](?=[\p{L}\p{N}_])|(?<=\p{N})[.,:](?=\p{N}))*|[^\p{L}\p{N}_\s]/gu;
const ENDS = ".!?"; // of a sentence
const ABBREVIATED = ["dr", "mr", "mrs", "ms", "mt", "st"]; // their full stop ends none
const BEYOND = 4; // words more than in training that are tried as well
const MARKS = ".,;:!?…-–—()[]\"'“”„‘’‚«»‹›";

/** Take contractions apart: don't is "do not". */
export function takenApart(words, contractions) {
  if (!contractions.length) return words;
  let text = words.join(" ").replaceAll("’", "'");
  for (const [pattern, plain] of contractions)
    text = text.replace(RegExp(pattern, "gi"), (found, group) => {
      const words = plain.replace("$1", group);
      // keep the capital, which begins a sentence
      return found < "a" ? words[0].toUpperCase() + words.slice(1) : words;
    });
  return text.split(" ").filter(Boolean);
}

/**
 * Write a text as the vocabulary has it: marks apart or left out, lower case. With
 * `several`, the mark between two sentences stays.
 */
export function asInCorpus(text, ids, contractions = [], several = false) {
  const words = takenApart(text.match(WORDS_AND_MARKS) ?? [], contractions);
  const isBetween = (word, i) =>
    several &&
    ENDS.includes(word) &&
    /^\p{Lu}/u.test(words[i + 1] ?? "") &&
    !ABBREVIATED.includes(words[i - 1]?.toLowerCase());
  return words
    .filter((word, i) => ids.has(word) || !MARKS.includes(word) || isBetween(word, i))
    .map((word) => (!ids.has(word) && ids.has(word.toLowerCase()) ? word.toLowerCase() : word));
}

// ---- passages of a text, as passages.py ---------------------------------------------

/** The sum of the logarithms that a translation's words have, as greedy decoding says it. */
function logOf(model, words, maxLength) {
  const ids = asIds(model, words);
  return beamSearch(model, ids, 1, maxLength(ids), 0).score;
}

const asIds = (model, words) =>
  ["<bos>", ...words, "<eos>"].map((word) => model.ids.get(word) ?? UNK);

/**
 * The parts of a text, each with the joint behind it: sentences, and of a sentence that is
 * longer than those of training the parts whose translations together are the likeliest.
 */
export function cut(model, words, maxLength) {
  const { joints, longest } = model;
  if (!joints || !longest) return [{ words, joint: "" }];
  const sentences = [[]];
  for (const word of words)
    if (ENDS.includes(word)) sentences.push([]);
    else sentences.at(-1).push(word);
  return sentences
    .filter((sentence) => sentence.length)
    .flatMap((sentence) => {
      if (sentence.length <= longest) return [{ words: sentence, joint: "" }];
      const inner = sentence
        .map((_, i) => i)
        .slice(1, -1)
        .filter((i) => sentence[i] in joints && !(sentence[i - 1] in joints));
      const ends = [...inner, sentence.length];
      const best = new Map([[0, { sum: 0, parts: [] }]]); // by where the next part starts
      [0, ...inner.map((i) => i + 1)].forEach((start, i) => {
        ends.slice(i).forEach((end, j) => {
          if (j && end - start > longest + BEYOND) return;
          const part = { words: sentence.slice(start, end), joint: sentence[end] ?? "" };
          const sum = best.get(start).sum + logOf(model, part.words, maxLength);
          const next = part.joint ? end + 1 : end;
          if (best.has(next) && sum <= best.get(next).sum) return;
          best.set(next, { sum, parts: [...best.get(start).parts, part] });
        });
      });
      return best.get(sentence.length).parts;
    });
}

/** What may be a word without its English ending: "tried" → "tried", "tri", "try". */
export function stems(word) {
  const found = new Set([word]);
  for (const ending of ["'s", "s", "es", "d", "ed", "ing", "r", "er", "st", "est", "ly"]) {
    const stem = word.slice(0, -ending.length);
    if (!word.endsWith(ending) || stem.length < 3) continue;
    for (const form of [stem, `${stem}e`]) found.add(form);
    if (stem.endsWith("i")) found.add(`${stem.slice(0, -1)}y`);
    if (stem.at(-1) === stem.at(-2)) found.add(stem.slice(0, -1));
  }
  return found;
}

/** Known forms of a word that is not known: "walks" for "walking". */
export function nearest(word, known, n = 3) {
  word = word.toLowerCase();
  const [stem, ending] = word.split(/n['’]t$/);
  if (ending === "" && known.includes(stem)) return [`${stem} not`];
  const own = stems(word);
  const shared = (other) => [...stems(other)].filter((form) => own.has(form));
  // "dancer" and "dance" belong together, "flower" and "flows" don't
  const isForm = (other) =>
    shared(other).some((form) => form === word || form === other || ![word, other].some(DERIVED));
  return known
    .filter((other) => other.length > 2 && isForm(other))
    .sort((a, b) => a.length - b.length)
    .slice(0, n);
}

const DERIVED = (word) => /(e?r|est|ly)$/.test(word);

/** Whether most words are German: then the sentence goes the wrong way. */
export function isGerman(words, source, target) {
  const german = new Set(target.flatMap((word) => [word, word.toLowerCase()]));
  const count = (known) => words.filter((word) => known.has(word)).length;
  const inGerman = words.filter(
    (word) => german.has(word) || german.has(word.toLowerCase()),
  ).length;
  return inGerman > 1 && inGerman > count(new Set(source)) && inGerman > words.length / 2;
}

/**
 * Up to `n` known words that may come next, or complete the one that is begun: what came
 * most often behind the last two words in training, then behind the last, then any. Each
 * comes with the text that it makes.
 */
export function suggest(model, text, n = 6) {
  const begun = text.match(/[\p{L}\p{N}]*$/u)[0]; // empty behind a space, and behind don't
  const kept = text.slice(0, text.length - begun.length);
  const isOpen = begun && !/['’]$/.test(kept);
  const behind = (prefix) => {
    const words = asInCorpus(prefix, model.ids, model.contractions ?? []);
    const [last, one] = ["<bos>", ...words].toReversed();
    const names = [`${one} ${last}`, last];
    return names.flatMap((name) => model.following?.[name]?.split(" ") ?? []);
  };
  const open = begun.toLowerCase();
  const completes = (word) => word !== open && word.startsWith(open);
  const chips = new Map(); // word → the text before it
  const offer = (words, before, most) => {
    for (const word of words) if (chips.size < most && !chips.has(word)) chips.set(word, before);
  };
  if (isOpen) {
    const known = model.source.slice(UNK + 1);
    const isWord = model.ids.has(open); // then another may follow as well
    offer([...behind(kept), ...known].filter(completes), kept, isWord ? n / 2 : n);
  }
  offer(behind(text), text, isOpen && !model.ids.has(open) ? 0 : n);
  return [...chips].map(([word, before]) => {
    const shown = word === "i" ? "I" : word;
    const space = before && !/\s$/.test(before) && word !== "'s" ? " " : "";
    return [shown, `${word === "'s" ? before.trimEnd() : before}${space}${shown} `];
  });
}

// ---- unknown words ----------------------------------------------------------------

// Words in pairs that German treats alike: one of them stands in for a word that is not known.
const NAMES = [
  ["tom", "john"],
  ["anna", "julia"],
  ["boston", "paris"],
];
const NUMBERS = [
  ["three", "four"],
  ["1990", "2010"],
];
const STAND_INS = [
  ...NAMES,
  ["book", "car"],
  ["books", "cars"],
  ["good", "new"],
  ["happy", "tired"],
  ["find", "see"],
  ["finds", "sees"],
  ["found", "saw"],
  ["finding", "seeing"],
  ["quickly", "slowly"],
  ["behind", "under"],
];

/**
 * Translate in spite of words that are not known: known ones stand in for them, and where
 * two of a kind make the German differ in one word, the unknown one goes there.
 *
 * Returns the steps of the translation, what was read, and by place in the German the
 * unknown word in that place; null where no kind of word does.
 */
export function guess(model, words, unknown, maxLength) {
  const ids = (some) => ["<bos>", ...some, "<eos>"].map((word) => model.ids.get(word));
  const say = (some) => [...greedy(model, ids(some), maxLength)];
  const every = [...STAND_INS, ...NUMBERS];
  const pairs = every.filter((pair) => pair.every((word) => model.ids.has(word)));
  const read = [...words];
  const places = words.map((_, i) => i).filter((i) => unknown.has(words[i]));
  for (const i of places) read[i] = pairs[0]?.[0]; // until its turn
  const differing = (a, b) => a.map((_, j) => j).filter((j) => a[j].id !== b[j].id);
  const found = new Map();
  for (const i of places) {
    const isName = i > 0 && /^\p{Lu}/u.test(words[i]);
    const kind = isName ? NAMES : /^\p{N}/u.test(words[i]) ? NUMBERS : STAND_INS;
    const kinds = pairs.filter((pair) => kind.includes(pair));
    let best = { score: -Infinity };
    for (const [one, other] of kinds) {
      const [a, b] = [one, other].map((word) => say(read.with(i, word)));
      const score = [...a, ...b].reduce((sum, s) => sum + Math.log(s.likeliest[0][1]), 0);
      const differ = a.length === b.length ? differing(a, b) : [];
      const mean = score / (a.length + b.length);
      if (differ.length === 1 && mean > best.score) best = { score: mean, one, other };
    }
    if (!best.one) return null;
    read[i] = best.one;
    found.set(i, best.other);
  }
  const steps = say(read);
  const at = new Map();
  for (const [i, other] of found) {
    const again = say(read.with(i, other));
    const [j] = again.length === steps.length ? differing(steps, again) : [];
    if (j === undefined) return null;
    at.set(j, words[i]);
  }
  return { steps, read, at };
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
    read({ text, several = Boolean(model.joints) }) {
      const known = model.source.slice(UNK + 1);
      const words = asInCorpus(text, model.ids, model.contractions ?? [], several);
      const unknown = words.filter((word) => !known.includes(word) && !ENDS.includes(word));
      const like = [...new Set(unknown)].map((word) => [word, nearest(word, known)]);
      const tokens = words.map((word) => (unknown.includes(word) ? "<unk>" : word));
      const german = unknown.length > 0 && isGerman(words, known, model.target);
      return { words, like, german, tokens: ["<bos>", ...tokens, "<eos>"] };
    },

    /** Words that may come next, each with the text that it makes of what is typed. */
    suggest: ({ text }) => ({ chips: suggest(model, text) }),

    *translate(request) {
      const read = requests.read(request);
      const unknown = new Set(read.like.map(([word]) => word));
      const parts = cut(model, read.words, lengthLimit);
      const tokens = [];
      for (const part of parts) {
        part.names = ["<bos>", ...part.words, "<eos>"];
        part.place = tokens.length;
        const isOpen = part.words.some((word) => unknown.has(word));
        part.guessed = isOpen && guess(model, part.words, unknown, lengthLimit(part.names));
        if (part.guessed === null) {
          yield { unsure: true };
          return;
        }
        part.tokens = part.guessed ? ["<bos>", ...part.guessed.read, "<eos>"] : part.names;
        tokens.push(...part.tokens, ...(part.joint ? [part.joint] : []));
      }
      const names = parts.flatMap(({ names, joint }) => (joint ? [...names, joint] : names));
      const passages = parts.map(({ words, joint }) => ({ words, joint }));
      yield { begun: { ...read, tokens, names, parts: passages } };
      for (const part of parts) yield* sayPart(part, tokens.length, part === parts.at(-1));
    },

    /** The German as it is, and with parts switched off or attention pasted from `other`. */
    inspect({ text, off, paste, other }) {
      const read = requests.read({ text, several: false });
      const say = (inspected) =>
        [...greedy(inspected, ...limits(read))].map(({ id }) => model.target[id]);
      let changed = without(model, off);
      if (paste.length) {
        const donor = requests.read({ text: other, several: false });
        const lengths = [read, donor].map(({ words }) => words.length);
        if (lengths[0] !== lengths[1]) return { ...read, before: say(model), lengths };
        changed = pasted(model, changed, paste, ...limits(donor));
      }
      return { ...read, before: say(model), after: say(changed) };
    },

    search(request) {
      const read = requests.read({ ...request, several: false });
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

  /** The words of a part; where another follows, no end, and the joint's German instead. */
  function* sayPart({ guessed, tokens, place, joint }, length, isLast) {
    const steps = guessed ? guessed.steps : greedy(model, ...limits({ tokens }));
    const shifted = (weights) => Float32Array.from({ length }, (_, i) => weights[i - place] ?? 0);
    let [at, waiting] = [0, null]; // a mark waits for what comes: before a joint it goes
    for (const { id, likeliest, attention } of steps) {
      const word = model.target[id];
      const copied = guessed ? guessed.at.get(at++) : undefined; // the unknown word to copy here
      if (id === EOS && !isLast) break;
      if (waiting) yield waiting;
      waiting = {
        ...{ word, copied, likeliest: likeliest.map(([other, p]) => [model.target[other], p]) },
        attention: attention.map((heads) => heads.map(shifted)),
      };
    }
    if (waiting && !(joint && ENDS.includes(waiting.word))) yield waiting;
    const none = Array.from({ length: model.n_layers }, () =>
      Array.from({ length: model.n_heads }, () => new Float32Array(length)),
    );
    for (const word of joint ? model.joints[joint].split(" ") : [])
      yield { word, joins: joint, likeliest: [[word, 1]], attention: none };
  }

  function limits({ tokens }) {
    const ids = tokens.map((token) => model.ids.get(token));
    return [ids, lengthLimit(ids)];
  }

  /** How many words a translation may have. */
  function lengthLimit({ length }) {
    return Math.min(length + model.ahead, model.max_length);
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
