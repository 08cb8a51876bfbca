"""What keeps a student's code away from the machine, and the processes inside."""
