"""The answers of the chapter on residuals and norms, one module per task."""
