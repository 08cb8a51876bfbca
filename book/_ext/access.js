// A formula that is wider than the page scrolls, so the keyboard must get at it; the
// theme does the same for code and tables.
function tabStops() {
  for (const e of document.querySelectorAll(".katex-display")) {
    if (e.scrollWidth > e.clientWidth) e.tabIndex = 0;
    else e.removeAttribute("tabindex");
  }
}
addEventListener("load", tabStops);
addEventListener("resize", tabStops);

// Paper is light, whatever the theme.
let screenTheme;
addEventListener("beforeprint", () => {
  screenTheme = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = "light";
});
addEventListener("afterprint", () => {
  document.documentElement.dataset.theme = screenTheme;
});
