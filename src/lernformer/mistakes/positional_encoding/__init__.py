"""Typical wrong answers to the tasks of the chapter on positional encoding."""
