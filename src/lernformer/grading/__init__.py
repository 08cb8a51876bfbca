"""What the course adds to nbgrader."""
