"""``python -m lernformer``, which works without the scripts folder on the path."""

from lernformer.cli import main

main(prog_name="lernformer")
