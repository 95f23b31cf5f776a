"""A rulebook's results as tables, for programs that do not implement the rules."""
