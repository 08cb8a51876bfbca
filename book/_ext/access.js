// Whatever is wider than the page scrolls, so the keyboard has to reach it. Everything
// gets a tab stop until its size shows that it doesn't need one. The theme's own function
// (which lean.py removes) asks for all sizes at once, even in closed boxes.
const SCROLLS = ".katex-display, pre, .cell_output > .output, .pst-scrollable-table-container";
document.addEventListener("DOMContentLoaded", () => {
  const sizes = new ResizeObserver((changes) => {
    for (const { target: e } of changes) {
      if (e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight) e.tabIndex = 0;
      else e.removeAttribute("tabindex");
    }
  });
  for (const e of document.querySelectorAll(SCROLLS)) {
    e.tabIndex = 0;
    sizes.observe(e);
  }
});

// Paper is light, whatever the theme is.
let screenTheme;
addEventListener("beforeprint", () => {
  screenTheme = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = "light";
});
addEventListener("afterprint", () => {
  document.documentElement.dataset.theme = screenTheme;
});
