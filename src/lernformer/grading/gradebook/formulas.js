document.addEventListener("DOMContentLoaded", () =>
  renderMathInElement(document.body, {
    output: "mathml",
    throwOnError: false,
    delimiters: [
      { left: "$$", right: "$$", display: true },
      { left: "\\[", right: "\\]", display: true },
      { left: "$", right: "$", display: false },
      { left: "\\(", right: "\\)", display: false },
    ],
  }),
);
