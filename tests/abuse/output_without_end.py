"""Prints, displays and writes to the file descriptors until it is stopped."""

FIRST = """
import os
from IPython.display import display
while True:
    print("x" * 1000)
    display("x" * 1000)
    os.write(1, b"x" * 1000)
"""
