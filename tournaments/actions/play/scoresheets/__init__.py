"""From a table's report to a confirmed result, and the referee's decisions about it."""
