// Points and comments go to the server at once; the page shows what it has kept.
const answers = [...document.querySelectorAll("article")];
const most = Number(document.querySelector("main").dataset.most);
const unread = document.getElementById("unread");
const used = document.getElementById("used");
let here = 0;

const pointsOf = (answer) => (answer.dataset.points === "" ? null : Number(answer.dataset.points));
const fieldOf = (answer) => answer.querySelector("textarea");

function show(answer, words = "", wrong = false) {
  const points = pointsOf(answer);
  const state = answer.querySelector(".state");
  state.textContent = words || (points === null ? "not graded yet" : `${points} of ${most}`);
  state.classList.toggle("wrong", wrong);
  for (const button of answer.querySelectorAll(".points button")) {
    const same = button.value === "" ? points === null : Number(button.value) === points;
    button.setAttribute("aria-pressed", same && button.value !== "");
  }
}

function go(place) {
  if (!answers.length) return;
  here = Math.min(Math.max(place, 0), answers.length - 1);
  for (const [i, answer] of answers.entries()) answer.classList.toggle("here", i === here);
  answers[here].focus({ preventScroll: true });
  answers[here].scrollIntoView({ block: "nearest" });
}

function goToUnread() {
  const order = answers.map((_, i) => (here + 1 + i) % answers.length);
  const next = order.find((i) => pointsOf(answers[i]) === null);
  if (next !== undefined) go(next);
}

// One request at a time, because each says what the page has seen so far.
let last = Promise.resolve();
const keep = (...what) => (last = last.then(() => send(...what)));

async function send(answer, points) {
  const { students, comment } = answer.dataset;
  const field = fieldOf(answer);
  if (points === undefined) points = pointsOf(answer);
  show(answer, "…");
  try {
    const reply = await fetch(`/points${location.search}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        students: JSON.parse(students),
        points,
        comment: field.value,
        seen: { points: pointsOf(answer), comment },
      }),
    });
    if (!reply.ok) throw new Error(await reply.text());
    const kept = await reply.json();
    answer.dataset.points = kept.points ?? "";
    answer.dataset.comment = kept.comment;
    unread.textContent = kept.unread;
    remember(kept.comment);
    show(answer);
    return true;
  } catch (error) {
    show(answer, `Not saved: ${error.message}`, true);
    return false;
  }
}

function remember(comment) {
  const buttons = [...used.querySelectorAll("button")];
  if (!comment || buttons.some((button) => button.textContent === comment)) return;
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = comment;
  item.append(button);
  used.append(item);
}

async function give(points) {
  if (await keep(answers[here], points)) if (points !== null) goToUnread();
}

for (const [i, answer] of answers.entries()) {
  show(answer);
  answer.addEventListener("focusin", () => (here = i));
  fieldOf(answer).addEventListener("change", () => keep(answer));
  for (const button of answer.querySelectorAll(".points button")) {
    button.addEventListener("click", () => {
      keep(answer, button.value === "" ? null : Number(button.value));
    });
  }
}

used.addEventListener("click", ({ target }) => {
  if (target.tagName !== "BUTTON" || !answers.length) return;
  const field = fieldOf(answers[here]);
  field.value = [field.value.trim(), target.textContent].filter(Boolean).join(" ");
  keep(answers[here]);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !answers.length) return;
  if (event.target.tagName === "TEXTAREA") {
    if (event.key === "Escape") answers[here].focus();
    return;
  }
  const { key } = event;
  const points = pointsOf(answers[here]);
  if (/^[0-9]$/.test(key) && Number(key) <= most) give(Number(key));
  else if (key === "+") keep(answers[here], Math.min(most, (points ?? 0) + 0.5));
  else if (key === "-") keep(answers[here], Math.max(0, (points ?? most) - 0.5));
  else if (key === "u") give(null);
  else if (key === "j") go(here + 1);
  else if (key === "k") go(here - 1);
  else if (key === "n") goToUnread();
  else if (key === "c") fieldOf(answers[here]).focus();
  else return;
  event.preventDefault();
});

addEventListener("beforeunload", (event) => {
  const open = (answer) => fieldOf(answer).value.trim() !== answer.dataset.comment;
  if (answers.some(open)) event.preventDefault();
});

go(0);
