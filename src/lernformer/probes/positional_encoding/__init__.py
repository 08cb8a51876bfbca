"""How the tasks of the chapter on positional encoding are asked."""
