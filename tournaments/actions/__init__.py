"""What people do to a tournament: each action is one transaction with its ledger entry."""
