"""What people look at: class report, feedback, the page for reading answers."""
