"""Interactive figures, one module and one JavaScript file a chapter."""
