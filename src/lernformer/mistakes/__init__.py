"""Typical mistakes, in one text file per task: ``mistakes/<slug>/<task>.txt``.

Each mistake is stated only once, although the checks name it, the tests hand it in and
the book shows it; `table` says how. Answers that are not a small edit of a
right one are in the Python file. A student's process never has access to this folder.
"""
