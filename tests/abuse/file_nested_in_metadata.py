"""Nests the notebook's metadata deeper than any reader goes; the rest is right."""

LOST = "all"
SAYS = "nested too deeply"


def submit(folder, content):
    depth = 100_000
    nested = b'"metadata": {"x": ' + b"[" * depth + b"]" * depth + b"}, "
    content = content.replace(b"{", b"{" + nested, 1)
    (folder / "attention.ipynb").write_bytes(content)
