"""What each chapter's checks recognise: the misconceptions, by name."""
