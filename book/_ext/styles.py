"""Combines all styles into one sheet, with only the rules that the pages use.

The theme and the extensions load eleven sheets, half a megabyte in all, and a page
shows nothing until they have loaded. Here we join them in the same order and leave out
the rules for classes that no page and no script mentions.
"""

import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path

NAME = "_static/styles.css"
LINK = re.compile(r'\s*<link\b(?=[^>]*\brel="stylesheet")[^>]*\bhref="([^"?]*)[^>]*>')
OPTIONS = re.compile(r'<script src="[^"]*(_static/documentation_options\.js)[^>]*>')
IMPORT = re.compile(r'@import (?:url\()?["\']?([^"\')]+)["\']?\)?;')
URL = re.compile(r"url\((\"[^\"]*\"|'[^']*'|[^)]*)\)")
LICENCE = re.compile(r"/\*!.*?\*/", re.S)
COMMENT = re.compile(r"/\*.*?\*/|@charset [^;]*;", re.S)
STRING = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", re.S)
GROUPS = "@media", "@supports", "@layer", "@container"  # these contain other rules


def join_styles(app, exception):
    """Write the sheet, and replace all other sheets in every page with it."""
    if exception or app.builder.name != "html":
        return
    out = Path(app.outdir)
    pages = {path: path.read_text("utf-8") for path in out.glob("*.html")}
    found = {path: LINK.findall(page) for path, page in pages.items()}
    names = [at_static(link) for link in max(found.values(), key=len)]
    if names == [NAME]:  # no page has been written again
        return
    scripts = (path.read_text("utf-8") for path in out.rglob("*.js"))
    known = set(re.findall(r"[\w-]+", "".join([*pages.values(), *scripts])))
    sheets = [loaded(out / name, out / "_static") for name in names if name != NAME]
    sheet = "".join(LICENCE.findall("".join(sheets)))
    sheet += "".join(used(COMMENT.sub("", text), known) for text in sheets)
    (out / NAME).write_text(sheet, "utf-8")
    version = hashlib.sha256(sheet.encode()).hexdigest()[:8]
    for path, page in pages.items():
        if found[path]:
            start = found[path][0].partition("_static")[0]
            link = f'\n<link rel="stylesheet" href="{start}{NAME}?v={version}" />'
            first = LINK.search(page).start()
            page = page[:first] + link + LINK.sub("", page[first:])
        path.write_text(
            OPTIONS.sub(lambda match: inline(out / match[1]), page), "utf-8"
        )


def at_static(link: str) -> str:
    """Return a link from ``_static`` on; in 404.html, links may be absolute."""
    return link[link.index("_static") :]


def inline(script: Path) -> str:
    """Return the start of a script that is inlined in the page."""
    return f"<script>{script.read_text('utf-8')}"


def loaded(path: Path, home: Path) -> str:
    """Return a sheet with its imports, and with addresses relative to ``home``."""

    def address(match):
        link = match[1].strip("\"'")
        if re.match(r"data:|#|\w+://", link):
            return match[0]
        return f"url({Path(os.path.relpath(path.parent / link, home)).as_posix()})"

    text = path.read_text("utf-8")
    imported = IMPORT.findall(text)
    text = URL.sub(address, IMPORT.sub("", text))
    return "".join(loaded(path.parent / name, home) for name in imported) + text


def used(css: str, known: set[str]) -> str:
    """Return only those rules of a sheet whose classes are known."""
    kept = []
    for start, body in rules(css):
        if body is None:
            kept.append(start)
        elif start.startswith(GROUPS):
            if inner := used(body, known):
                kept.append(f"{start}{{{inner}}}")
        elif start.startswith("@"):
            kept.append(f"{start}{{{body}}}")
        elif selectors := [one for one in listed(start) if fits(one, known)]:
            kept.append(f"{','.join(selectors)}{{{body}}}")
    return "".join(kept)


def rules(css: str) -> Iterator[tuple[str, str | None]]:
    """Yield the text before and inside each outer pair of braces.

    For a rule like ``@x …;``, which has no braces, the text inside is empty."""
    hidden = STRING.sub(blank, css)
    start = depth = opened = 0
    for match in re.finditer("[;{}]", hidden):
        at = match.start()
        if match[0] == "{":
            opened = opened if depth else at
            depth += 1
        elif match[0] == "}":
            depth -= 1
            if not depth:
                yield css[start:opened].strip(), css[opened + 1 : at]
                start = at + 1
        elif not depth:
            yield css[start : at + 1].strip(), None
            start = at + 1


def listed(selectors: str) -> list[str]:
    """Split selectors at commas, except at those in brackets."""
    ends = [match.start() for match in re.finditer(",", bare(selectors))]
    starts = [0, *(end + 1 for end in ends)]
    return [selectors[i:j] for i, j in zip(starts, [*ends, None], strict=True)]


def fits(selector: str, known: set[str]) -> bool:
    """Return whether all classes of a selector outside brackets are known."""
    classes = re.findall(r"\.((?:\\.|[\w-])+)", bare(selector))
    return all(known >= {*re.findall(r"[\w-]+", name)} for name in classes)


def bare(selectors: str) -> str:
    """Return the selectors, with spaces instead of brackets and their contents."""
    plain = re.sub(r"\[[^\]]*\]", blank, selectors)
    while (outer := re.sub(r"\([^()]*\)", blank, plain)) != plain:
        plain = outer
    return plain


def blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def setup(app):
    # after the fonts have been cut, and before the pages are printed
    app.connect("build-finished", join_styles, priority=800)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
