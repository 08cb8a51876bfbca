"""Typical mistakes, in one text file per task: ``mistakes/<slug>/<task>.txt``.

Each mistake is written down only once, although the checks recognise it, the tests hand
it in and the book shows it. `table` describes the format. Wrong answers that aren't a
small edit of a right one are in the Python file next to the text. A student's process
never has access to this folder.
"""
