"""A book on Python's lists, which has nothing to do with the course."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
project = "Lists"
extensions = ["myst_parser", "sphinx_practice"]
practice_checks = "median"
practice_name = "lists"
