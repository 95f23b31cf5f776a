"""Verify that a tournament matches its ledger. Detects changes made without an action.

The ledger is read once. Each part (settings, people, rounds, draws, phones, results, penalties) follows it entry by
entry and then reports where stored facts differ; scores and standings are recomputed. Truncating or completely
rewriting a ledger can only be detected with receipts: see docs/ledger.md.
"""

from tournaments.verification.findings import Problem, Verification
from tournaments.verification.leagues.ledger import verify_league
from tournaments.verification.ledger import verify_ledger
from tournaments.verification.reading import verification_of
from tournaments.verification.standings import published_differences, standings_differences

__all__ = [
    "Problem",
    "Verification",
    "published_differences",
    "standings_differences",
    "verification_of",
    "verify_league",
    "verify_ledger",
]
