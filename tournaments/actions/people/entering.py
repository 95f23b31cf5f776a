"""A new entry: number, lot and ledger record."""

import secrets
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from players.models import Player
from players.traces import trace_names
from tournaments.actions.actor import Actor
from tournaments.actions.errors import NameTaken, RulesRefuse
from tournaments.actions.ledger import record
from tournaments.models import Entry, Team, Tournament
from tournaments.models.people.events import PlayerRegistered

MOST_ENTRIES = 2_000
MOST_LOT = 2**62


def enter(
    *,
    tournament: Tournament,
    player: Player,
    by: Actor,
    team: Team | None = None,
    number: int | None = None,
    is_substitute: bool = False,
) -> Entry:
    """Enter a player and record it; part of an action that holds the ledger head.

    Without a `number` the next free one is used. Refuses a player already entered, a taken number and another
    tournament's team.
    """
    if team is not None and team.tournament_id != tournament.pk:
        raise RulesRefuse(_("This team belongs to another tournament."), code="foreign_team")
    if tournament.entries.filter(player=player).exists():
        raise NameTaken(_("%(player)s is already entered.") % {"player": player}, code="already_entered")
    if number is not None and tournament.entries.filter(number=number).exists():
        raise NameTaken(
            _("Number %(number)s is already taken. Please choose another.") % {"number": number},
            code="number_taken",
        )
    if tournament.entries.count() >= MOST_ENTRIES:
        raise RulesRefuse(
            _("A tournament can have at most %(most)s entries.") % {"most": MOST_ENTRIES},
            code="too_many_entries",
        )
    entry = Entry.objects.create(
        tournament=tournament,
        player=player,
        team=team,
        number=number or (tournament.entries.aggregate(last=Max("number"))["last"] or 0) + 1,
        is_substitute=is_substitute,
        lot=secrets.randbelow(MOST_LOT),
    )
    trace = trace_names("player", {player.pk: player.name})[player.pk]
    record(PlayerRegistered(**entry_payload(entry, trace)), tournament_id=tournament.pk, by=by)
    return entry


def entry_payload(entry: Entry, name: str) -> dict[str, Any]:
    """Return the ledger payload of an entry: opaque ids, and the lot as text because it exceeds JSON numbers.

    `name` is the trace of the player's name (`players.traces`), never the name itself.
    """
    return {
        "entry": entry.pk,
        "player": entry.player_id,
        "number": entry.number,
        "team": entry.team_id,
        "substitute": entry.is_substitute,
        "lot": str(entry.lot),
        "name": name,
    }
