"""Leaves folders in folders, nested deeper than a program that removes them may go."""

FIRST = """
import os
here = os.getcwd()
try:
    for _ in range(4000):
        os.mkdir("a")
        os.chdir("a")
except OSError:
    pass
os.chdir(here)
"""
