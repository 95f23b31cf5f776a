"""What a caller lacks who is answered 403, as a word for programs: `needs` beside the error."""

from collections.abc import Callable
from inspect import unwrap

from tournaments.permissions import (
    can_confirm,
    can_copy,
    can_create_leagues,
    can_create_tournaments,
    can_edit_player,
    can_edit_webhook,
    can_enter_hands,
    can_hand_in_line_ups,
    can_merge_into,
    can_merge_players,
    can_referee,
    can_report,
    can_run,
    can_run_league,
    can_score,
    can_seat,
    can_set_team_looks,
    can_sign_up,
    can_take_table_back,
    can_use_tokens_of,
    is_staff,
)

# Its owner may: the scope or the tournament of the token is too narrow.
TOO_NARROW = "token"
MEANINGS = {
    "organizer": "An organizer of the tournament.",
    "referee": "A referee or organizer of the tournament.",
    "staff": "Anyone on the staff of the tournament.",
    "league_organizer": "An organizer of the league.",
    "founder": "Someone the operator of the server lets found leagues or tournaments.",
    "seat": "A player or phone of the table, or the staff.",
    "captain": "The captain of the team, or an organizer.",
    "record": "The player, or who entered them first.",
    "sign_in": "The signed-in person; a token does not do.",
    TOO_NARROW: "A token with a wider `scope`, or of the right tournament: its owner may do this.",
}
_NEEDS: dict[Callable[..., bool], str] = {
    can_run: "organizer",
    can_copy: "organizer",
    can_edit_webhook: "organizer",
    can_referee: "referee",
    can_score: "staff",
    is_staff: "staff",
    can_run_league: "league_organizer",
    can_create_leagues: "founder",
    can_create_tournaments: "founder",
    can_report: "seat",
    can_confirm: "seat",
    can_enter_hands: "seat",
    can_seat: "seat",
    can_take_table_back: "seat",
    can_hand_in_line_ups: "captain",
    can_set_team_looks: "captain",
    can_edit_player: "record",
    can_merge_into: "record",
    can_merge_players: "record",
    can_use_tokens_of: "sign_in",
    can_sign_up: TOO_NARROW,
}


def needed(permission: Callable[..., bool]) -> str:
    """Return what a permission asks for; empty if it refuses nobody."""
    return _NEEDS.get(unwrap(permission), "")
