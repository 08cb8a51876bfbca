"""How the tasks of the chapter on embedding are asked."""
