"""What the database refuses about tables at which something stands, and about those that are taken back."""

from tournaments.models.guards.counters import LIVE
from tournaments.models.guards.facts import FIRST_GUARDS, HAND_GUARDS, SEAT_DRAW_GUARDS
from tournaments.models.guards.guard import Guard, on_write
from tournaments.models.guards.photos import PHOTO_GUARDS

# Has this table a result that is neither void nor replaced, or a hand that was not taken back?
_STANDING = (
    "EXISTS (SELECT 1 FROM tournaments_scoresheet sheet WHERE sheet.table_id = {table} AND sheet.status {live}{one})"
    " OR EXISTS (SELECT 1 FROM tournaments_handrecord hand WHERE hand.table_id = {table} AND hand.kind = 'hand'"
    " AND NOT EXISTS (SELECT 1 FROM tournaments_handrecord undo WHERE undo.table_id = hand.table_id"
    " AND undo.kind = 'undo' AND undo.number > hand.number AND undo.of <= hand.number){one})"
).replace("{live}", LIVE)
_STANDS = _STANDING.replace("{one}", "")
# With an offset PostgreSQL looks a table's results up, and never reads those of the whole house for many tables.
_STANDS_LOOKED_UP = _STANDING.replace("{one}", " LIMIT 1 OFFSET 0")
_STANDS_THERE, _STANDS_HERE = (
    _STANDS.replace("{table}", "OLD.table_id"),
    _STANDS.replace("{table}", "NEW.table_id"),
)
_STAYS = (
    "NOT EXISTS (SELECT 1 FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id"
    " WHERE t.id = OLD.table_id AND r.status = 'started') OR {stands}"
).replace("{stands}", _STANDS_THERE)
_OF_ANOTHER_TABLE = (
    "(SELECT table_id FROM tournaments_seat WHERE id = NEW.{seat}) <> NEW.table_id"
    " AND (NEW.{seat} <> COALESCE(OLD.{seat}, 0) OR NEW.table_id <> OLD.table_id)"
)
_OF_ANOTHER_ROUND = (
    "(SELECT round_id FROM tournaments_seat WHERE id = NEW.{seat}) <>"
    " (SELECT round_id FROM tournaments_table WHERE id = NEW.table_id)"
)
_OF_ANOTHERS_SHEET = (
    "(SELECT round_id FROM tournaments_seat WHERE id = NEW.seat_id) <>"
    " (SELECT t.round_id FROM tournaments_scoresheet s JOIN tournaments_table t ON t.id = s.table_id"
    " WHERE s.id = NEW.sheet_id) OR (SELECT table_id FROM tournaments_seat WHERE id = NEW.seat_id) <>"
    " (SELECT table_id FROM tournaments_scoresheet WHERE id = NEW.sheet_id AND status {live})"
).replace("{live}", LIVE)

# What was said at a table goes only with the table, or with the start of its round, and only if nothing of it stands.
GOING_GUARDS = (
    Guard("a_scoresheet_goes_only_where_nothing_stands", "tournaments_scoresheet", "DELETE", _STAYS),
    Guard("a_hand_goes_only_where_nothing_stands", "tournaments_handrecord", "DELETE", _STAYS),
)
# A player who sits at another table by now has said something at the first one: it is theirs still, also in a file.
SAID_ELSEWHERE_GUARDS = (
    *on_write("a_confirmation_is_from_the_same_table", "tournaments_confirmation", _OF_ANOTHERS_SHEET),
    Guard(
        "a_hand_is_entered_from_its_own_table_insert",
        "tournaments_handrecord",
        "INSERT",
        _OF_ANOTHER_ROUND.replace("{seat}", "seat_id"),
    ),
    Guard(
        "a_photo_is_taken_at_a_seat_of_its_table_update",
        "tournaments_photo",
        "UPDATE",
        _OF_ANOTHER_TABLE.replace("{seat}", "taken_by_seat_id"),
    ),
    Guard(
        "a_seat_draw_is_of_a_seat_of_its_table_insert",
        "tournaments_seatdraw",
        "INSERT",
        _OF_ANOTHER_ROUND.replace("{seat}", "seat_id"),
    ),
    Guard(
        "a_seat_draw_is_of_a_seat_of_its_table_update",
        "tournaments_seatdraw",
        "UPDATE",
        _OF_ANOTHER_TABLE.replace("{seat}", "seat_id"),
    ),
)
WHAT_STANDS_GUARDS = (
    *GOING_GUARDS,
    *SAID_ELSEWHERE_GUARDS,
    Guard(
        "who_sits_where_stays_where_something_stands",
        "tournaments_seat",
        "UPDATE",
        f"(NEW.wind <> OLD.wind OR NEW.table_id <> OLD.table_id) AND ({_STANDS_THERE} OR {_STANDS_HERE})",
    ),
)

