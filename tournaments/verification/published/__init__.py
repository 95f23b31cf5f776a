"""Published standings and statistics, against the ledger."""
