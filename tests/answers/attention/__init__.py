"""The answers of the attention chapter, one module per task."""
