"""Seat draw and first dealer, procedure by procedure, with given dice and tiles.

A procedure takes what fell and returns who sits where, who deals first, and every step on the way. Chairs
are numbered 0 to 3 counter-clockwise; before the draw player i sits on chair i. A row of tiles is written
from left to right as the player who mixed sees it: ``E S W N`` winds, ``o`` and ``e`` the odd and the even
number tile.

Where a text leaves something open: the number tiles go to the nearer end, and when both lie on one side they
keep their order (Shin-Hochi art. 8-5, JPML art. 五); JPML does not say who draws first, the occupant of the
indicated chair is assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from scoring.ceremony.dice import CHAIRS, RELATIVE_EN, RELATIVE_JA, check_total, indicated
from scoring.errors import ScoringError

WINDS = "ESWN"
WIND_JA = dict(zip(WINDS, "東南西北", strict=True))
WIND_EN = dict(zip(WINDS, ("East", "South", "West", "North"), strict=True))
WHITE = "P"
PLAYERS = ("A", "B", "C", "D")


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
    def first_dealer(self) -> str:
        """The player who deals the first hand."""
        return self.seats[self.first_dealer_chair]


class DrawAgain(ScoringError):
    """Nothing is wrong, but the tiles fell so that the procedure starts over."""


def four_players(players: Sequence[str]) -> None:
    """Refuse (`ScoringError`, code `four_players`) any other number, and one player twice."""
    if len(players) != CHAIRS or len(set(players)) != CHAIRS:
        raise ScoringError("four_players", "Four different players sit down to draw.", fields=("players",))


class _Table:
    """The people at the table while a procedure runs; collects the steps."""

    def __init__(self, players: Sequence[str]) -> None:
        four_players(players)
        self.at = list(players)
        self.steps: list[Step] = []

    def say(self, code: str, en: str, ja: str, **values: object) -> None:
        self.steps.append(Step(code, en, ja, values))

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


def shinhochi_two_roll(
    *, mixer: int, d1: int, row: str, d2: int, d3: int, d4: int, players: Sequence[str] = PLAYERS
) -> Seats:
    """Shin-Hochi art. 8 and 10 (二度振り), also used by RMU and Saikouisen at tables without a machine.

    `d1`: the player opposite the mixer rolls for the chair of the mark. `d2`: the player there rolls; the
    indicated player draws first, the parity says from which end. `d3`, `d4`: the player on the mark's chair
    rolls, the indicated player rolls, the indicated player deals first.
    """
    table = _Table(players)
    mark = table.roll((table.chair(mixer, "mixer") + 2) % CHAIRS, d1, "d1")
    table.mark(mark)
    first = table.roll(mark, d2, "d2")
    drawer = table.at[first]
    winds = table.take_winds(row, d2, first)
    table.sit_down(winds, mark)
    dealer = table.roll(table.roll(mark, d3, "d3"), d4, "d4")
    return table.deal_first(dealer, winds, mark_chair=mark, first_drawer=drawer)


def jpml_one_roll(*, mixer: int, row: str, d1: int, d2: int, players: Sequence[str] = PLAYERS) -> Seats:
    """JPML competition rules art. 五 and 六: every roll counts once (一度振り).

    `d1`: the player opposite the mixer rolls; the indicated chair is 仮東 and its occupant draws first, from
    the end the parity names. `d2`: whoever then sits on 仮東 rolls, the indicated player deals first.
    """
    table = _Table(players)
    mark = table.roll((table.chair(mixer, "mixer") + 2) % CHAIRS, d1, "d1")
    table.mark(mark)
    drawer = table.at[mark]
    winds = table.take_winds(row, d1, mark)
    table.sit_down(winds, mark)
    dealer = table.roll(mark, d2, "d2")
    return table.deal_first(dealer, winds, mark_chair=mark, first_drawer=drawer)


def wsom_two_roll(
    *, roller: int, d1: int, d2: int, row: str, east_chair: int, players: Sequence[str] = PLAYERS
) -> Seats:
    """WSOM 席決め 1 to 6: anybody rolls, the indicated player rolls, the indicated player draws first.

    The parity of the second roll names the end. The chair marked East belongs to the table; whoever drew East
    sits there and is the first dealer.
    """
    table = _Table(players)
    second = table.roll(table.chair(roller, "roller"), d1, "d1")
    first = table.roll(second, d2, "d2")
    marks = {"second_roller": table.at[second], "first_drawer": table.at[first]}
    winds = table.take_winds(row, d2, first)
    table.sit_down(winds, table.chair(east_chair, "east_chair"))
    return table.deal_first(east_chair, winds, **marks)


def five_tiles(
    *, draws: Sequence[tuple[str, str]], d3: int, d4: int, players: Sequence[str] = PLAYERS
) -> Seats:
    """The beginners' draw: four winds and a white tile, then two rolls for the first dealer.

    `draws` are (player, tile) in the order in which they were taken; whoever takes white (``P``) takes one
    more. The chair of that player is 仮東 and East moves there. When white alone is left over, the five tiles
    are mixed again: such a round of four draws may stand before the one that counts, and if none follows
    `DrawAgain` is raised. `d3`: the player on 仮東 rolls (仮親), `d4`: the indicated player rolls.
    """
    table = _Table(players)
    check_total(d3, "d3")
    check_total(d4, "d4")
    left = [(player, tile) for player, tile in draws]
    while len(left) >= CHAIRS and WHITE not in [tile for _, tile in left[:CHAIRS]]:
        _check_round(left[:CHAIRS], players, WINDS)
        table.say("draw_again", "White is left over: mix and draw again.", "白が残ったので引き直し。")
        left = left[CHAIRS:]
        if not left:
            raise DrawAgain(
                "draw_again",
                "The white tile was left over: turn the five tiles face down, mix and draw again.",
                fields=("draws",),
            )
    drawers = [player for player, tile in left if tile == WHITE]
    _check_round(left, [*players, *drawers], WINDS + WHITE)
    winds: dict[str, str] = {}
    for player, tile in left:
        if tile == WHITE:
            table.say("white", f"{player} takes white.", f"{player}は白を引く。", player=player)
        else:
            winds[player] = tile
            table.say_wind(player, tile)
    mark = list(players).index(drawers[0])
    table.mark(mark)
    table.sit_down(winds, mark)
    acting = table.roll(mark, d3, "d3")
    dealer = table.roll(acting, d4, "d4")
    return table.deal_first(dealer, winds, karitou_chair=mark, kari_oya_chair=acting)


def _check_round(draws: Sequence[tuple[str, str]], players: Sequence[str], tiles: str) -> None:
    """Everybody drew once, the one with white twice in a row of turns, and every tile was drawn once."""
    drawn = sorted(tile for _, tile in draws)
    last_first = [player for player, tile in draws if tile == WHITE]
    if (
        drawn != sorted(tiles)
        or sorted(player for player, _ in draws) != sorted(players)
        or (last_first and [player for player, _ in draws].index(last_first[0]) != _place_of_white(draws))
    ):
        raise ScoringError(
            "not_a_draw",
            "Each player takes one tile, the player with white (P) one more afterwards; "
            "the tiles are E, S, W, N and P.",
            fields=("draws",),
        )


def _place_of_white(draws: Sequence[tuple[str, str]]) -> int:
    return [tile for _, tile in draws].index(WHITE)


def first_dealer_chair(procedure: str, chair: int, rolls: Sequence[int]) -> int:
    """The first dealer when the seats are known, by the names rulebooks use in ``seating.dealer_draw``.

    `chair` is East's (仮東, or the mark). One roll: the indicated chair. Two rolls: the indicated chair rolls
    again. Refuses (`ScoringError`) with code `unknown_procedure` and `wrong_number_of_rolls`.

    >>> first_dealer_chair("two_roll", 0, [4, 7]), first_dealer_chair("east_drawer_is_first_dealer", 2, [])
    (1, 2)
    """
    if procedure not in DEALER_DRAWS:
        raise ScoringError(
            "unknown_procedure",
            f"The procedures known are {', '.join(DEALER_DRAWS)}.",
            fields=("procedure",),
        )
    if len(rolls) != DEALER_DRAWS[procedure]:
        raise ScoringError(
            "wrong_number_of_rolls",
            f"{procedure} takes {DEALER_DRAWS[procedure]} rolls, not {len(rolls)}.",
            fields=("rolls",),
        )
    for total in rolls:
        chair = indicated(chair, total, "rolls")
    return chair


DEALER_DRAWS: Mapping[str, int] = {
    "shinhochi_two_roll_dealer": 2,
    "two_roll": 2,
    "karitou_two_roll": 2,
    "jpml_one_roll_by_karitou": 1,
    "east_drawer_is_first_dealer": 0,
}
"""How many rolls each takes."""

PROCEDURES: Mapping[str, Callable[..., Seats]] = {
    "shinhochi_two_roll": shinhochi_two_roll,
    "two_roll": shinhochi_two_roll,
    "jpml_one_roll": jpml_one_roll,
    "wsom_two_roll": wsom_two_roll,
    "five_tiles": five_tiles,
}
"""By the names that rulebooks use in ``seating.seat_draw``."""

NEEDS: Mapping[str, tuple[str, ...]] = {
    "shinhochi_two_roll": ("mixer", "d1", "row", "d2", "d3", "d4"),
    "two_roll": ("mixer", "d1", "row", "d2", "d3", "d4"),
    "jpml_one_roll": ("mixer", "row", "d1", "d2"),
    "wsom_two_roll": ("roller", "d1", "d2", "row", "east_chair"),
    "five_tiles": ("draws", "d3", "d4"),
}
"""What has to be known of each procedure."""
