"""What is known about a class: its list, dates, folders, and nbgrader's database."""
