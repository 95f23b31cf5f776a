"""What is published, against what the ledger gives."""
