"""The sandbox around students' code, and the processes that run inside it."""
