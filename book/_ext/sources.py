"""``{sources}`` lists the works that a page cites, ordered by author.

The citations link to the references page, which lists the works that all pages cite.
"""

from docutils import nodes
from pybtex.plugin import find_plugin
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective


class sources(nodes.General, nodes.Element):
    """Marks the place of the list until all pages have been read."""


class Sources(SphinxDirective):
    def run(self):
        return [sources()]


class ListSources(SphinxPostTransform):
    default_priority = 5

    def run(self, **kwargs):
        domain = self.env.get_domain("cite")
        cited = {
            target.key
            for reference in domain.citation_refs
            if reference.docname == self.env.docname
            for target in reference.targets
        }
        backend = find_plugin("pybtex.backends", "docutils")()
        for place in list(self.document.findall(sources)):
            items = [
                nodes.list_item("", backend.paragraph(citation.formatted_entry))
                for citation in domain.citations
                if citation.key in cited
            ]
            place.replace_self(nodes.bullet_list("", *items))


def setup(app):
    app.add_node(sources)
    app.add_directive("sources", Sources)
    app.add_post_transform(ListSources)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
