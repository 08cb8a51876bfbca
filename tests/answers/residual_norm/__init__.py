"""The answers of the chapter on residuals and norms, one module a task."""
