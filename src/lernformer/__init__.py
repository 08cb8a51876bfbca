"""Lernformer: a Transformer built piece by piece, until it translates."""

__version__ = "0.1.0"
