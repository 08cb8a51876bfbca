"""The answers of the embedding chapter, one module per task."""
