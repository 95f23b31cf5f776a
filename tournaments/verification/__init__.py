"""Does a tournament still say what its ledger says? Finds what was changed behind the deeds' back.

Three questions: does every ledger entry still follow from the one before it; do the stored facts agree with the
deeds the ledger tells of; and do the published standings follow from those facts. A ledger that was cut at its end
or rewritten as a whole is only found with receipts: see docs/ledger.md.
"""

from tournaments.verification.ledger import Problem, Verification, standings_differences, verify_ledger

__all__ = ["Problem", "Verification", "standings_differences", "verify_ledger"]
