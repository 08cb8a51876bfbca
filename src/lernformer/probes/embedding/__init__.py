"""The probes of the chapter on embedding."""
