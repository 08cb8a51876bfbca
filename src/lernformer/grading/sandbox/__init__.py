"""The walls around students' code, and the processes behind those walls."""
