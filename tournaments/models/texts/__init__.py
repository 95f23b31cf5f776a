"""What people type for a reason: beside the ledger and never in it, so that it can be removed."""
