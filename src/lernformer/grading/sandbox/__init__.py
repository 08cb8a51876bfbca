"""The walls around a student's code, and the processes behind them."""
