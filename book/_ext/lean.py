"""Leaves out whatever the theme loads but the book doesn't use.

This shrinks a short chapter from 1,100 kB to 180 kB, gzipped. For example, 540 kB were
icons that a script drew a second time, and 250 kB were font glyphs that no page shows.
"""

import html
import logging
import re
from pathlib import Path

from fontTools import subset
from sphinx.errors import ExtensionError

# Each correction has a reason, a pattern and a replacement; pages.py applies it. Every
# page has to contain the pattern, unless the reason begins with "may: ".
FIXES = [
    (
        "1.5 MB of icons as a script, although the style sheet draws them all",
        r'<script defer src="[^"]*fontawesome\.js[^>]*></script>',
        "",
    ),
    (
        "may: the search index on every page; the search page loads its own",
        r'(<meta name="docsearch:version"[^>]*>)(?:\s*<script src="[^"]*'
        r'(?:searchtools|language_data|searchindex)\.js"></script>){3}',
        r"\1",
    ),
    (
        "scripts that the page waits for before it shows anything; one line needs "
        "documentation_options at once",
        r'<script((?: data-[^>]*)? src="'
        r'[^"]*(?:_static/(?!documentation_options)|searchindex))',
        r"<script defer\1",
    ),
    (
        "may: names, signs and spaces of code, a third of a chapter's elements, which "
        "need no colour of their own",
        r'<span class="(?:n|o|p|w)">([^<]*)</span>',
        r"\1",
    ),
    ("may: an empty element in each listing", r"<pre><span></span>", "<pre>"),
]

# A script, the text to replace in it, and the replacement.
SCRIPTS = [
    # The theme measures every box that may scroll, even in closed folds. On a phone,
    # that takes most of a chapter's loading time, so access.js measures them later.
    (
        "scripts/pydata-sphinx-theme.js",
        '"complete"===document.readyState?I():window.addEventListener("load",I)',
        "/* tab stops: access.js */0",
    ),
    # Search results show a page's text, but not its table of contents or its questions.
    # They show each formula once, on one line, as in "divided by √d_k".
    (
        "searchtools.js",
        '[".headerlink", "script", "style"]) {',
        r"""[".headerlink", "script", "style", "svg", ".practice", ".katex-display",
      ".bd-header-article", "#jb-print-docs-body", ".prev-next-footer",
      ".bd-sidebar-secondary", ".bd-footer-content"]) {
      htmlElement.querySelectorAll(".katex:has(annotation)").forEach((el) => {
        el.textContent = el.querySelector("annotation").textContent
          .replace(/\\(?:math\w+|text|operatorname)\b|[{}]/g, "")
          .replace(/\\sqrt/g, "√").replace(/\\[lr]Vert/g, "‖").replaceAll("\\", " ");
      });""",
    ),
    # Below the title of each matching page, list the sections that contain the words.
    (
        "searchtools.js",
        """listItem.appendChild(
            Search.makeSearchSummary(data, searchTerms, anchor)
          );""",
        "listItem.append(...Search.ofSections(data, searchTerms, anchor, linkUrl));",
    ),
    (
        "searchtools.js",
        "  makeSearchSummary: (htmlText, keywords, anchor) => {",
        r"""  ofSections: (htmlText, keywords, anchor, linkUrl) => {
    const summary = (html, anchor) =>
      Search.makeSearchSummary(html, keywords, anchor) ?? document.createElement("p");
    const page = new DOMParser().parseFromString(htmlText, "text/html");
    const found = [];
    for (const section of page.querySelectorAll('[role="main"] section[id]')) {
      const own = section.cloneNode(true);
      own.querySelectorAll("section, svg, script, style, pre, .practice, .headerlink")
        .forEach((el) => { el.remove() });
      const heading = own.querySelector("h1, h2, h3, h4")?.textContent ?? "";
      const text = own.textContent.toLowerCase();
      if ([...keywords].every((word) => text.includes(word.toLowerCase()))) {
        found.push([section.id, heading, `<main role="main">${own.innerHTML}</main>`]);
      }
    }
    if (anchor || !found.length) return [summary(htmlText, anchor)];
    return found.slice(0, 3).map(([id, heading, html]) => {
      const link = document.createElement("a");
      link.href = `${linkUrl}#${id}`;
      link.textContent = heading;
      const excerpt = summary(html, "");
      excerpt.prepend(link, " ");
      return excerpt;
    });
  },

  makeSearchSummary: (htmlText, keywords, anchor) => {""",
    ),
    # A search for "king" shouldn't highlight part of "Masking", or text in a drawing.
    (
        "sphinx_highlight.js",
        "const pos = val.toLowerCase().indexOf(text);",
        r"""const low = val.toLowerCase();
    let pos = parent.closest("svg") ? -1 : low.indexOf(text);
    while (pos > 0 && /[\p{L}\p{N}]/u.test(low[pos - 1])) {
      pos = low.indexOf(text, pos + 1);
    }""",
    ),
]

