"""The commands: nbgrader's own, with the sandbox and the judge in them."""
