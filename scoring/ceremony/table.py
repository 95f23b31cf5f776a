"""The people at the table while a ceremony runs, and the steps they go through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.ceremony.dice import CHAIRS, RELATIVE_EN, RELATIVE_JA, indicated
from scoring.errors import ScoringError

WINDS = "ESWN"
WIND_JA = dict(zip(WINDS, "東南西北", strict=True))
WIND_EN = dict(zip(WINDS, ("East", "South", "West", "North"), strict=True))
WHITE = "P"
PLAYERS = ("A", "B", "C", "D")
ASSUMED = "assumed"
"""The code of a step that is no step of the table: it says what is assumed, and why."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step for the people at the table. `values` are what a translation needs."""

    code: str
    en: str
    ja: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Seats:
    """The outcome. `seats` are the players by chair, `marks` the chairs and players met on the way."""

    seats: tuple[str, ...]
    first_dealer_chair: int
    winds: Mapping[str, str]
    marks: Mapping[str, object]
    steps: tuple[Step, ...]

    @property
    def assumed(self) -> tuple[Step, ...]:
        """What no source gives and is assumed."""
        return tuple(step for step in self.steps if step.code == ASSUMED)

    @property
    def first_dealer(self) -> str:
        """The player who deals the first hand."""
        return self.seats[self.first_dealer_chair]


class DrawAgain(ScoringError):
    """Nothing is wrong, but the tiles fell so that the procedure starts over."""


def four_players(players: Sequence[str]) -> None:
    """Refuse (`ScoringError`, code `four_players`) any other number, and one player twice."""
    if len(players) != CHAIRS or len(set(players)) != CHAIRS:
        raise ScoringError("four_players", "Four different players sit down to draw.", fields=("players",))


class Table:
    """The people at the table while a procedure runs; collects the steps."""

    def __init__(self, players: Sequence[str]) -> None:
        four_players(players)
        self.at = list(players)
        self.steps: list[Step] = []

    def say(self, code: str, en: str, ja: str, **values: object) -> None:
        self.steps.append(Step(code, en, ja, values))

    def assume(self, about: str, en: str, ja: str) -> None:
        """Say what no source gives."""
        self.say(ASSUMED, en, ja, about=about)

    def chair(self, number: int, field: str) -> int:
        if number not in range(CHAIRS):
            raise ScoringError("no_such_chair", f"Chairs are numbered 0 to 3, not {number}.", fields=(field,))
        return number

    def roll(self, chair: int, total: int, field: str) -> int:
        """The occupant of a chair rolls; the chair that the total points to."""
        target = indicated(chair, total, field)
        way = (target - chair) % CHAIRS
        self.say(
            "roll",
            f"{self.at[chair]} rolls {total}: {RELATIVE_EN[way]}, chair {target} ({self.at[target]}).",
            f"{self.at[chair]}がサイコロを振り{total}（{RELATIVE_JA[way]}）。{self.at[target]}の席。",
            player=self.at[chair],
            total=total,
            way=RELATIVE_EN[way],
            chair=target,
            indicated=self.at[target],
        )
        return target

    def mark(self, chair: int) -> None:
        """The chair where East will sit."""
        self.say("mark", f"East will sit on chair {chair}.", f"{chair}番の席を（仮）東とする。", chair=chair)

    def take_winds(self, row: str, total: int, first: int) -> dict[str, str]:
        """Counter-clockwise from a chair, everybody takes the next wind from the end the parity names."""
        line = put_numbers_outside(row)
        odd = total % 2 == 1
        from_left = line[0] == ("o" if odd else "e")
        winds = line[1:-1] if from_left else line[-2:0:-1]
        self.say(
            "row",
            f"The row is {' '.join(line)}; {total} is {'odd' if odd else 'even'}, "
            f"so winds are taken from the {'left' if from_left else 'right'}.",
            f"並びは{''.join(WIND_JA.get(tile, '奇' if tile == 'o' else '偶') for tile in line)}。"
            f"{total}は{'奇数' if odd else '偶数'}なので{'左' if from_left else '右'}から取る。",
            row=line,
            total=total,
            side="left" if from_left else "right",
        )
        taken = {}
        for place, wind in enumerate(winds):
            player = self.at[(first + place) % CHAIRS]
            taken[player] = wind
            self.say_wind(player, wind)
        return taken

    def say_wind(self, player: str, wind: str) -> None:
        self.say(
            "wind",
            f"{player} takes {WIND_EN[wind]}.",
            f"{player}は{WIND_JA[wind]}を引く。",
            player=player,
            wind=wind,
        )

    def sit_down(self, winds: Mapping[str, str], east: int) -> None:
        """East sits on this chair, South on its right, West opposite, North on its left."""
        for player, wind in winds.items():
            self.at[(east + WINDS.index(wind)) % CHAIRS] = player
        names = ", ".join(f"{WIND_EN[wind]} {self.at[(east + i) % CHAIRS]}" for i, wind in enumerate(WINDS))
        names_ja = "、".join(
            f"{WIND_JA[wind]}家{self.at[(east + i) % CHAIRS]}" for i, wind in enumerate(WINDS)
        )
        self.say(
            "sit_down",
            f"East sits on chair {east}: {names}.",
            f"東は{east}番の席に着く（{names_ja}）。",
            east=east,
            seats=tuple(self.at),
        )

    def deal_first(self, chair: int, winds: Mapping[str, str], **marks: object) -> Seats:
        """The end: the occupant of this chair deals first."""
        self.say(
            "first_dealer",
            f"{self.at[chair]} deals first.",
            f"起家は{self.at[chair]}。",
            chair=chair,
            player=self.at[chair],
        )
        return Seats(tuple(self.at), chair, winds, marks, tuple(self.steps))


def put_numbers_outside(row: str) -> str:
    """The row with its two number tiles at the ends: the left one left, the right one right.

    >>> put_numbers_outside("EoSWeN"), put_numbers_outside("oeESWN")
    ('oESWNe', 'oESWNe')
    """
    if sorted(row) != sorted(WINDS + "oe"):
        raise ScoringError(
            "not_a_row",
            f"“{row}” is not a row of the four winds E S W N, an odd (o) and an even (e) number tile.",
            fields=("row",),
        )
    left, right = [tile for tile in row if tile in "oe"]
    return left + "".join(tile for tile in row if tile in WINDS) + right
