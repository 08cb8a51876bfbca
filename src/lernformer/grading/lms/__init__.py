"""What learning platforms send and take back."""
