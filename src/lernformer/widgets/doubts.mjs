// Which words a translator is unsure of, by their probabilities, and what can be seen to be
// wrong with a German translation without knowing German: a negation that is lost or comes
// from nowhere, a word that was dropped, a woman whose job is a man's, and a pronoun whose
// verb is of a different person. The sentence is marked; a mark on a right sentence costs a
// look, a missing one costs trust.

// From these probabilities on, a word has no line (benchmarks/everyday.py measures how
// many of those words are right), or a dotted one.
const SURE = 0.9;
export const [LIKELY, DOUBTFUL] = ["likely", "doubtful"];

export const confidence = ({ likeliest: [[, p]] }) => p;

/** How a word is underlined; "" where the model is sure. */
export const doubt = (step) =>
  confidence(step) >= SURE ? "" : confidence(step) < 0.5 ? DOUBTFUL : LIKELY;

const words = (text) => new Set(text.split(" "));

// Words that deny, and others that may go with a denial in the other language.
const ENGLISH_NO = words("not never no nobody nothing none neither nor nowhere cannot without n't");
const ENGLISH_MAYBE = words("out wrong hardly barely unless stop stopped fail failed away");
const GERMAN_NO =
  /^(nicht|nie|niemals|nichts|niemand(en|em)?|nirgend(s|wo|wohin)|kein(e[mnrs]?)?|nein|ohne|weder)$/;
const GERMAN_MAYBE = /^(egal|kaum|sonst|erst|umsonst)$/;

/** "lost" or "new" where only one of the two sentences denies; else "". */
export function negation(english, german) {
  const from = english.some((word) => ENGLISH_NO.has(word));
  const to = german.some((word) => GERMAN_NO.test(word));
  const maybe =
    english.some((word) => ENGLISH_MAYBE.has(word)) ||
    german.some((word) => GERMAN_MAYBE.test(word)) ||
    german.join(" ").includes("nicht wahr"); // a tag
  return maybe || from === to ? "" : from ? "lost" : "new";
}

const LETTERS = 4; // as in dropped_words.py
const beginning = (word) =>
  word
    .toLowerCase()
    .replace(/[äöü]/g, (letter) => "aou"["äöü".indexOf(letter)])
    .slice(0, LETTERS);

/** English words that nothing in the German stands for; `lexicon` is that of dropped_words.py. */
export function dropped(english, german, lexicon) {
  const there = new Set(german.map(beginning));
  const needed = (word) => (Object.hasOwn(lexicon, word) ? lexicon[word].split(" ") : []);
  return [...new Set(english)].filter((word) => {
    const beginnings = needed(word);
    return beginnings.length && !beginnings.some((one) => there.has(one));
  });
}

const WOMEN = words(
  "she mother mom sister daughter wife aunt grandmother granddaughter girl girlfriend woman lady",
);
const JOBS = words(
  "teacher doctor student lawyer driver writer singer artist poet cook farmer pilot musician actor engineer waiter professor",
);

/** The German job of a woman that has a man's form, "Lehrer"; null where none has. */
export function mansJob(english, german) {
  const is = english.findIndex((word) => ["is", "was", "became", "becomes"].includes(word));
  const last = english.findLast((word) => /\w/.test(word));
  const hasJob = ["a", "an"].includes(english[is + 1]) && JOBS.has(last);
  if (is < 1 || !WOMEN.has(english[is - 1]) || !hasJob) return null;
  const job = german.findLast((word) => /^\p{Lu}/u.test(word));
  return job && !job.endsWith("in") && german.indexOf(job) ? job : null;
}

// The verbs that follow no rule, by the pronouns that they may come with.
const IRREGULAR = new Map(
  [
    ["ich", "bin habe werde kann muss will soll darf mag weiß war hatte wurde"],
    ["du", "bist hast wirst kannst musst willst sollst darfst magst weißt warst hattest wurdest"],
    ["er", "ist hat wird kann muss will soll darf mag weiß war hatte wurde"],
    [
      "wir",
      "sind haben werden können müssen wollen sollen dürfen mögen wissen waren hatten wurden",
    ],
    ["ihr", "seid habt werdet könnt müsst wollt sollt dürft mögt wisst wart hattet wurdet"],
  ].map(([pronoun, forms]) => [pronoun, words(forms)]),
);
const ALL_IRREGULAR = new Set([...IRREGULAR.values()].flatMap((forms) => [...forms]));
// Whose endings a pronoun takes; "sie" may be one or several, so it fits most.
const PERSON = { ich: "ich", du: "du", er: "er", es: "er", wir: "wir" };
// What a verb must not end in, and how the form that would fit ends.
const ENDINGS = {
  ich: [
    ["en", "e"],
    ["st", "e"],
    ["t", "e"],
  ],
  du: [
    ["en", "st"],
    ["e", "st"],
    ["e", "est"],
  ],
  er: [
    ["en", "t"],
    ["en", "et"],
    ["e", "t"],
    ["st", "t"],
  ],
  wir: [
    ["st", "en"],
    ["t", "en"],
    ["e", "en"],
  ],
};
const OPENS = new Set(["", ",", ".", "und", "oder", "aber", "denn", "sondern"]);
const BETWEEN = words("alle beide selbst auch nur"); // wir alle, ich selbst

/** Whether a word is a verb of another person than the pronoun, as far as `known` words tell. */
function disagrees(pronoun, verb, known) {
  const person = PERSON[pronoun];
  if (IRREGULAR.get(person).has(verb)) return false;
  if (ALL_IRREGULAR.has(verb)) return true;
  if (person === "wir" && known.has(`${verb}n`)) return verb.endsWith("e");
  return ENDINGS[person].some(
    ([ending, right]) =>
      verb.endsWith(ending) &&
      !verb.endsWith("sst") &&
      known.has(verb.slice(0, -ending.length) + right),
  );
}

/** The pronoun and its verb where they disagree; null where none do. */
export function agreement(german, known) {
  for (const [i, word] of german.entries()) {
    if (!(word in PERSON)) continue;
    const at = (place) => german[i + place] ?? "";
    const isJoined = at(-1) === "und" && i > 1 && OPENS.has(at(-3)); // Tom und ich
    const opens = OPENS.has(at(-1)) && !isJoined; // a main clause: its verb comes next
    const verb = opens ? at(1) : OPENS.has(at(-2)) && at(1) !== "und" ? at(-1) : "";
    if (!/^\p{Ll}/u.test(verb) || BETWEEN.has(verb)) continue;
    if (disagrees(word, verb, known)) return opens ? [word, verb] : [verb, word];
  }
  return null;
}
