"""Verify that a league matches its ledger."""
