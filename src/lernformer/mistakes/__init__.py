"""Typical mistakes, in one text file per task: ``mistakes/<slug>/<task>.txt``.

A mistake is stated once, for the checks, which name it, the tests, which hand it in,
and the book, which shows it; `table` says how. Answers that are not a small edit of a
right one are in the Python file. A student's process never has access to this folder.
"""
