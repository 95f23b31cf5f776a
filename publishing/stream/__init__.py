"""What happens in a tournament, for programs: a stream with content that follows the ledger."""
