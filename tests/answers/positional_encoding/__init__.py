"""The answers of the chapter on positional encoding, one module per task."""
