"""Checks of the tasks of the chapter on positional encoding."""
