"""Looks for the solutions and for what others handed in."""

CELLS = {}
LAST = """
import os
found = []
for folder, folders, names in os.walk("/"):
    folders[:] = set(folders) - {"proc", "usr", "lib", "site-packages"}
    found += [os.path.join(folder, n) for n in names if n.endswith(".ipynb")]
print("found", found)
"""
SHOWS = "found []"
