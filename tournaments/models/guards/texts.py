"""What the database refuses about the texts beside a ledger."""

from tournaments.models.guards.guard import Guard

TEXT_GUARDS = (
    Guard(
        "a_text_beside_the_ledger_is_removed_and_never_changed",
        "tournaments_ledgertext",
        "UPDATE",
        "OLD.removed_at IS NOT NULL OR NEW.removed_at IS NULL OR NEW.tournament_id <> OLD.tournament_id"
        " OR NEW.seq <> OLD.seq OR NEW.name <> OLD.name",
    ),
    Guard("a_text_beside_the_ledger_leaves_its_row", "tournaments_ledgertext", "DELETE", "1 = 1"),
)

# Instead of the first of those above: leagues have ledgers, too.
LEAGUE_TEXT_GUARDS = (
    Guard(
        "a_text_beside_the_ledger_is_removed_and_never_changed",
        "tournaments_ledgertext",
        "UPDATE",
        "OLD.removed_at IS NOT NULL OR NEW.removed_at IS NULL OR NEW.seq <> OLD.seq OR NEW.name <> OLD.name"
        " OR COALESCE(NEW.tournament_id, -1) <> COALESCE(OLD.tournament_id, -1)"
        " OR COALESCE(NEW.league_id, -1) <> COALESCE(OLD.league_id, -1)",
    ),
)
