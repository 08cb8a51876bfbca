"""How the tasks of the chapter on the whole model are asked."""
