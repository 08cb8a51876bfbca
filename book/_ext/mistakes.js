// A search field above the list of mistakes, which hides those without its words.
document.addEventListener("DOMContentLoaded", () => {
  const lists = [...document.querySelectorAll("article dl")];
  const label = document.createElement("label");
  label.className = "find";
  const field = document.createElement("input");
  field.type = "search";
  const found = document.createElement("span");
  found.setAttribute("role", "status");
  label.append("Find a mistake ", field, " ", found);
  document.querySelector("article section section").before(label);
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const list of lists) {
      let some = false;
      for (const term of list.querySelectorAll("dt")) {
        const text = `${term.textContent} ${term.nextElementSibling.textContent}`.toLowerCase();
        const fits = words.every((word) => text.includes(word));
        term.hidden = term.nextElementSibling.hidden = !fits;
        some ||= fits;
        count += fits;
      }
      const fold = list.closest("details");
      fold.hidden = !some;
      fold.open = words.length > 0 && some;
    }
    for (const section of document.querySelectorAll("article section section")) {
      section.hidden = !section.querySelector("details:not([hidden])");
    }
    found.textContent = words.length ? `${count} found` : "";
  });
});
