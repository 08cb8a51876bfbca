// The page's translator against PyTorch: a JSON file, named as the first argument, with
// the model as exported and what the reference makes of each sentence.
// tests/test_widgets_translator.py writes it and runs this.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { refined } from "../../src/lernformer/widgets/layers.mjs";
import * as translator from "../../src/lernformer/widgets/translator_model.mjs";

const { exported, tolerance, sentences, searches, inside, passages, texts } = JSON.parse(
  readFileSync(process.argv[2], "utf8"),
);

const posted = [];
const answer = translator.serve((message) => posted.push(message));
function ask(kind, request) {
  posted.length = 0;
  answer({ job: 7, kind, ...request });
  for (const { job, error } of posted) assert.deepEqual([job, error], [7, undefined]);
  return structuredClone(posted); // as a worker's messages are
}

test("the model is read", () => {
  const [{ parameters }] = ask("load", { exported });
  const sizes = exported.shapes.map(([, shape]) => shape.reduce((a, b) => a * b, 1));
  assert.equal(
    parameters,
    sizes.reduce((a, b) => a + b),
  );
});

const translations = new Map(); // source → steps

test(`${sentences.length} translations are the reference's, word for word`, () => {
  assert.ok(sentences.length > 0);
  for (const { source, words } of sentences) {
    const [{ begun }, ...steps] = ask("translate", { text: source });
    assert.deepEqual(begun.words, source.split(" "));
    assert.deepEqual(steps.pop(), { job: 7 });
    assert.ok(steps.every(({ more }) => more));
    assert.deepEqual(
      steps.map(({ word }) => word),
      words,
      source,
    );
    translations.set(source, steps);
  }
});

test("so are the weights of the cross-attention, of every layer and head", () => {
  let worst = 0;
  for (const { source, attention } of sentences) {
    const steps = translations.get(source);
    // attention[layer][head][place in the target][place in the source]
    attention.forEach((heads, layer) =>
      heads.forEach((rows, head) =>
        rows.forEach((row, place) => {
          const weights = steps[place].attention[layer][head];
          assert.equal(weights.length, row.length);
          row.forEach((weight, i) => (worst = Math.max(worst, Math.abs(weight - weights[i]))));
        }),
      ),
    );
  }
  assert.ok(worst <= tolerance, `the largest difference is ${worst}`);
});

test("the likeliest words come with their probabilities", () => {
  for (const { likeliest } of [...translations.values()].flat()) {
    const shares = likeliest.map(([, p]) => p);
    assert.deepEqual(
      shares,
      shares.toSorted((a, b) => b - a),
    );
    assert.ok(shares[2] >= 0 && shares.reduce((a, b) => a + b) <= 1 + 1e-9);
  }
});

test("what is longer than in training is cut and joined as in Python", () => {
  ask("load", passages);
  for (const [text, cut, expected] of passages.cases) {
    const [{ begun }, ...steps] = ask("translate", { text }).slice(0, -1);
    assert.deepEqual(
      begun.parts.map(({ words, joint }) => [words.join(" "), joint]),
      cut,
    );
    assert.equal(begun.names.length, begun.tokens.length);
    const german = steps.map(({ word }) => word).filter((word) => !/^<.*>$/.test(word));
    assert.equal(german.join(" "), expected, text);
    for (const { joins, attention } of steps)
      for (const weights of attention.flat()) {
        assert.equal(weights.length, begun.tokens.length);
        const sum = weights.reduce((a, b) => a + b);
        assert.ok(Math.abs(sum - (joins ? 0 : 1)) < 1e-5);
      }
  }
  assert.ok(passages.cases.some(([, cut]) => cut.some(([, joint]) => joint === "but")));
  ask("load", { exported });
});

test("beam search finds what the reference finds", () => {
  assert.ok(searches.length > 0);
  for (const { source, beamSize, target, score } of searches) {
    const [found] = ask("search", { text: source, beamSize });
    assert.equal(found.words.slice(0, -1).join(" "), target, source);
    assert.ok(Math.abs(found.score - score) <= 2e-3 * Math.max(1, -score), source);
  }
});

test("the steps of a search hang together, and lead to the best", () => {
  const [{ words, steps }] = ask("search", { text: sentences[0].source, beamSize: 4 });
  steps.forEach(({ kept, end }, i) => {
    for (const node of end ? [...kept, end] : kept) {
      const before = i ? steps[i - 1].kept[node.parent].log : 0;
      assert.ok(Math.abs(before + Math.log(node.probability) - node.log) < 1e-9);
    }
  });
  let i = steps.findLastIndex(({ end }) => end);
  let node = steps[i].end;
  const path = [node.word];
  while (i-- > 0) path.unshift((node = steps[i].kept[node.parent]).word);
  assert.deepEqual(path, words);
});

test("texts are read as the command line reads them", () => {
  const ids = new Map(texts.known.map((word, id) => [word, id]));
  for (const [text, expected] of texts.cases)
    assert.equal(translator.asInCorpus(text, ids).join(" "), expected, text);
});

test("so are contractions, and the marks between sentences", () => {
  const ids = new Map();
  for (const [text, expected] of texts.contracted)
    assert.equal(
      translator.asInCorpus(text, ids, texts.contractions, true).join(" "),
      expected,
      text,
    );
});

