"""The probes of the chapter on residuals and norms."""
