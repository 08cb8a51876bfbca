"""Checks of the tasks of the chapter on residuals and norms."""
