"""Ends the process before anything else happens."""

FIRST = "import os\nos._exit(1)"
