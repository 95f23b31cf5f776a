"""Does a tournament still say what its ledger says? Finds what was changed behind the actions' back.

The ledger is read once. Each part (settings, people, rounds, draws, phones, results, penalties) follows it entry by
entry and then says where the stored facts differ from what it tells; scores and standings are worked out anew. A
ledger that was cut at its end or rewritten as a whole is only found with receipts: see docs/ledger.md.
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
