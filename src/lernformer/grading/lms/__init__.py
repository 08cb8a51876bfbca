"""Exchanges submissions, feedback and grades with learning platforms."""
