// Lets readers answer in the page (practice.py and its siblings), explains why an answer is
// wrong, and remembers the answers, only in this browser, so that it can ask again.
document.addEventListener("DOMContentLoaded", () => {
  const NAME = "PRACTICE_NAME"; // the book's name, from conf.py
  const KEY = `${NAME}-practice`;
  const ROUND = 5; // how many questions a recall has

  // If the browser denies storage, nothing is remembered.
  const load = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY)) || {};
    } catch {
      return {};
    }
  };
  const save = (past) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(past));
    } catch {}
  };
  const remember = (id, right) => {
    const past = load();
    const { wrong = 0, times = 0 } = past[id] || {};
    past[id] = { wrong: right ? Math.max(0, wrong - 1) : wrong + 1, times: times + 1 };
    save(past);
  };

  const make = (tag, text = "", attributes = {}) => {
    const element = document.createElement(tag);
    element.textContent = text;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };

  // The items of a list become buttons; a click calls `chosen(i, button)`.
  function buttons(list, chosen) {
    return [...list.children].map((item, i) => {
      const button = make("button", "", { type: "button", "aria-pressed": "false" });
      const inner = item.querySelector(":scope > p") || item;
      // A button can't contain a link to the glossary.
      for (const link of inner.querySelectorAll("a")) link.replaceWith(...link.childNodes);
      button.append(...inner.childNodes);
      item.replaceChildren(button);
      button.addEventListener("click", () => chosen(i, button));
      return button;
    });
  }

  function mark(button, right) {
    button.setAttribute("aria-pressed", "true");
    button.classList.add(right ? "right" : "wrong");
  }

  // Shows an item's replies, and remembers only the first try.
  function voice(item) {
    const status = make("div", "", { role: "status", class: "verdict" });
    item.querySelector("details.answer").before(status);
    let counted = false;
    return {
      say: (word, ...more) => status.replaceChildren(make("strong", word), " ", ...more),
      hush: () => status.replaceChildren(),
      count: (right) => {
        if (!counted) remember(item.dataset.id, right);
        counted = true;
      },
    };
  }

  // What the folded answer says about a choice.
  const reason = (item, i) =>
    [...item.querySelectorAll(".whys > li")[i].querySelectorAll(":scope > p")].flatMap((p) => [
      ...p.cloneNode(true).childNodes,
    ]);

  function choosing(item) {
    const right = Number(item.dataset.right);
    const lines = item.querySelector(".lines[data-odd]");
    const { say, count } = voice(item);

    buttons(item.querySelector(".choices"), (i, button) => {
      mark(button, i === right);
      count(i === right);
      say(i === right ? "Right." : "Not this.", ...reason(item, i));
    });
    if (lines) {
      const odd = Number(lines.dataset.odd);
      lines.before(make("p", "Which line is wrong?"));
      buttons(lines, (i, button) => {
        mark(button, i === odd);
        say(
          i === odd ? "This line." : "Not this line.",
          i === odd ? "And what is the cause?" : "A right answer has it, too.",
        );
      });
    }
  }

  // "0,5", ".5", "5e-1", "1/2", "50 %", "−0.5" or "True" as a number; NaN for anything else.
  function number(text) {
    if (/^(true|false)$/i.test(text)) return Number(/^t/i.test(text));
    const [, sign, top, , bottom, percent] =
      text.match(/^([-−–+]?)(\d*[.,]?\d+(?:e[-+]?\d+)?|\d+[.,])(\/(\d+))?(%?)$/i) || [];
    if (top === undefined) return Number.NaN;
    const value = Number(top.replace(",", ".")) / (bottom || 1) / (percent ? 100 : 1);
    return sign && sign !== "+" ? -value : value;
  }

  // Reads text as `n` numbers. A comma separates them if a space follows, or if it has to.
  function numbers(text, n) {
    const tidy = text
      .trim()
      .replace(/[[\](){}=≈]/g, " ")
      .replace(/([-−–])\s+(?=[\d.,])/g, "$1")
      .replace(/\s+%/g, "%");
    const spaced = tidy.split(/[\s;]+|,\s/).filter(Boolean);
    const found = spaced.length === n ? spaced : tidy.split(/[\s;,]+/).filter(Boolean);
    return found.map(number);
  }

  const sample = (list) => list[Math.floor(Math.random() * list.length)];

  // Shows one instance at a time, chosen from those that the build worked out.
  function computing(item) {
    const { near, digits, causes, instances } = JSON.parse(
      item.querySelector("script").textContent,
    );
    const { say, hush, count } = voice(item);
    const given = item.querySelector(".given");
    const answer = item.querySelector("details.answer");
    const written = (values) => values.map((x) => x.toFixed(digits)).join("  ");
    let now = instances[0];

    const form = make("form");
    const many = Math.max(...instances.map(({ right }) => right.length)) > 1;
    const label = make("label", many ? "Your numbers, in this order " : "Your number ");
    const field = make("input", "", { autocomplete: "off", spellcheck: "false" });
    label.append(field);
    const check = make("button", "Check", { type: "submit" });
    const next = make("button", "Another one", { type: "button" });
    form.append(label, check, next);
    item.querySelector(".verdict").before(form);

    const why = ([, cause]) => `: ${causes[cause]}`;
    const split = (one) => [one.slice(0, -1), one.at(-1)];
    function tempting() {
      const seen = new Set();
      const firsts = now.wrong
        .map(split)
        .filter(([, cause]) => !seen.has(cause) && seen.add(cause));
      return firsts.slice(0, 3);
    }
    function show(instance) {
      now = instance;
      item.dataset.at = instances.indexOf(now);
      given.replaceChildren(
        ...now.given.map((line) => {
          const li = make("li");
          li.append(make("code", line));
          return li;
        }),
      );
      answer.open = false;
      answer.querySelector("p code").textContent = written(now.right);
      answer.querySelector(".whys").replaceChildren(
        ...tempting().map((one) => {
          const li = make("li");
          li.append("A common wrong answer is ", make("code", written(one[0])), why(one));
          return li;
        }),
      );
      field.value = "";
      hush();
    }
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const n = now.right.length;
      // If the answer is one large number, "11,840" and "11 840" are that number.
      const whole = n === 1 && now.right[0] >= 1000;
      const tidy = whole ? field.value.replace(/(\d)[\s.,'](?=\d{3}(?!\d))/g, "$1") : field.value;
      const typed = numbers(tidy, n);
      if (typed.length !== n || typed.some(Number.isNaN)) {
        say("Not yet.", n > 1 ? `Type ${n} numbers, with spaces between them.` : "Type a number.");
        return;
      }
      const is = (values) => values.every((x, i) => Math.abs(x - typed[i]) <= near);
      const right = is(now.right);
      count(right);
      if (right) {
        const [one] = tempting();
        say("Right.", "A common wrong answer is ", make("code", written(one[0])), why(one));
        return;
      }
      const known = now.wrong.map(split).find(([values]) => is(values));
      if (known) say("Not this.", `Likely cause: ${causes[known[1]]}`);
      else say("Not this.", "It isn't the result of a common mistake, either.");
    });
    next.addEventListener("click", () => {
      show(sample(instances.filter((one) => one !== now)));
      field.focus();
    });
    show(sample(instances));
  }

  // A line goes into the first free place, or back. With all places full, there is a verdict.
  function arranging(item) {
    const { right, verdicts, programs } = JSON.parse(item.querySelector("script").textContent);
    const { say, hush, count } = voice(item);
    const places = [...item.querySelectorAll(".place")];
    const numbers = places.map((place) => 1 + [...place.parentNode.children].indexOf(place));
    const empty = places.map((place) => place.textContent);
    const way = places.map(() => null);
    const pool = buttons(item.querySelector(".pool"), (i) => {
      const at = way.indexOf(way.includes(i) ? i : null);
      if (at < 0) {
        say("Full.", "Take a line back first.");
        return;
      }
      way[at] = way[at] === i ? null : i;
      show();
      if (way.includes(null)) {
        hush();
        if (way[at] === i) say(`Line ${numbers[at]}.`);
        return;
      }
      const verdict = verdicts[programs[way.join("")]];
      count(!verdict);
      if (!verdict)
        say("Right.", way.every((x, k) => x === right[k]) ? "" : "This way works, too.");
      else say("Not this.", `The check says: ${verdict}`);
    });
    function show() {
      places.forEach((place, at) => {
        place.classList.toggle("filled", way[at] !== null);
        place.firstChild.textContent =
          way[at] === null ? empty[at] : place.dataset.indent + pool[way[at]].textContent;
      });
      pool.forEach((button, i) => {
        button.setAttribute("aria-pressed", way.includes(i));
        button.dataset.at = `line ${numbers[way.indexOf(i)]}:`;
      });
    }
  }

  // Shows one question of a deck at a time, in the given `order`.
  function deal(deck, order) {
    let at = 0;
    const show = () => order.forEach((item, i) => (item.hidden = i !== at));
    const next = make("button", "Another one", { type: "button", class: "next" });
    next.addEventListener("click", () => {
      at = (at + 1) % order.length;
      show();
      order[at].setAttribute("tabindex", "-1");
      order[at].focus();
    });
    if (order.length > 1) deck.append(next);
    show();
  }

  // First the questions that were answered wrong, then new ones, then the least-asked ones.
  function due(items) {
    const past = load();
    const rank = ({ dataset: { id } }) => {
      const { wrong = 0, times = 0 } = past[id] || {};
      return wrong > 0 ? -wrong : times;
    };
    const mixed = items.map((item) => [rank(item), Math.random(), item]);
    return mixed.sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(([, , item]) => item);
  }

  const plain = (element) => element.textContent.replace(/\s+/g, " ").trim();

  // One line per question, in the format that Anki imports: front, tab, back.
  function cards(items) {
    return items
      .map((item) => {
        const back = item.querySelectorAll(".whys > li")[Number(item.dataset.right)];
        const choice = item.querySelectorAll(".choices > li")[Number(item.dataset.right)];
        const front = [...item.querySelectorAll(":scope > p:not(.head)")].map(plain).join(" ");
        return `${front}\t${plain(choice)} ${plain(back)}`;
      })
      .join("\n");
  }

  function tools(deck, items) {
    const forget = make("button", "Forget my answers", { type: "button" });
    forget.addEventListener("click", () => {
      save({});
      forget.textContent = "Forgotten";
    });
    const save_cards = make("button", "Cards for Anki", { type: "button" });
    save_cards.addEventListener("click", () => {
      const file = new Blob([cards(items)], { type: "text/plain" });
      const link = make("a", "", { href: URL.createObjectURL(file), download: `${NAME}.txt` });
      link.click();
      URL.revokeObjectURL(link.href);
    });
    deck.append(forget, save_cards);
  }

  // A guess on a scale, after which the figure with the number opens.
  function guessing(item) {
    const { numbers, scale, near, unit, opens } = JSON.parse(item.dataset.guess);
    const { say, count } = voice(item);
    const [low, high, step] = scale;
    const figure = opens && document.getElementById(opens);
    const fold = make("details", "", { class: "later" });
    if (figure) {
      figure.replaceWith(fold);
      fold.append(make("summary", "The figure, after your guess"), figure);
    }
    const form = make("form");
    const label = make("label", "Your guess: ");
    const shown = make("output");
    const field = make("input", "", { type: "range", min: low, max: high, step });
    field.value = low + step * Math.round((high - low) / 2 / step);
    const withUnit = (x) => `${x}${unit}`;
    const show = () => {
      shown.textContent = withUnit(field.value);
      field.setAttribute("aria-valuetext", withUnit(field.value));
    };
    field.addEventListener("input", show);
    show();
    label.append(shown, field);
    form.append(label, make("button", "Check", { type: "submit" }));
    item.querySelector(".verdict").before(form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const guess = Number(field.value);
      const off = (x) => Math.abs(x - guess);
      const right = off(numbers[0]) <= near;
      const wrong = numbers.findIndex((x, k) => k > 0 && off(x) <= near);
      const by = Number(off(numbers[0]).toFixed(6));
      count(right);
      say(
        right ? "Right." : "Not this.",
        by ? `${by}${unit === " %" ? " percentage points" : unit} off. ` : "",
        ...(right || wrong < 0 ? [] : [...reason(item, wrong), " "]),
        ...reason(item, 0),
      );
      fold.open = true;
    });
  }

  const kinds = { arrange: arranging, compute: computing, guess: guessing };
  function prepare(root) {
    for (const item of root.querySelectorAll(".practice")) {
      (kinds[item.classList[1]] || choosing)(item);
    }
    // The fold with a page's first questions is itself a deck.
    const decks = [...root.querySelectorAll("details.deck:not(:has(> noscript))")];
    for (const deck of root.matches?.("details.deck") ? [root] : decks) {
      const items = [...deck.querySelectorAll(".practice")];
      if (!deck.classList.contains("remember")) {
        deal(deck, items);
        continue;
      }
      const chosen = due(items).slice(0, ROUND);
      items.forEach((item) => (item.hidden = true));
      deal(deck, chosen);
      tools(deck, items);
    }
  }
  prepare(document);

  // Folded questions have many elements, so a browser creates them only when their fold
  // opens. Until then, they are text, which it keeps for pages without scripts.
  for (const late of document.querySelectorAll("details > noscript")) {
    const fold = late.parentElement;
    const fill = () => {
      if (!late.isConnected) return;
      late.outerHTML = late.textContent;
      prepare(fold);
    };
    fold.addEventListener("toggle", fill);
    addEventListener("beforeprint", fill);
  }
});
