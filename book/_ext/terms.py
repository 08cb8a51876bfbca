"""Links to the glossary tell the definition when the mouse rests on them."""

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform


class Definitions(SphinxPostTransform):
    default_priority = 900  # after the links are resolved

    def run(self, **kwargs):
        for link in self.document.findall(nodes.reference):
            target = link.get("refid") or link.get("refuri", "").partition("#")[2]
            if target.startswith("term-"):
                link["reftitle"] = definitions(self.env)[target]


def definitions(env) -> dict[str, str]:
    """Anchor of a term → the first sentence of what the glossary says of it."""
    found = {}
    for item in env.get_doctree("glossary").findall(nodes.definition_list_item):
        *terms, definition = item.children
        text = " ".join(definition.astext().split())
        first = text.partition(". ")[0].rstrip(".") + "."
        for term in terms:
            found |= dict.fromkeys(term["ids"], first)
    return found


def setup(app):
    app.add_post_transform(Definitions)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
