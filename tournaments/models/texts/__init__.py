"""Typed reasons: stored beside the ledger rather than in it, so that they can be removed."""
