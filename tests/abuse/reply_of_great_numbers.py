"""Replies with numbers of four million digits, with infinity and with nothing."""

LAST = """
import os, struct
for text in (b"9" * 4_000_000, b'{"dict": [["at", 1e999]]}', b"NaN", b"-Infinity"):
    text = struct.pack("<II", len(text), len(text)) + text
    while text:
        text = text[os.write(3, text):]
"""
