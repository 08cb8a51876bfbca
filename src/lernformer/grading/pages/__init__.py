"""The pages that people look at: class report, feedback, exam, answers to read."""
