"""Which tournaments are on a player's page: those in which they really took part, as far as can be known.

Anyone can found a tournament and enter any player in it. So an entry counts on the player's page once someone other
than its maker answers for it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import F, QuerySet

from players.models import Player
from tournaments.models import Entry, Tournament
from tournaments.models.fast_sql.reading import PreparedQuery
from tournaments.models.people.founders import founders_of, trusted


@dataclass(frozen=True)
class _Row:
    """An entry with what its recognition follows from."""

    entry: int
    player: int
    tournament: int
    league: int | None
    is_theirs: bool | None
    home: int | None
    home_league: int | None

    @property
    def is_near(self) -> bool:
        """Whether it is where the player was entered first, or in the same league."""
        return self.tournament == self.home or (self.league is not None and self.league == self.home_league)


COLUMNS = {
    "league": F("tournament__season__league"),
    "is_theirs": F("recognition__is_theirs"),
    "home": F("player__first_tournament__tournament"),
    "home_league": F("player__first_tournament__tournament__season__league"),
}


def tournaments_on_page_of(*players: Player, tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Those of these tournaments that the player's page shows; of several players, those on the pages of all. Up to
    three queries.
    """
    return Tournament.objects.filter(pk__in=ids_on_page_of(*players, tournaments=tournaments))


def ids_on_page_of(*players: Player, tournaments: QuerySet[Tournament]) -> set[int]:
    """The ids of `tournaments_on_page_of`. Up to three queries."""
    wanted = Entry.objects.filter(tournament__in=tournaments.order_by().values("pk"))
    rows = _rows(wanted.filter(player__in=[player.pk for player in players]))
    kept = _recognized(rows)
    of_each = [
        {row.tournament for row in rows if row.player == player.pk and row.entry in kept}
        for player in players
    ]
    return set.intersection(*of_each)


def public_ids_on_page_of(player: Player) -> set[int]:
    """`ids_on_page_of` among the tournaments that everybody may find. Up to three queries."""
    rows = [_Row(*one) for one in _PUBLIC_ROWS.read_raw(player.pk)]
    kept = _recognized(rows)
    return {row.tournament for row in rows if row.entry in kept}


def entries_on_page_of(player: Player) -> set[int]:
    """The ids of the player's entries that their page shows. Up to three queries."""
    return _recognized(_rows(Entry.objects.filter(player=player)))


def unrecognized_entries(tournament: Tournament) -> set[int]:
    """The ids of a tournament's entries that are on no player's page. Up to three queries."""
    rows = _rows(Entry.objects.filter(tournament=tournament))
    return {row.entry for row in rows} - _recognized(rows)


def _rows(entries: QuerySet[Entry]) -> list[_Row]:
    return [_Row(*one) for one in _values(entries)]


def _values(entries: QuerySet[Entry]) -> QuerySet[Entry, tuple[Any, ...]]:
    """What a row is made of, in its order."""
    # A merged entry counts for another one of the same player and tournament.
    values = entries.filter(merged_into=None).order_by().annotate(**COLUMNS)
    return values.values_list("pk", "player_id", "tournament_id", *COLUMNS)


_PUBLIC_ROWS = PreparedQuery(
    lambda player: _values(
        Entry.objects.filter(player=player, tournament__visibility=Tournament.Visibility.PUBLIC)
    ),
    of=int,
)


def _recognized(rows: Iterable[_Row]) -> set[int]:
    """The ids of entries that count: what was said of them decides. Where nothing was, those where the player was
    entered first, in the same league, by the founder of the first tournament, and by a founder who is trusted.
    """
    rows = list(rows)
    kept = {row.entry for row in rows if row.is_theirs or (row.is_theirs is None and row.is_near)}
    open_ = [row for row in rows if row.is_theirs is None and not row.is_near]
    if not open_:
        return kept
    places = {row.tournament for row in open_} | {row.home for row in open_ if row.home is not None}
    founders = founders_of(places)
    believed = trusted(set(founders.values()))
    for row in open_:
        founder = founders.get(row.tournament)
        if (
            founder is None
            or founder in believed
            or (row.home is not None and founder == founders.get(row.home))
        ):
            kept.add(row.entry)
    return kept
