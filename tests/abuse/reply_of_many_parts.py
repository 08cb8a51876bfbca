"""Replies with a million empty lists."""

LAST = """
import os, struct
text = b"[" + b"[]," * 1_300_000 + b"[]]"
text = struct.pack("<II", len(text), len(text)) + text
while text:
    text = text[os.write(3, text):]
"""
