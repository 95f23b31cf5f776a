"""From a table's report to a confirmed result, and what the referee decides about it."""
