"""The answers of the masking chapter, one module a task."""
