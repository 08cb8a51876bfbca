// Turns the slides of a deck by the keyboard, and makes each as large as its screen allows.
document.addEventListener("DOMContentLoaded", () => {
  const LARGEST = 1.7;
  const SMALLEST = 0.5;
  const slides = [...document.querySelectorAll("main > section")];
  const sizes = new Map();

  // What hides its overflow in a box that scrolls would do so on the wall, too.
  const overflows = (slide) =>
    [slide, ...slide.querySelectorAll("pre, .katex-display, .pst-scrollable-table-container")].some(
      (e) => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1,
    );
  function shrunk(slide, body, size) {
    let now = size;
    body.style.zoom = now;
    while (now > SMALLEST && overflows(slide)) body.style.zoom = now *= 0.95;
    return now;
  }
  function fit(slide, size = LARGEST) {
    const body = slide.querySelector(".fit");
    if (size === LARGEST) body.classList.remove("columns");
    let now = shrunk(slide, body, size);
    // A high figure is larger in two columns.
    if (size === LARGEST && now < 1.2 && body.querySelector(".lf-widget")) {
      body.classList.add("columns");
      const wide = shrunk(slide, body, size);
      const parts = [...body.querySelectorAll(".lf-widget > *")];
      const broken = parts.some(
        (e) => e.scrollWidth > e.clientWidth + 8 && getComputedStyle(e).overflowX === "visible",
      );
      if (wide <= now || broken) body.classList.remove("columns");
      now = body.matches(".columns") ? wide : shrunk(slide, body, now);
    }
    sizes.set(slide, now);
  }
  const fitAll = () => slides.forEach((slide) => fit(slide));

  function turn(to) {
    const slide = slides[Math.max(0, Math.min(to, slides.length - 1))];
    slide.scrollIntoView({ behavior: "instant" });
    slide.focus({ preventScroll: true });
    history.replaceState(null, "", `${location.href.split("#")[0]}#${slide.id}`);
  }
  const shown = () =>
    slides.findIndex((slide) => slide.getBoundingClientRect().bottom > innerHeight / 2);

  const STEPS = { PageDown: 1, PageUp: -1, ArrowRight: 1, ArrowLeft: -1 };
  Object.assign(STEPS, { ArrowDown: 1, ArrowUp: -1, " ": 1 });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    // Arrows and space belong to the control that has the focus.
    const control = event.target.closest("a, button, input, select, summary, [tabindex='0']");
    if (control && !event.key.startsWith("Page")) return;
    const ends = { Home: 0, End: slides.length - 1 };
    const to = event.key in ends ? ends[event.key] : shown() + STEPS[event.key];
    if (Number.isNaN(to)) return;
    event.preventDefault();
    turn(to);
  });

  // A figure is drawn later, and grows when it is used; then its slide may only shrink.
  new MutationObserver((changes) => {
    const grown = new Set(changes.map(({ target }) => target.closest("section")));
    for (const slide of grown) if (sizes.has(slide)) fit(slide, sizes.get(slide));
  }).observe(document.querySelector("main"), { childList: true, subtree: true });
  document.addEventListener("toggle", ({ target }) => fit(target.closest("section")), true);
  addEventListener("resize", fitAll);
  addEventListener("load", fitAll);
  document.fonts.ready.then(fitAll);
  fitAll();
});
