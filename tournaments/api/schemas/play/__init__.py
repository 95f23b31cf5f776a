"""What is played: rounds, tables, results, penalties, clocks."""
