"""How the tasks of the chapter on residuals and norms are asked."""
