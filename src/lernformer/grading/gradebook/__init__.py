"""Everything about a class: its list, dates, folders, and nbgrader's database."""
