"""The answers of the chapter on the whole model, one module per task."""
