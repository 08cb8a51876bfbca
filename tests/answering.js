// Answers the questions of a page, for tests/test_practice_pages.py.
const DRAWN = 20; // instances answered per computation

// Opens all folds, twice because what opens has folds of its own, and shows all of a deck.
function openAll() {
  for (const _ of [1, 2])
    for (const fold of document.querySelectorAll("details")) {
      fold.open = true;
      fold.dispatchEvent(new Event("toggle"));
    }
  for (const item of document.querySelectorAll(".practice")) item.hidden = false;
}

// Answers an item correctly and incorrectly, and returns what it says each time.
function answer(item) {
  const status = () => item.querySelector("[role=status]").textContent;
  const data = () => JSON.parse(item.querySelector("script").textContent);
  if (item.matches(".compute")) {
    const form = item.querySelector("form");
    const type = (numbers) => {
      form.querySelector("input").value = numbers.join(" ");
      form.requestSubmit();
      return status();
    };
    const { instances } = data();
    const told = [...Array(DRAWN)].map(() => {
      form.querySelector("button[type=button]").click();
      const { right, wrong } = instances[item.dataset.at];
      const said = wrong.map((one) => type(one.slice(0, -1)));
      const silent = said.find((one) => !one.includes(" Likely cause: "));
      return [type(right), silent ?? said[0]];
    });
    const fails = ([right, wrong]) => !right.startsWith("Right.") || !wrong.startsWith("Not this.");
    return told.find(fails) ?? told[0];
  }
  if (item.matches(".guess")) {
    const { numbers } = JSON.parse(item.dataset.guess);
    const field = item.querySelector("input");
    const guess = (number) => {
      field.value = number;
      item.querySelector("form").requestSubmit();
      return status();
    };
    const wrong = numbers.slice(1).map(guess);
    const silent = wrong.find((one) => one.split(": ").length < 3);
    return [guess(numbers[0]), silent ?? wrong[0]];
  }
  if (item.matches(".arrange")) {
    const { right, verdicts, programs } = data();
    const pool = [...item.querySelectorAll(".pool button")];
    const build = (way) => {
      for (const line of pool.filter((b) => b.ariaPressed === "true")) line.click();
      for (const i of way) pool[i].click();
      return status();
    };
    const failing = Object.keys(programs).find((way) => verdicts[programs[way]]);
    return [build(right), build([...failing].map(Number))];
  }
  const right = Number(item.dataset.right);
  const said = [...item.querySelectorAll(".choices button")].map((button) => {
    button.click();
    return status();
  });
  const [first] = said.splice(right, 1);
  const wrong = said.every((one) => one.startsWith("Not this.")) ? said[0] : "";
  return [first, said.length > 1 ? wrong : ""];
}

globalThis.answering = {
  openAll,
  answerAll: () => [...document.querySelectorAll(".practice")].map(answer),
  // the HTML of each item, and of each deck as a whole
  items: () =>
    [...document.querySelectorAll("details.deck, .practice")]
      .filter((item) => !item.parentElement.closest("details.deck"))
      .map((item) => item.outerHTML),
};
