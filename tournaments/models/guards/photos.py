"""What the database refuses about photos."""

from tournaments.models.guards.guard import Guard, on_write

PHOTO_GUARDS = (
    *on_write(
        "photos_are_kept_for_a_year_at_most",
        "tournaments_tournament",
        "NEW.photo_days IS NOT NULL AND NEW.photo_days NOT BETWEEN 1 AND 365",
    ),
    *on_write(
        "a_photo_is_taken_at_a_seat_of_its_table",
        "tournaments_photo",
        "NEW.taken_by_seat_id IS NOT NULL"
        " AND (SELECT table_id FROM tournaments_seat WHERE id = NEW.taken_by_seat_id) <> NEW.table_id",
    ),
    Guard(
        "what_a_photo_was_stays",
        "tournaments_photo",
        "UPDATE",
        " OR ".join(
            f"NEW.{column} <> OLD.{column}"
            for column in ("table_id", "sha256", "size", "width", "height", "taken_at", "delete_at")
        ),
    ),
    Guard(
        "a_deleted_photo_has_no_bytes",
        "tournaments_photo",
        "UPDATE",
        "NEW.deleted_at IS NOT NULL"
        " AND EXISTS (SELECT 1 FROM tournaments_photocontent WHERE photo_id = NEW.id)",
    ),
    Guard(
        "a_deleted_photo_gets_no_bytes",
        "tournaments_photocontent",
        "INSERT",
        "(SELECT deleted_at FROM tournaments_photo WHERE id = NEW.photo_id) IS NOT NULL",
    ),
    Guard("a_photos_bytes_are_never_changed", "tournaments_photocontent", "UPDATE", "1 = 1"),
)
