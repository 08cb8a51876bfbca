"""The probes of the chapter on the whole model."""
