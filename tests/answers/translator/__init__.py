"""The answers of the translator chapter, one module a task."""
