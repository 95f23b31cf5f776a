"""Triggers that refuse a row, and those that keep a number; put up by migrations, on SQLite and PostgreSQL."""

from tournaments.models.guards.counters import (
    COUNTERS,
    GAME_COUNTERS,
    ONE_ROW_COUNTERS,
    ONE_ROW_GAME_COUNTERS,
    Counter,
)
from tournaments.models.guards.facts import (
    BEFORE_ADDRESSES_GUARDS,
    BEFORE_FORMATS_GUARDS,
    BEFORE_PENALTY_ROUNDS_GUARDS,
    CLOSED_LEDGER_GUARDS,
    DISCARD_GUARDS,
    DRAW_JOB_GUARDS,
    FIRST_GUARDS,
    FIVE_GUARDS,
    FORMAT_GUARDS,
    GUARDS,
    HAND_GUARDS,
    HAND_TEXT_GUARDS,
    MERGE_GUARDS,
    NAME_GUARDS,
    ODD_TABLE_GUARDS,
    OLD_ADDRESS_GUARDS,
    ORIGIN_GUARDS,
    PENALTY_GUARDS,
    REGISTRATION_GUARDS,
    SEAT_DRAW_GUARDS,
    STILL_WRITTEN_GUARDS,
    TEAM_PENALTY_GUARDS,
)
from tournaments.models.guards.free_play import NIGHT_GUARDS
from tournaments.models.guards.guard import Guard
from tournaments.models.guards.kiosks import KIOSK_GUARDS
from tournaments.models.guards.leagues import (
    DIVISION_GUARDS,
    LEAGUE_ADDRESS_GUARDS,
    LEAGUE_LEDGER_GUARDS,
    MERGED_MOVE_GUARDS,
    MOVE_GUARDS,
    RANKED_MOVE_GUARDS,
    REVOKED_MOVE_GUARDS,
    SEASON_GUARDS,
    TEAM_MOVE_GUARDS,
    WORDLESS_MOVE_GUARDS,
)
from tournaments.models.guards.operations import DropTriggers, PutUpTriggers
from tournaments.models.guards.people import FIRST_TOURNAMENT_GUARDS
from tournaments.models.guards.photos import PHOTO_GUARDS
from tournaments.models.guards.play import (
    BEFORE_SEATS_AT_ONCE_GUARDS,
    BEFORE_WHAT_STANDS_GUARDS,
    SEATS_AT_ONCE_GUARDS,
    WHAT_STANDS_GUARDS,
)
from tournaments.models.guards.stages import (
    QUALIFYING_GUARDS,
)
from tournaments.models.guards.teams import CAPTAIN_GUARDS, FORMER_TEAM_GUARDS, LINE_UP_QUOTA_GUARDS
from tournaments.models.guards.texts import LEAGUE_TEXT_GUARDS, TEXT_GUARDS

__all__ = [
    "BEFORE_ADDRESSES_GUARDS",
    "BEFORE_FORMATS_GUARDS",
    "BEFORE_PENALTY_ROUNDS_GUARDS",
    "BEFORE_SEATS_AT_ONCE_GUARDS",
    "BEFORE_WHAT_STANDS_GUARDS",
    "CAPTAIN_GUARDS",
    "CLOSED_LEDGER_GUARDS",
    "COUNTERS",
    "DISCARD_GUARDS",
    "DIVISION_GUARDS",
    "DRAW_JOB_GUARDS",
    "FIRST_GUARDS",
    "FIRST_TOURNAMENT_GUARDS",
    "FIVE_GUARDS",
    "FORMAT_GUARDS",
    "FORMER_TEAM_GUARDS",
    "GAME_COUNTERS",
    "GUARDS",
    "HAND_GUARDS",
    "HAND_TEXT_GUARDS",
    "KIOSK_GUARDS",
    "LEAGUE_ADDRESS_GUARDS",
    "LEAGUE_LEDGER_GUARDS",
    "LEAGUE_TEXT_GUARDS",
    "LINE_UP_QUOTA_GUARDS",
    "MERGED_MOVE_GUARDS",
    "MERGE_GUARDS",
    "MOVE_GUARDS",
    "NAME_GUARDS",
    "NIGHT_GUARDS",
    "ODD_TABLE_GUARDS",
    "OLD_ADDRESS_GUARDS",
    "ONE_ROW_COUNTERS",
    "ONE_ROW_GAME_COUNTERS",
    "ORIGIN_GUARDS",
    "PENALTY_GUARDS",
    "PHOTO_GUARDS",
    "QUALIFYING_GUARDS",
    "RANKED_MOVE_GUARDS",
    "REGISTRATION_GUARDS",
    "REVOKED_MOVE_GUARDS",
    "SEASON_GUARDS",
    "SEATS_AT_ONCE_GUARDS",
    "SEAT_DRAW_GUARDS",
    "STILL_WRITTEN_GUARDS",
    "TEAM_MOVE_GUARDS",
    "TEAM_PENALTY_GUARDS",
    "TEXT_GUARDS",
    "WHAT_STANDS_GUARDS",
    "WORDLESS_MOVE_GUARDS",
    "Counter",
    "DropTriggers",
    "Guard",
    "PutUpTriggers",
]