# In place of these.
_REPLACED = (
    "scoresheets_are_never_deleted",
    "hands_are_never_deleted",
    *(g.name for g in SAID_ELSEWHERE_GUARDS),
)
BEFORE_WHAT_STANDS_GUARDS = tuple(
    guard
    for guard in (*FIRST_GUARDS, *HAND_GUARDS, *PHOTO_GUARDS, *SEAT_DRAW_GUARDS)
    if guard.name in _REPLACED
)

# A repair writes the seats of a whole hall eight times over. Only what an update changes is asked about.
_OF_ANOTHER_ROUNDS_TABLE = "NEW.round_id <> (SELECT round_id FROM tournaments_table WHERE id = NEW.table_id)"
_OF_ANOTHER_TOURNAMENT = (
    "(SELECT tournament_id FROM tournaments_entry WHERE id = NEW.entry_id) <>"
    " (SELECT s.tournament_id FROM tournaments_round r JOIN tournaments_stage s ON s.id = r.stage_id"
    " WHERE r.id = NEW.round_id)"
)
SEATS_AT_ONCE_GUARDS = (
    Guard(
        "a_seat_is_in_its_tables_round_insert",
        "tournaments_seat",
        "INSERT",
        _OF_ANOTHER_ROUNDS_TABLE,
        at_once=True,
    ),
    Guard(
        "a_seat_is_in_its_tables_round_update",
        "tournaments_seat",
        "UPDATE",
        f"(NEW.round_id <> OLD.round_id OR NEW.table_id <> OLD.table_id) AND {_OF_ANOTHER_ROUNDS_TABLE}",
        at_once=True,
    ),
    Guard(
        "a_seat_is_for_the_tournaments_own_entry_insert",
        "tournaments_seat",
        "INSERT",
        _OF_ANOTHER_TOURNAMENT,
        at_once=True,
    ),
    Guard(
        "a_seat_is_for_the_tournaments_own_entry_update",
        "tournaments_seat",
        "UPDATE",
        f"(NEW.round_id <> OLD.round_id OR NEW.entry_id <> OLD.entry_id) AND {_OF_ANOTHER_TOURNAMENT}",
        at_once=True,
    ),
    Guard(
        "who_sits_where_stays_where_something_stands",
        "tournaments_seat",
        "UPDATE",
        "(NEW.wind <> OLD.wind OR NEW.table_id <> OLD.table_id) AND ("
        + _STANDS_LOOKED_UP.replace("{table}", "OLD.table_id")
        + " OR (NEW.table_id <> OLD.table_id AND ("
        + _STANDS_LOOKED_UP.replace("{table}", "NEW.table_id")
        + ")))",
        at_once=True,
    ),
)

# In place of these.
BEFORE_SEATS_AT_ONCE_GUARDS = tuple(
    guard
    for guard in (*FIRST_GUARDS, *WHAT_STANDS_GUARDS)
    if guard.name in {one.name for one in SEATS_AT_ONCE_GUARDS}
)
