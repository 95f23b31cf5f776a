"""Whether the players of a division fill its tables."""

from tournaments.actions.wording.table_sizes import does_not_fill
from tournaments.models import Tournament


def what_does_not_fit(last: Tournament, players: int) -> str:
    """Return why this number of players does not fill tables like those of a tournament; "" if it does, or in free
    play. Two queries.
    """
    size = last.usual_format.players
    sizes = [size, *last.odd_sizes]
    if _can_be_seated(players, sizes) or last.stages.earliest("ordinal").is_free_play:
        return ""
    return does_not_fill(players, size)


def _can_be_seated(players: int, sizes: list[int]) -> bool:
    """Whether tables of these sizes seat everyone."""
    reached = {0}
    for count in range(1, players + 1):
        if any(count - size in reached for size in sizes):
            reached.add(count)
    return players > 0 and players in reached
