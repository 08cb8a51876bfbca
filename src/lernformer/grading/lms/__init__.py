"""Handles what learning platforms send and what they take back."""
