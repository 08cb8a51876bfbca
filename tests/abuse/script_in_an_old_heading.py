"""Hands in a heading of notebook format 3, whose text becomes HTML."""

import json

SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(2)>"


def submit(folder, content):
    found = json.loads(content)
    for cell in found["cells"]:
        cell["metadata"] = cell.get("metadata", {})
        if cell["cell_type"] == "code":
            cell["input"], cell["language"] = cell.pop("source"), "python"
            cell["outputs"], cell["prompt_number"] = [], None
            cell.pop("execution_count", None)
        cell.pop("id", None)
    for level in (1, 7, 0):
        heading = {"cell_type": "heading", "level": level, "metadata": {}}
        found["cells"].append({**heading, "source": f"{SCRIPT} [x](javascript:a)"})
    old = {"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": SCRIPT}}
    old["worksheets"] = [{"cells": found["cells"], "metadata": {}}]
    (folder / "attention.ipynb").write_text(json.dumps(old))
