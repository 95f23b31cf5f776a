"""Does a league still say what its ledger says? Part of `verification`."""
