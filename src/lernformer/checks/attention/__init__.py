"""Checks for the tasks in the chapter on attention."""
