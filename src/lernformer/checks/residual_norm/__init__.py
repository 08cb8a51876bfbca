"""Checks for the tasks in the chapter on residuals and norms."""
