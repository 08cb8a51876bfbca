"""Checks for the tasks in the chapter on positional encoding."""
