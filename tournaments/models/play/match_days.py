"""The tables of a match day: the games of each, and what the day brought each player so far."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from tournaments.models.play.rounds import Round
from tournaments.models.play.table_cards import CardSeat, TableCard

R = TypeVar("R", bound=Round)


def by_match_day(rounds: Iterable[R]) -> list[R]:
    """Return these rounds, in order and `with_progress()`, with the first game of each match day for all of it: its
    counts are those of the day.
    """
    found: list[R] = []
    for round_ in rounds:
        last = found[-1] if found else None
        if last is not None and round_.is_played_with(last):
            last.tables_count += round_.tables_count
            last.confirmed_count += round_.confirmed_count
        else:
            round_.is_whole_day = round_.match_day is not None
            found.append(round_)
    return found


class PlayerOfDay(NamedTuple):
    """A player as drawn, and the sum of the day's results in the rulebook's units; None before the first one."""

    player_id: int
    name: str
    total: int | None


class GameOfDay(NamedTuple):
    """A game of a table: its seats in the order of the day's players; None where a player has none."""

    game: int
    card: TableCard
    seats: Sequence[CardSeat | None]


class TableOfDay(NamedTuple):
    """A table all match day: its players, the best first, and its games in order."""

    number: int
    players: Sequence[PlayerOfDay]
    games: Sequence[GameOfDay]

    @property
    def is_over(self) -> bool:
        """Whether all its games have a result."""
        return all(one.card.sheet is not None for one in self.games)


def tables_of_day(rounds: Sequence[Round], cards: Mapping[int, Sequence[TableCard]]) -> list[TableOfDay]:
    """Return the tables of a match day by number, given its rounds in order and their cards by round id."""
    games: dict[int, list[tuple[int, TableCard]]] = {}
    for number, round_ in enumerate(rounds, 1):
        for card in cards[round_.pk]:
            games.setdefault(card.number, []).append((round_.game or number, card))
    return [_table(number, games[number]) for number in sorted(games)]


def _table(number: int, games: Sequence[tuple[int, TableCard]]) -> TableOfDay:
    people: dict[object, tuple[int, str]] = {}
    sums: dict[object, int] = {}
    for _game, card in games:
        for seat in card.seats:
            name = seat.replaces or seat.name
            people.setdefault(_key(seat), (0 if seat.replaces else seat.player_id, name))
            if seat.result is not None:
                sums[_key(seat)] = sums.get(_key(seat), 0) + seat.result.total
    order = sorted(people, key=lambda key: -sums.get(key, 0))
    return TableOfDay(
        number,
        [PlayerOfDay(*people[key], sums.get(key)) for key in order],
        [GameOfDay(game, card, _in_order(card, order)) for game, card in games],
    )


def _in_order(card: TableCard, order: Sequence[object]) -> list[CardSeat | None]:
    by_key = {_key(seat): seat for seat in card.seats}
    return [by_key.get(key) for key in order]


def _key(seat: CardSeat) -> object:
    """Who a seat belongs to all day: the player it was drawn for, or, while line-ups are not shown, the team."""
    return seat.replaced_id or seat.entry_id or ("team", seat.team_id)
