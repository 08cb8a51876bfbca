"""Links words and symbols to the glossary, and shows their definitions on hover.

Authors don't need to do anything. A page introduces a term in **bold**, and writes
symbols as code or as a formula. If the glossary contains the term or symbol, we link it
once per section. A term's symbols are those at the beginning of its definition.
"""

import re

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

GLOSSARY = "glossary"
MARKED = (nodes.strong, nodes.literal, nodes.math)
APART = (nodes.title, nodes.term, nodes.reference)  # nothing is linked inside these
SIGNS = {"sqrt": "√", "top": "ᵀ", "alpha": "α", "beta": "β", "gamma": "γ", "mu": "μ"}
SIGNS |= {"sigma": "σ", "omega": "ω", "lambda": "λ", "varphi": "φ", "varepsilon": "ε"}


class Definitions(SphinxPostTransform):
    default_priority = 900  # after the links are resolved

    def run(self, **kwargs):
        definitions, anchors = read_glossary(self.env)
        if self.env.docname != GLOSSARY:
            for section in sections(self.document):
                self.link(section, dict(anchors))
        for link in self.document.findall(nodes.reference):
            target = link.get("refid") or link.get("refuri", "").partition("#")[2]
            if target in definitions:
                link["reftitle"] = definitions[target]

    def link(self, section, anchors):
        for node in list(section.findall(lambda node: isinstance(node, MARKED))):
            found = next((anchors[n] for n in names(node) if n in anchors), None)
            if not found or inside(node, APART) or top_section(node) is not section:
                continue
            anchors = {n: anchor for n, anchor in anchors.items() if anchor != found}
            place = node.parent.index(node)
            link = make_refnode(
                self.app.builder, self.env.docname, GLOSSARY, found, node.deepcopy()
            )
            link["classes"].append("term")
            node.parent[place] = link


def sections(document):
    """Return the page's introduction, and its main sections."""
    return [s for s in document.findall(nodes.section) if top_section(s[0]) is s]


def top_section(node):
    """Return the main section that contains a node, or else the page."""
    around = []
    while node := node.parent:
        if isinstance(node, nodes.section):
            around.append(node)
    return around[-2] if len(around) > 1 else around[-1] if around else None


def inside(node, kinds):
    while node := node.parent:
        if isinstance(node, kinds):
            return True
    return False


def names(node) -> list[tuple[type, str]]:
    """Return names that the glossary may use: a symbol, or a word or its plural."""
    if not isinstance(node, nodes.strong):
        return [(nodes.math, node.astext())]
    word = node.astext().lower().rstrip(".")
    forms = word, f"{word}s", word.removesuffix("s"), re.sub("ies$", "y", word)
    return [(nodes.strong, form) for form in forms]


def read_glossary(env) -> tuple[dict[str, str], dict[tuple[type, str], str]]:
    """Return what to show on hover for each anchor, and the anchor for each name."""
    definitions, anchors, twice = {}, {}, set()
    for item in env.get_doctree(GLOSSARY).findall(nodes.definition_list_item):
        *terms, definition = item.children
        first = " ".join(plain(definition[0]).split()).partition(". ")[0].rstrip(".")
        for term in terms:
            definitions |= dict.fromkeys(term["ids"], f"{first}.")
            anchors[nodes.strong, term.astext().lower()] = term["ids"][0]
        for symbol in {(nodes.math, text) for text in leading_symbols(definition[0])}:
            twice |= {symbol} & anchors.keys()  # V: values, or the number of words
            anchors[symbol] = terms[0]["ids"][0]
    return definitions, {n: anchor for n, anchor in anchors.items() if n not in twice}


def leading_symbols(paragraph) -> list[str]:
    found = []
    for child in paragraph.children:
        if isinstance(child, (nodes.literal, nodes.math)):
            found.append(child.astext())
        elif child.astext() not in (", ", " or ", ", or "):
            break
    return found


def plain(node) -> str:
    """Return a node's text, with formulas as people would type them without LaTeX."""
    if isinstance(node, nodes.math):
        text = re.sub(r"\\([a-z]+)", lambda m: SIGNS.get(m[1], ""), node.astext())
        return re.sub(r"[{}]|\\[,|]", "", text).replace("^ᵀ", "ᵀ")
    if isinstance(node, nodes.Text):
        return node.astext()
    return "".join(map(plain, node.children))


def write_all_again(app, env, added, changed, removed):
    """Write all pages again, because any page may contain the glossary's words."""
    env.glossary_changed = GLOSSARY in added | changed
    return []


def setup(app):
    app.add_post_transform(Definitions)
    app.connect("env-get-outdated", write_all_again)
    app.connect(
        "env-updated",
        lambda _, env: env.found_docs if env.glossary_changed else [],
    )
    return {"parallel_read_safe": True, "parallel_write_safe": True}
