"""The probes of the chapter on attention."""
