"""What the calculator and the page of conditions ask, and a rulebook's fields as fields of a form."""
