// What the figures of the translator share: the engine, which runs elsewhere, and German
// as it is printed. translator_model.mjs is what computes.

import { loadScript } from "./loading.mjs";

// ---- the engine: arithmetic elsewhere ---------------------------------------------

/** Where requests go: to a worker, or to this thread where workers are refused. */
async function startEngine(text, receive) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    const worker = new Worker(url, { type: "module" });
    await new Promise((ready, refused) => {
      worker.onmessage = ready; // it says so
      worker.onerror = refused;
    });
    worker.onmessage = ({ data }) => receive(data);
    return { send: (request) => worker.postMessage(request), stop: () => worker.terminate() };
  } catch {
    return { send: (await import(url)).serve(receive), stop: () => {} };
  }
}

/** The model, and a function `ask(kind, request, report)` that reports each part of an answer. */
export async function start(get) {
  const waiting = new Map();
  const receive = ({ job, ...part }) => waiting.get(job)(part);
  const given = Object.keys(get("exported")).length ? get("exported") : null;
  const [exported, { send, stop }] = await Promise.all([
    given ?? loadScript(get("address"), "lernformerTranslator"),
    startEngine(get("engine"), receive),
  ]);
  let jobs = 0;
  const ask = (kind, request, report = () => {}) =>
    new Promise((done, failed) => {
      const job = ++jobs;
      waiting.set(job, (part) => {
        if (part.more) return report(part);
        waiting.delete(job);
        part.error ? failed(new Error(part.error)) : done(part);
      });
      send({ job, kind, ...request });
    });
  const { parameters } = await ask("load", { exported });
  return { ask, stop, exported, parameters };
}

// ---- words ------------------------------------------------------------------------

export const quoted = (word) => `“${word}”`;

/** A probability in %; never rounded to 100. */
export const percent = (p) => (p < 1 && p >= 0.995 ? ">99 %" : `${Math.round(100 * p)} %`);

/** Each word as it is printed: marks at their word, a capital behind a full stop. */
export const inPrint = (words) =>
  words.map((word, i) => {
    const begins = i === 0 || /^[.!?]$/.test(words[i - 1]);
    const text = begins ? word.slice(0, 1).toUpperCase() + word.slice(1) : word;
    return i === 0 || /^[.,;:!?]$/.test(word) ? text : ` ${text}`;
  });

export const asInPrint = (words) => inPrint(words).join("");

// a word, or two in turn, four times in a row: no translation
export const AGAIN_AND_AGAIN = /(?:^| )(\S+(?: \S+)?)(?: \1){3}(?= |$)/i;
