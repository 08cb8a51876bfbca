// Lets a reader choose where the page asks (practice.py, spot.py), says why a choice is
// wrong, and remembers in this browser alone what was wrong, so that it comes again.
document.addEventListener("DOMContentLoaded", () => {
  const KEY = "lernformer-practice";
  const ROUND = 5; // questions of a recall
  const all = [...document.querySelectorAll(".practice")];

  // Where storage is denied, nothing is remembered.
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

  // The items of a list become buttons; `chosen(i, button)` hears which.
  function buttons(list, chosen) {
    return [...list.children].map((item, i) => {
      const button = make("button", "", { type: "button", "aria-pressed": "false" });
      const inner = item.querySelector(":scope > p") || item;
      // A link to the glossary cannot stand in a button.
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

  function prepare(item) {
    const right = Number(item.dataset.right);
    const reasons = [...item.querySelectorAll(".whys > li")];
    const lines = item.querySelector(".lines[data-odd]");
    const status = make("div", "", { role: "status", class: "verdict" });
    item.querySelector("details.answer").before(status);
    let counted = false;

    function say(word, ...more) {
      status.replaceChildren(make("strong", word), " ", ...more);
    }
    const copy = (i) =>
      [...reasons[i].querySelectorAll(":scope > p")].flatMap((p) => [
        ...p.cloneNode(true).childNodes,
      ]);

    buttons(item.querySelector(".choices"), (i, button) => {
      mark(button, i === right);
      if (!counted) remember(item.dataset.id, i === right);
      counted = true;
      say(i === right ? "Right." : "Not this.", ...copy(i));
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

  // One question of a deck at a time; `order` says which.
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

  // First what was wrong, then what was never asked, then what was asked least.
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

  // A line for each question, as Anki imports it: front, tab, back.
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
      const link = make("a", "", { href: URL.createObjectURL(file), download: "lernformer.txt" });
      link.click();
      URL.revokeObjectURL(link.href);
    });
    deck.append(forget, save_cards);
  }

  all.forEach(prepare);
  for (const deck of document.querySelectorAll("details.deck")) {
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
});
