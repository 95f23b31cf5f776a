"""A rulebook's results as a table, for whoever looks them up without knowing the rules."""
