"""The answers of the translator chapter, one module per task."""