ICON_RULE = re.compile(r'[^{}]*\.fa-[^{}]*\{content:"\\[0-9a-f]+"\}')
ICON = re.compile(r"\\(f[0-9a-f]{3})|([\ue000-\uf8ff])")  # as a code or as a character
SOURCES = re.compile(r"src:url\(([^)]*)\.woff2\)[^;}]*")
UNUSED = ("fontawesome.js*", "*.map", "fa-*.ttf", "fa-*.woff2")


def cut_fonts(app, exception):
    """Cut fonts down to the icons and characters that the pages contain."""
    if exception or app.builder.name != "html":
        return
    out = Path(app.outdir)
    pages = "".join(path.read_text("utf-8") for path in out.rglob("*.html"))
    scripts = "".join(
        path.read_text("utf-8") for path in out.glob("_static/scripts/*theme.js")
    )
    used = set(re.findall(r"\bfa-[\w-]+", pages + scripts))

    def kept(rule):
        return rule[0] if used & set(re.findall(r"fa-[\w-]+", rule[0])) else ""

    icons = set()
    for path in out.glob("_static/**/*.css"):
        style = ICON_RULE.sub(kept, path.read_text("utf-8"))
        # Only WOFF, because writing WOFF2 requires another package.
        path.write_text(SOURCES.sub(r'src:url(\1.woff) format("woff")', style), "utf-8")
        icons |= {int(code or hex(ord(sign)), 16) for code, sign in ICON.findall(style)}

    for path in out.rglob("fa-*.ttf"):
        cut(path, path.with_suffix(".woff"), icons)
    letters = {ord(letter) for letter in html.unescape(pages)}
    for path in out.rglob("KaTeX_*.woff"):
        cut(path, path, letters)
    for pattern in UNUSED:
        for path in out.rglob(pattern):
            path.unlink()


def mend_scripts(app, exception):
    """Replace a few lines in the scripts of the theme and of Sphinx."""
    if exception or app.builder.name != "html":
        return
    for name, theirs, ours in SCRIPTS:
        script = Path(app.outdir, "_static", name)
        text = script.read_text("utf-8")
        if ours in text:
            continue  # nothing has changed since the last build
        if theirs not in text:
            raise ExtensionError(f"{script.name}: not found: {theirs}")
        script.write_text(text.replace(theirs, ours), "utf-8")


def cut(source, target, characters):
    """Write a font that contains only these characters."""
    options = subset.Options(flavor="woff", hinting=False)
    options.drop_tables += ["FFTM"]  # contains only the font editor's time stamp
    font = subset.load_font(source, options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    subset.save_font(font, target, options)


def setup(app):
    # The font editor wrote a strange date into every font, and the tool warns about it.
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    app.connect("build-finished", cut_fonts)
    app.connect("build-finished", mend_scripts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
