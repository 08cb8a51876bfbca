"""How the tasks of the chapter on masking are asked."""
