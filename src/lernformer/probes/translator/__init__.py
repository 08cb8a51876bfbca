"""How the tasks of the chapter on the translator are asked."""
