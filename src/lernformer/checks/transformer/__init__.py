"""Checks of the tasks of the chapter on the whole model."""