test("unknown words are replaced for the model, and listed", () => {
  const known = exported.source[4];
  const [{ words, tokens, like }] = ask("read", { text: `${known} ${known}x <pad> zzzzzzz` });
  assert.deepEqual(words, [known, `${known}x`, "<", "pad", ">", "zzzzzzz"]);
  assert.deepEqual(tokens, ["<bos>", known, ...Array(5).fill("<unk>"), "<eos>"]);
  assert.deepEqual(new Map(like).get("zzzzzzz"), []);
});

test("forms of a word are offered, and nothing that only looks alike", () => {
  const known = ["does", "teacher", "teaches", "reach", "the", "buys", "buy", "an", "book"];
  assert.deepEqual(translator.nearest("teachers", known), ["teacher"]);
  assert.deepEqual(translator.nearest("Bookq", known), []);
  const others = ["young", "need", "every", "peter", "hope", "alone", "ate", "lake", "flower"];
  for (const word of ["you", "never", "phone", "late", "flows"])
    assert.deepEqual(translator.nearest(word, others), [], word);
  assert.deepEqual(translator.nearest("holidays", ["holiday", "day"]), ["holiday"]);
  assert.deepEqual(translator.nearest("buying", known), ["buy", "buys"]); // forms of one word
  assert.deepEqual(translator.nearest("reached", known)[0], "reach");
  assert.deepEqual(translator.nearest("doesn't", known), ["does not"]);
  assert.deepEqual(translator.nearest("hippopotamus", known), []);
});

test("an ending is taken off in all ways it may have come on", () => {
  for (const pair of ["tried try", "makes make", "stopped stop", "making make", "largest large"]) {
    const [form, stem] = pair.split(" ");
    assert.ok(translator.stems(form).has(stem), pair);
  }
  assert.deepEqual([...translator.stems("is")], ["is"]);
});

test("what is looked at inside changes the German as it does in torch", () => {
  ask("load", { exported: inside.exported });
  let changed = 0;
  for (const { before, after, ...request } of inside.cases) {
    const [found] = ask("inspect", request);
    const message = JSON.stringify(request);
    const german = (words) => words.filter((word) => !/^<(pad|bos|eos)>$/.test(word)).join(" ");
    assert.equal(german(found.before), before, message);
    assert.equal(german(found.after), after, message);
    changed += before !== after;
  }
  assert.ok(changed > inside.cases.length / 2, `${changed} of ${inside.cases.length}`);
  const [{ text }] = inside.cases;
  const request = { text, off: [], paste: ["encoder.0"], other: `${text} ${text}` };
  const [{ lengths, after }] = ask("inspect", request);
  assert.deepEqual(
    lengths,
    [1, 2].map((n) => n * text.split(" ").length),
  );
  assert.equal(after, undefined);
  ask("load", { exported });
});

test("words that may come next: what followed, most often first, and what is begun", () => {
  const source = "<pad> <bos> <eos> <unk> i do not know the the_ dog door 's am go".split(" ");
  const following = {
    ...{ "<bos>": "i the", i: "do am", "i do": "not", do: "know", not: "go know" },
    ...{ dog: "'s", "do not": "know" },
  };
  const ids = new Map(source.map((word, id) => [word, id]));
  const model = { source, ids, following, contractions: [["n't\\b", " not"]] };
  const words = (text) => translator.suggest(model, text).map(([word]) => word);
  assert.deepEqual(words(""), ["I", "the"]);
  assert.deepEqual(words("I "), ["do", "am"]);
  assert.deepEqual(words("I do "), ["not", "know"]);
  assert.deepEqual(words("I don't "), ["know", "go"]);
  assert.deepEqual(words("I do n"), ["not"]);
  assert.deepEqual(words("The d"), ["do", "dog", "door"]); // none is known to follow
  assert.deepEqual(words("I zeb"), []);
  const texts = (text) => translator.suggest(model, text).map(([, after]) => after);
  assert.deepEqual(texts("I do n"), ["I do not "]);
  assert.deepEqual(texts("The dog"), ["The dog's "]);
  assert.deepEqual(texts("I  "), ["I  do ", "I  am "]);
});

test("German is recognised, English with German words is not", () => {
  const source = ["i", "am", "in", "the", "was", "hat"];
  const target = ["ich", "bin", "müde", "in", "die", "am", "was", "hat", "Haus"];
  const is = (text) => translator.isGerman(text.split(" "), source, target);
  assert.ok(is("Ich bin müde"));
  assert.ok(is("Was hat die Katze"));
  assert.ok(!is("i am in the zoo"));
  assert.ok(!is("am i hat"));
  assert.ok(!is("zzz yyy"));
});

test("float16 is read as IEEE 754 has it, and the gaps between are split", () => {
  const cases = [
    [0x0000, 0],
    [0x0001, 2 ** -24],
    [0x03ff, 1023 * 2 ** -24],
    [0x0400, 2 ** -14],
    [0x3555, 0.333251953125],
    [0x3c00, 1],
    [0xc000, -2],
    [0x7bff, 65504],
  ];
  for (const [bits, x] of cases) assert.equal(refined(bits, 0), x);
  for (const bits of [0, 1, 0x03ff, 0x0400, 0x3555, 0x3c00]) {
    const middle = (refined(bits, 0) + refined(bits + 1, 0)) / 2;
    assert.equal(refined(bits, 127), middle);
  }
});

test("an error is an answer", () => {
  const messages = [];
  translator.serve((message) => messages.push(message))({ job: 1, kind: "read", text: "a" });
  assert.equal(messages[0].job, 1);
  assert.match(messages[0].error, /TypeError/);
});
