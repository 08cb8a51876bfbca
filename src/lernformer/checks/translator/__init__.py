"""Checks for the tasks in the chapter on the translator."""
