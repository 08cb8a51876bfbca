"""Scores a submission from outside the process that runs it."""
