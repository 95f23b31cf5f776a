"""Newcomers at the desk, registered by name."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from players.actions import add_player, club_named
from players.models import Player
from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.other_divisions import IN_ANOTHER_DIVISION, in_another_division
from tournaments.actions.people.entries import register
from tournaments.actions.player_records import namesakes_known_to
from tournaments.models import Entry, Tournament


@dataclass(frozen=True)
class Newcomer:
    """A newcomer, by name.

    `player` is the matching record among those on file with this name; `is_another` says that it is none of them.
    """

    name: str
    club: str = ""
    player: Player | None = None
    is_another: bool = False


def register_newcomers(
    *, tournament: Tournament, newcomers: Sequence[Newcomer], by: Actor, confirm: Collection[str] = ()
) -> list[Entry]:
    """Register newcomers, as new players unless matched with a record. Asks what `register` asks, about all at once.

    Refuses a name on file until it is decided whether it is the same person (`name_on_file`), and players already
    entered.
    """
    known = [newcomer.player for newcomer in newcomers if newcomer.player is not None]
    ask_first(in_another_division(tournament, known), confirm)
    return [
        register(tournament=tournament, player=_player_of(newcomer, by), by=by, confirm=[IN_ANOTHER_DIVISION])
        for newcomer in newcomers
    ]


def _player_of(newcomer: Newcomer, by: Actor) -> Player:
    if newcomer.player is not None:
        return newcomer.player
    if not newcomer.is_another and namesakes_known_to(by, newcomer.name):
        raise RulesRefuse(
            _("%(name)s is already on file. Please say whether this is the same person.")
            % {"name": newcomer.name},
            code="name_on_file",
        )
    return add_player(name=newcomer.name, club=club_named(newcomer.club) if newcomer.club else None)
