"""What the database refuses about the tablets of tables."""

from tournaments.models.guards.guard import Guard

KIOSK_GUARDS = (
    Guard("kiosks_are_never_deleted", "tournaments_tablekiosk", "DELETE", "1 = 1"),
    Guard(
        "what_was_issued_for_a_table_stays",
        "tournaments_tablekiosk",
        "UPDATE",
        " OR ".join(
            f"NEW.{column} <> OLD.{column}"
            for column in ("tournament_id", "number", "nonce", "code_hash", "issued_by_id", "issued_at")
        ),
    ),
    Guard(
        "a_claimed_kiosk_keeps_its_device",
        "tournaments_tablekiosk",
        "UPDATE",
        "OLD.device_hash IS NOT NULL AND (NEW.device_hash IS NULL OR NEW.device_hash <> OLD.device_hash)",
    ),
    Guard(
        "an_ended_kiosk_never_changes",
        "tournaments_tablekiosk",
        "UPDATE",
        "OLD.revoked_at IS NOT NULL",
    ),
)
