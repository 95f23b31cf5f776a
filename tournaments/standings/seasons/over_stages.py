"""One ranking over all stages of a tournament, from the lines of each stage's standings; without a database."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from scoring.standing.ranking import has_played


class Line(NamedTuple):
    """A line of a stage's standings: of a player or a team, by the `key`. `ordinal` is the number of the stage."""

    stage: int
    ordinal: int
    rank: int
    position: int
    key: int
    total: int
    games: int
    carried: int


class Place(NamedTuple):
    """A place over all stages: the `line` is that of the last stage with a game of theirs."""

    rank: int
    line: Line


def over_stages(lines: Sequence[Line]) -> list[Place]:
    """Return everybody's place, first to last. Lines are expected by stage and position.

    - A later stage comes first: its players are ahead of all who did not play in it. A stage is later than another
      if a player has played in both.
    - Stages played side by side, such as pools, count as one: the same rank in each is the same place. But a stage
      comes before another beside it when all of its players were ahead of all of the other's until then and no later
      stage has players of both: final A of the places 1 to 4, final B of the places 5 to 8.
    - Players share a place where they share a rank in the stage; the next place is as many further down.
    - Without a game in any stage, players come last and share their place, as in the standings of the first stage.
    """
    turns = _turns(lines)
    tiers = _tiers(lines, turns)
    return _placed(lines, turns, tiers)


def _placed(lines: Iterable[Line], turns: Mapping[int, int], tiers: Mapping[int, int]) -> list[Place]:
    lines = list(lines)
    have_games = {line.key for line in lines if line.games}

    def order(line: Line) -> tuple[bool, int, int, int]:
        """Lines of the same order share a place."""
        # A bonus is a place only in the first stage: in a later one it would lift a player who did not get that far.
        is_first = turns[line.stage] == 1 and line.key not in have_games
        counts = line.games > 0 or (is_first and has_played(line.games, line.total - line.carried))
        return not counts, -turns[line.stage], tiers.get(line.stage, 0), line.rank

    best_first = sorted(lines, key=lambda line: (*order(line), line.ordinal, line.position))
    best: dict[int, Line] = {}
    for line in best_first:
        best.setdefault(line.key, line)
    placed: list[Place] = []
    for line in best.values():
        is_level = bool(placed) and order(placed[-1].line) == order(line)
        placed.append(Place(placed[-1].rank if is_level else len(placed) + 1, line))
    return placed


def _players_by_stage(lines: Iterable[Line]) -> dict[int, set[int]]:
    players: dict[int, set[int]] = defaultdict(set)
    for line in lines:
        players[line.stage].update({line.key} if line.games else ())
    return players


def _turns(lines: Iterable[Line]) -> dict[int, int]:
    """Return 1 for a first stage, and for a later one how many it comes after."""
    players = _players_by_stage(lines)
    turns: dict[int, int] = {}
    for stage, here in players.items():
        turns[stage] = 1 + max((turn for other, turn in turns.items() if players[other] & here), default=0)
    return turns


def _tiers(lines: Sequence[Line], turns: Mapping[int, int]) -> dict[int, int]:
    """Return for each stage its turn among those beside it: 0 for the one whose players were ahead."""
    players = _players_by_stage(lines)
    tiers: dict[int, int] = {}
    for turn in range(2, max(turns.values(), default=0) + 1):
        beside = [stage for stage, its in turns.items() if its == turn]
        if len(beside) == 1:
            continue
        earlier = [line for line in lines if turns[line.stage] < turn]
        ranks = {place.line.key: place.rank for place in _placed(earlier, turns, tiers)}
        later = [players[stage] for stage, its in turns.items() if its > turn]
        tiers |= _tiers_of({stage: players[stage] for stage in beside}, ranks, later)
    return tiers


def _tiers_of(
    beside: Mapping[int, set[int]], ranks: Mapping[int, int], later: Collection[set[int]]
) -> dict[int, int]:
    """Divide stages side by side by the ranks in which their players came to them."""
    if any(key not in ranks for players in beside.values() for key in players):
        return dict.fromkeys(beside, 0)
    spans = {
        stage: (min(ranks[key] for key in players), max(ranks[key] for key in players))
        for stage, players in beside.items()
        if players
    }
    tiers: dict[int, int] = dict.fromkeys(beside, 0)
    tier: list[int] = []
    number = 0
    for stage in sorted(spans, key=lambda stage: spans[stage]):
        together = set().union(*(beside[one] for one in tier))
        first, last = (
            min((spans[one][0] for one in tier), default=0),
            max((spans[one][1] for one in tier), default=0),
        )
        is_behind = last <= spans[stage][0] and first < spans[stage][1]
        if (
            tier
            and is_behind
            and not any(players & together and players & beside[stage] for players in later)
        ):
            number, tier = number + 1, []
        tiers[stage] = number
        tier.append(stage)
    return tiers
