"""``python -m lernformer``, which needs no scripts folder on the path."""

from lernformer.cli import main

main(prog_name="lernformer")
