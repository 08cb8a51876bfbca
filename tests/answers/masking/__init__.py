"""The answers of the masking chapter, one module per task."""
