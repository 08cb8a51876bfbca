"""Makes the notebooks of the exercises: their stubs, cells and text."""
