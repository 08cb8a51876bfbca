"""The translator: a corpus of our own and all that learns from it."""
