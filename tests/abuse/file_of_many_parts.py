"""Hands in fifty megabytes of empty lists."""

LOST = "all"
SAYS = "too many parts"


def submit(folder, content):
    text = b'{"nbformat": 4, "cells": [' + b"[]," * 16_000_000 + b"[]]}"
    (folder / "attention.ipynb").write_bytes(text)
