"""How the tasks of the chapter on attention are asked."""
