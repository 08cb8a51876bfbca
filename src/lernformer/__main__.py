"""``python -m lernformer`` works even if the scripts folder isn't on the path."""

from lernformer.cli import main

main(prog_name="lernformer")
