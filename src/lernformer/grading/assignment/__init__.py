"""Builds the exercise notebooks: their stubs, cells and text."""
