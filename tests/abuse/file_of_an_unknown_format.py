"""Says that its format is none, another one, or of tomorrow."""

import json

LOST = "all"
SAYS = "the file is no notebook"


def submit(folder, content):
    made = json.loads(content) | {"nbformat": 10**400, "nbformat_minor": {}}
    (folder / "attention.ipynb").write_text(json.dumps(made))
