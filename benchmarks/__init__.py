"""Measures our speed against other libraries, and how well we learn real text."""
