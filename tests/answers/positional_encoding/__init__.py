"""The answers of the chapter on positional encoding, one module a task."""
