"""The answers of the embedding chapter, one module a task."""
