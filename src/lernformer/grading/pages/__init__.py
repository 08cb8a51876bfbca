"""The pages that people look at: class report, feedback, reading answers."""
