"""The commands: our own, and nbgrader's with the sandbox and the judge built in."""
