"""The probes of the chapter on positional encoding."""
