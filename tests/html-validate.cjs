// What html-validate asks of the built pages: all that it recommends, but
const off = {
  // Style, not errors: Sphinx writes XHTML's way, as browsers accept it.
  "void-style": "off",
  "attribute-boolean-style": "off",
  "no-trailing-whitespace": "off",
  "attribute-empty-style": "off",
  // Figures: sizes of a drawing, and colours that follow the theme.
  "no-inline-style": "off",
  // The theme's captions of the sidebar; and our role for its <div>, which its scripts
  // know by being one.
  "prefer-native-element": "off",
  // Sphinx's search finds the text of a page by role="main".
  "no-redundant-role": "off",
  // The theme's search has one field, which Enter submits.
  "wcag/h32": "off",
};

module.exports = {
  root: true,
  extends: ["html-validate:recommended"],
  elements: [
    "html5",
    // MyST-NB: <p> in the <summary> of hidden code, on which its styles build.
    { summary: { permittedContent: ["@phrasing", "@heading", "p"] } },
  ],
  rules: off,
};
