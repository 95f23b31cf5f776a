"""The players at a table during a ceremony, and its steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.ceremony.dice import CHAIRS, RELATIVE, indicated
from scoring.errors import ScoringError
from scoring.translation import Sentence, Term
from scoring.translation import gettext_noop as _

WINDS = "ESWN"
WIND_NAMES = {
    "E": Term("East", "東"),
    "S": Term("South", "南"),
    "W": Term("West", "西"),
    "N": Term("North", "北"),
}
WHITE = "P"
PLAYERS = ("A", "B", "C", "D")
ASSUMED = "assumed"
"""The code of a step that nobody performs: it states what is assumed, and why."""


ROW_NAMES = {wind: Term(wind, name.ja) for wind, name in WIND_NAMES.items()} | {
    "o": Term("o", "奇"),
    "e": Term("e", "偶"),
}
"""The tiles of a row as they are written and read: winds, the odd and the even number tile."""
# By whether the total is odd, and whether its end is on the left.
_TAKEN_FROM = {
    (True, True): _("The row is %(row)s; %(total)s is odd, so winds are taken from the left."),
    (True, False): _("The row is %(row)s; %(total)s is odd, so winds are taken from the right."),
    (False, True): _("The row is %(row)s; %(total)s is even, so winds are taken from the left."),
    (False, False): _("The row is %(row)s; %(total)s is even, so winds are taken from the right."),
}


@dataclass(frozen=True, slots=True)
class Step:
    """A step for the players. `values` are its data for programs."""

    code: str
    sentence: Sentence
    values: Mapping[str, object]

    def in_language(self, language: str | None) -> str:
        """Return the step as a sentence in "en", "ja" or another language."""
        return self.sentence.in_language(language)


@dataclass(frozen=True, slots=True)
class Seats:
    """The outcome. `seats` are the players by chair, `marks` notable chairs and players."""

    seats: tuple[str, ...]
    first_dealer_chair: int
    winds: Mapping[str, str]
    marks: Mapping[str, object]
    steps: tuple[Step, ...]

    @property
    def assumed(self) -> tuple[Step, ...]:
        """Steps that no source specifies."""
        return tuple(step for step in self.steps if step.code == ASSUMED)

    @property
    def first_dealer(self) -> str:
        """Return the player who deals the first hand."""
        return self.seats[self.first_dealer_chair]


class DrawAgain(ScoringError):
    """Not the caller's mistake: with these tiles the procedure starts again."""


def four_players(players: Sequence[str]) -> None:
    """Refuse (`ScoringError`, code `four_players`) any other number of players, and repeated names."""
    if len(players) != CHAIRS or len(set(players)) != CHAIRS:
        raise ScoringError("four_players", "Four different players sit down to draw.", fields=("players",))


class Table:
    """Collects the steps of a procedure and the players' seats."""

    def __init__(self, players: Sequence[str]) -> None:
        four_players(players)
        self.at = list(players)
        self.steps: list[Step] = []

    def say(self, code: str, sentence: str, /, **values: object) -> None:
        """Add a step: its code, a sentence marked for translation, and the sentence's values."""
        self.steps.append(Step(code, Sentence(sentence, values), values))

    def assume(self, about: str, sentence: str) -> None:
        """Add a step with the code ``assumed``: no source specifies it."""
        self.say(ASSUMED, sentence, about=about)

    def chair(self, number: int, field: str) -> int:
        if number not in range(CHAIRS):
            raise ScoringError("no_such_chair", f"Chairs are numbered 0 to 3, not {number}.", fields=(field,))
        return number

    def roll(self, chair: int, total: int, field: str) -> int:
        """Roll by the occupant of a chair; return the chair that the total indicates."""
        target = indicated(chair, total, field)
        way = (target - chair) % CHAIRS
        values = {
            "player": self.at[chair],
            "total": total,
            "way": RELATIVE[way].en,
            "chair": target,
            "indicated": self.at[target],
        }
        sentence = _("%(player)s rolls %(total)s: %(way)s, chair %(chair)s (%(indicated)s).")
        self.steps.append(Step("roll", Sentence(sentence, values | {"way": RELATIVE[way]}), values))
        return target

    def mark(self, chair: int) -> None:
        self.say("mark", _("East will sit on chair %(chair)s."), chair=chair)

    def take_winds(self, row: str, total: int, first: int) -> dict[str, str]:
        """Give each player, counter-clockwise from a chair, the next wind from the end given by parity."""
        line = put_numbers_outside(row)
        odd = total % 2 == 1
        from_left = line[0] == ("o" if odd else "e")
        winds = line[1:-1] if from_left else line[-2:0:-1]
        values = {"row": line, "total": total, "side": "left" if from_left else "right"}
        names = [ROW_NAMES[tile] for tile in line]
        in_a_row = Term(" ".join(one.en for one in names), "".join(one.ja for one in names))
        sentence = Sentence(_TAKEN_FROM[odd, from_left], {"row": in_a_row, "total": total})
        self.steps.append(Step("row", sentence, values))
        taken = {}
        for place, wind in enumerate(winds):
            player = self.at[(first + place) % CHAIRS]
            taken[player] = wind
            self.say_wind(player, wind)
        return taken

    def say_wind(self, player: str, wind: str) -> None:
        sentence = Sentence(_("%(player)s takes %(wind)s."), {"player": player, "wind": WIND_NAMES[wind]})
        self.steps.append(Step("wind", sentence, {"player": player, "wind": wind}))

    def sit_down(self, winds: Mapping[str, str], east: int) -> None:
        """Seat East on this chair, South on its right, West opposite, North on its left."""
        for player, wind in winds.items():
            self.at[(east + WINDS.index(wind)) % CHAIRS] = player
        sentence = _("East sits on chair %(east)s: East %(E)s, South %(S)s, West %(W)s, North %(N)s.")
        by_wind = {wind: self.at[(east + i) % CHAIRS] for i, wind in enumerate(WINDS)}
        values = {"east": east, "seats": tuple(self.at)}
        self.steps.append(Step("sit_down", Sentence(sentence, {"east": east, **by_wind}), values))

    def deal_first(self, chair: int, winds: Mapping[str, str], **marks: object) -> Seats:
        """Finish: the occupant of this chair deals first."""
        self.say("first_dealer", _("%(player)s deals first."), chair=chair, player=self.at[chair])
        return Seats(tuple(self.at), chair, winds, marks, tuple(self.steps))


def put_numbers_outside(row: str) -> str:
    """Move the two number tiles of a row to its ends, the left one left, the right one right.

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
