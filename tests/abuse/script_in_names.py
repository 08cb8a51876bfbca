"""Puts scripts into error names, cell ids and metadata."""

FIRST = """
error = type("<script>alert(1)</script>", (Exception,), {})
raise error("<script>alert(2)</script>")
"""


def change(notebook):
    notebook.metadata["title"] = "<script>alert(3)</script>"
    notebook.metadata["authors"] = [{"name": "</title><script>alert(4)</script>"}]
    for cell in notebook.cells:
        cell.metadata["tags"] = ["<script>alert(5)</script>"]
