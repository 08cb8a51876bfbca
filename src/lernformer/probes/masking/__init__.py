"""The probes of the chapter on masking."""
