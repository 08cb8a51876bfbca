"""Typical mistakes: one file a task, ``mistakes/<slug>/<task>.py``.

Each is stated once and serves the checks, which name it, the tests, which hand it in,
and the book, which tells of it. A student's process never holds this folder.
"""
