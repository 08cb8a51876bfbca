"""The probes of the chapter on the translator."""
