"""What people do to a tournament: one transaction each, with its ledger entry."""
