// What doubts.mjs sees in a translation. The argument is a file with pairs of sentences that
// a grammar wrote and the release's lexicon. The pairs are right, so hardly any may be marked.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { agreement, dropped, mansJob, negation } from "../../src/lernformer/widgets/doubts.mjs";

const { lexicon, ...given } = JSON.parse(readFileSync(process.argv[2], "utf-8"));
const pairs = given.pairs.map((pair) => pair.map((text) => text.split(" ")));
const known = new Set(pairs.flatMap(([, german]) => german));
const marked = (of) => pairs.filter(of).length / pairs.length;

test("right sentences are hardly ever marked", () => {
  assert.ok(pairs.length > 2000);
  assert.ok(marked(([english, german]) => negation(english, german)) < 0.005);
  assert.ok(marked(([, german]) => agreement(german, known)) < 0.005);
  assert.ok(marked(([english, german]) => mansJob(english, german)) < 0.005);
  assert.ok(marked(([english, german]) => dropped(english, german, lexicon).length) < 0.005);
});

test("a dropped word is named", () => {
  const see = (english, german) => dropped(english.split(" "), german.split(" "), lexicon);
  assert.deepEqual(
    see("there is a restaurant near the hotel", "es gibt ein Restaurant im Hotel ."),
    ["near"],
  );
  assert.deepEqual(see("thank you for your help", "vielen Dank ."), ["help"]);
  assert.deepEqual(see("the houses are old", "die Häuser sind alt ."), []);
  assert.deepEqual(see("constructor", "das ."), []); // of every object
});

test("a woman's job has a woman's form", () => {
  const see = (english, german) => mansJob(english.split(" "), german.split(" "));
  assert.equal(see("my mother is a teacher .", "meine Mutter ist Lehrer ."), "Lehrer");
  assert.equal(see("my mother is a teacher .", "meine Mutter ist Lehrerin ."), null);
  assert.equal(see("she was a good doctor .", "sie war ein guter Arzt ."), "Arzt");
  assert.equal(see("my brother is a teacher .", "mein Bruder ist Lehrer ."), null);
  assert.equal(see("she is a genius .", "sie ist ein Genie ."), null);
});

test("a lost or a new negation is marked", () => {
  const NO = /^(nicht|nie|niemand)$/;
  const denied = pairs.filter(([english, german]) => {
    const plain = english.filter((word) => word !== "not").length < english.length;
    return plain && german.filter((word) => NO.test(word)).length === 1;
  });
  assert.ok(denied.length > 50);
  const seen = denied.filter(([english, german]) => {
    const lost = german.filter((word) => !NO.test(word));
    const rest = english.filter((word) => word !== "not");
    return negation(english, lost) === "lost" && negation(rest, german) === "new";
  });
  assert.ok(seen.length / denied.length > 0.8);
  const found = (english, german) => negation(english.split(" "), german.split(" "));
  assert.equal(found("she never drinks coffee", "sie trinkt Kaffee ."), "lost");
  assert.equal(found("she has no time", "sie hat Zeit ."), "lost");
  assert.equal(found("she has time", "sie hat keine Zeit ."), "new");
  assert.equal(found("he is nice is he not", "er ist nett , nicht wahr ?"), "");
  assert.equal(found("i do not care", "es ist mir egal ."), "");
});

test("a pronoun and a verb of another person are seen", () => {
  const forms = "lebe lebst lebt leben gehe gehst geht gehen mache machst macht machen";
  const words = new Set(forms.split(" "));
  const see = (german) => agreement(german.split(" "), words)?.join(" ") ?? "";
  assert.equal(see("mein Name ist Peter und ich leben in London ."), "ich leben");
  assert.equal(see("du bin müde ."), "du bin");
  assert.equal(see("er machen das ."), "er machen");
  assert.equal(see("wir geht nach Hause ."), "wir geht");
  assert.equal(see("gehe er nach Hause ?"), "gehe er");
  for (const right of [
    "ich lebe hier .",
    "Tom und ich leben hier .",
    "leben du und ich hier ?",
    "ich weiß , dass wir hier leben .",
    "sie lebt hier , aber sie leben dort .",
  ])
    assert.equal(see(right), "", right);
});
