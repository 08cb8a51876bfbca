"""Checks of the tasks of the chapter on the translator."""
