"""Claims a format that no program knows."""

import json

LOST = "all"
SAYS = "the file is not a notebook"


def submit(folder, content):
    made = json.loads(content) | {"nbformat": 10**400, "nbformat_minor": {}}
    (folder / "attention.ipynb").write_text(json.dumps(made))
