"""Who changed teams during a season."""

from collections.abc import Collection
from itertools import groupby
from typing import NamedTuple

from tournaments.models import FormerTeam, Team

# An id and a name; None for no team.
_Named = tuple[int, str] | None


class Transfer(NamedTuple):
    """A player who left the team `source` for `target` and plays for it from round `number` of a stage on."""

    tournament: int
    player: int
    name: str
    source: _Named
    target: _Named
    stage: str
    number: int


class _Left(NamedTuple):
    """A former team, and until when; `today` is the team that the player is in now."""

    tournament: int
    entry: int
    player: int
    name: str
    today: int | None
    team: int | None
    stage: str
    ordinal: int
    number: int


def transfers_of(tournaments: Collection[int]) -> list[Transfer]:
    """Return the transfers in these tournaments, latest first. One query; two where there are any."""
    found = FormerTeam.objects.filter(entry__tournament__in=tournaments, entry__merged_into=None)
    rows = [
        _Left(*row)
        for row in found.order_by("entry", "stage__ordinal", "before_round").values_list(
            *("entry__tournament", "entry", "entry__player", "entry__player__name", "entry__team"),
            *("team", "stage__name", "stage__ordinal", "before_round"),
        )
    ]
    ids = {team for row in rows for team in (row.today, row.team) if team is not None}
    names = dict(Team.objects.filter(pk__in=ids).values_list("pk", "name")) if ids else {}

    def named(team: int | None) -> _Named:
        return (team, names[team]) if team is not None else None

    transfers: list[tuple[int, int, Transfer]] = []
    for _entry, of_it in groupby(rows, key=lambda row: row.entry):
        left = list(of_it)
        joined = [one.team for one in left[1:]] + [left[-1].today]
        transfers += [
            (
                one.ordinal,
                one.number,
                Transfer(
                    one.tournament,
                    one.player,
                    one.name,
                    named(one.team),
                    named(target),
                    one.stage,
                    one.number,
                ),
            )
            for one, target in zip(left, joined, strict=True)
            if one.team != target
        ]
    transfers.sort(key=lambda one: (-one[0], -one[1], one[2].name, one[2].player))
    return [transfer for _ordinal, _number, transfer in transfers]
