"""The ranks with which players left a season, once the next one is open."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from tournaments.models import Tournament
from tournaments.standings.seasons.final_places import FinalPlace, final_places


def is_as_confirmed(confirmed: Sequence[int], ended: Sequence[FinalPlace]) -> bool:
    """Are the players of a division in the order that was `confirmed`? Else results were corrected since."""
    return list(confirmed) == [place.player for place in ended]


def ranks_as_confirmed(confirmed: Sequence[int], ended: Sequence[FinalPlace]) -> Mapping[int, int]:
    """By player, the rank in a division: shared by those who are level, as long as results are those of the day of
    confirmation. After a correction nobody can say who was level then: each has the place that was confirmed.

    >>> level = [FinalPlace(7, 1, 0, 1, 1), FinalPlace(8, 1, 0, 1, 1)]
    >>> ranks_as_confirmed([7, 8], level), ranks_as_confirmed([8, 7], level)
    ({7: 1, 8: 1}, {8: 1, 7: 2})
    """
    if is_as_confirmed(confirmed, ended):
        return {place.player: place.rank for place in ended}
    return {player: position for position, player in enumerate(confirmed, 1)}


def ranks_of_moves(moves: Sequence[tuple[int, int | None]], ended: Sequence[FinalPlace]) -> Mapping[int, int]:
    """By player, the rank with which they left a division. `moves` are all of it with a position, in that order: each
    a player and the rank that was kept. Where none was, because it was confirmed before ranks were, or because nobody
    had one, it is that of `ranks_as_confirmed`.

    >>> level = [FinalPlace(7, 1, 0, 1, 1), FinalPlace(8, 1, 0, 1, 1)]
    >>> ranks_of_moves([(7, None), (8, None)], level), ranks_of_moves([(7, 1), (8, 2)], level)
    ({7: 1, 8: 1}, {7: 1, 8: 2})
    """
    today = ranks_as_confirmed([player for player, _rank in moves], ended)
    return {player: rank or today[player] for player, rank in moves}


def ended_divisions(divisions: Collection[tuple[int, int]]) -> dict[tuple[int, int], Sequence[FinalPlace]]:
    """By season and level, where everybody has come in as far as is published. Where a division is several
    tournaments nobody moves by one of them, so it is left out. Two queries.
    """
    found = Tournament.objects.not_discarded().filter(season__in={season for season, _level in divisions})
    tournaments: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for pk, season, level in found.order_by().values_list("pk", "season", "level"):
        if (season, level) in divisions:
            tournaments[season, level].append(pk)
    alone = {place: of_it[0] for place, of_it in tournaments.items() if len(of_it) == 1}
    places = final_places(alone.values())
    return {place: places.get(tournament, []) for place, tournament in alone.items()}
