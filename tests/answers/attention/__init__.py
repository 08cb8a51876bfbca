"""The answers of the attention chapter, one module a task."""
