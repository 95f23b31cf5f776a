"""The ranks with which players left a season, once the next one is open."""

from collections.abc import Mapping, Sequence

from tournaments.standings.seasons.final_places import FinalPlace


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
