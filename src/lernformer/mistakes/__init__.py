"""Typical mistakes, a text for each task: ``mistakes/<slug>/<task>.txt``.

A mistake is stated once, for the checks, which name it, the tests, which hand it in,
and the book, which shows it; `table` says how. Answers that are no small edit of a
right one are in the Python file. A student's process never holds this folder.
"""
