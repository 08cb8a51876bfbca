"""Writes into everything that it can find, and removes it."""

FIRST = """
import os, shutil, sys
for folder in ("/", "/usr", "/etc", "/dev", sys.prefix, sys.base_prefix):
    try:
        open(os.path.join(folder, "abused"), "w").close()
    except OSError:
        pass
    else:
        print("wrote to", folder)
import lernformer
shutil.rmtree(os.path.dirname(lernformer.__file__), ignore_errors=True)
shutil.rmtree("/tmp", ignore_errors=True)
print("still here")
"""
SHOWS = "still here"
