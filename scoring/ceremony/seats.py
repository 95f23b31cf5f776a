"""Seat draw and first dealer by procedure, from given dice and tiles.

A procedure takes the dice and tiles, and returns the seats, the first dealer and every step. Chairs are numbered 0
to 3 counter-clockwise; before the draw player i sits on chair i. A row of tiles is written from left to right as the
player who mixed sees it: ``E S W N`` winds, ``o`` and ``e`` the odd and the even number tile.

Where a text is silent: the number tiles go to the nearer end, and two on one side keep their order (Shin-Hochi art.
8-5, JPML art. 五); JPML does not say who draws first, so the occupant of the indicated chair is assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from scoring.ceremony.dice import CHAIRS, check_total, indicated
from scoring.ceremony.table import (
    PLAYERS,
    WHITE,
    WINDS,
    DrawAgain,
    Seats,
    Step,
    Table,
    four_players,
    put_numbers_outside,
)
from scoring.errors import ScoringError
from scoring.translation import gettext_noop as _

__all__ = [
    "DEALER_DRAWS",
    "NEEDS",
    "PLAYERS",
    "PROCEDURES",
    "WHITE",
    "WINDS",
    "DrawAgain",
    "Seats",
    "Step",
    "first_dealer_chair",
    "five_tiles",
    "four_players",
    "jpml_one_roll",
    "lot",
    "put_numbers_outside",
    "shinhochi_two_roll",
    "tile_draw",
    "wsom_two_roll",
]


def shinhochi_two_roll(
    *, mixer: int, d1: int, row: str, d2: int, d3: int, d4: int, players: Sequence[str] = PLAYERS
) -> Seats:
    """Shin-Hochi art. 8 and 10 (二度振り), also used by RMU and Saikouisen at tables without a machine.

    `d1`: the player opposite the mixer rolls for the chair of the mark. `d2`: the player there rolls; the indicated
    player draws first, and parity decides from which end. `d3`, `d4`: the player on the mark's chair rolls, the
    indicated player rolls, and the player then indicated deals first.
    """
    table = Table(players)
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

    `d1`: the player opposite the mixer rolls; the indicated chair is 仮東 and its occupant draws first, from the end
    given by parity. `d2`: the player now on 仮東 rolls, and the indicated player deals first.
    """
    table = Table(players)
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
    """WSOM 席決め 1 to 6: any player rolls, the indicated player rolls, and the player then indicated draws first.

    The parity of the second roll gives the end. The chair marked East belongs to the table; the player who drew East
    sits there and is the first dealer.
    """
    table = Table(players)
    second = table.roll(table.chair(roller, "roller"), d1, "d1")
    first = table.roll(second, d2, "d2")
    marks = {"second_roller": table.at[second], "first_drawer": table.at[first]}
    winds = table.take_winds(row, d2, first)
    table.sit_down(winds, table.chair(east_chair, "east_chair"))
    return table.deal_first(east_chair, winds, **marks)


def five_tiles(
    *,
    draws: Sequence[tuple[str, str]],
    d3: int | None = None,
    d4: int | None = None,
    players: Sequence[str] = PLAYERS,
) -> Seats:
    """The beginners' draw: four winds and a white tile, then two rolls for the first dealer.

    `draws` are (player, tile) in the order taken; the player who takes white (``P``) takes another tile. That
    player's chair is 仮東 and East moves there. If white is left over, the five tiles are mixed again: such a round
    of four draws may precede the one that counts; if none follows, `DrawAgain` is raised before any roll. `d3`: the
    player on 仮東 rolls (仮親), `d4`: the indicated player rolls.
    """
    table = Table(players)
    left = [(player, tile) for player, tile in draws]
    while len(left) >= CHAIRS and WHITE not in [tile for _, tile in left[:CHAIRS]]:
        _check_round(left[:CHAIRS], players, WINDS)
        table.say("draw_again", _("White is left over: mix and draw again."))
        left = left[CHAIRS:]
        if not left:
            raise DrawAgain(
                "draw_again",
                "The white tile was left over: turn the five tiles face down, mix and draw again.",
                fields=("draws",),
            )
    rolls = [check_total(d3, "d3"), check_total(d4, "d4")]
    drawers = [player for player, tile in left if tile == WHITE and player in players]
    _check_round(left, [*players, *drawers], WINDS + WHITE)
    winds: dict[str, str] = {}
    for player, tile in left:
        if tile == WHITE:
            table.say("white", _("%(player)s takes white."), player=player)
        else:
            winds[player] = tile
            table.say_wind(player, tile)
    mark = list(players).index(drawers[0])
    table.mark(mark)
    table.sit_down(winds, mark)
    acting = table.roll(mark, rolls[0], "d3")
    dealer = table.roll(acting, rolls[1], "d4")
    return table.deal_first(dealer, winds, karitou_chair=mark, kari_oya_chair=acting)


def _check_round(draws: Sequence[tuple[str, str]], players: Sequence[str], tiles: str) -> None:
    """Check that each player drew once (the one with white twice in a row), and each tile was drawn once."""
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


def tile_draw(
    *, draws: Sequence[tuple[str, str]], east_chair: int, players: Sequence[str] = PLAYERS
) -> Seats:
    """Four winds face down, one for each player (掴み取り); the player who mixed takes the last.

    `draws` are (player, tile) in the order taken, `east_chair` is the chair chosen by the player with East. South
    sits on East's right, West opposite, North on the left. (According to gatoh.sakura.ne.jp/mjrule,
    mj-news.net/column/tsuchida-mjall and ma-jan.idyumi.com; the M-League names the draw without steps.) Those texts
    then roll for the first dealer. The rulebook that names this draw does not, so East is assumed to deal first.
    """
    table = Table(players)
    if (
        sorted(tile for _, tile in draws) != sorted(WINDS)
        or sorted(player for player, _ in draws) != sorted(players)
    ):  # fmt: skip
        raise ScoringError(
            "not_a_draw", "Each player takes one tile; the tiles are E, S, W and N.", fields=("draws",)
        )
    table.say(
        "mix",
        _("The four winds are turned face down and mixed; each player takes one, %(last)s the last."),
        last=draws[-1][0],
    )
    winds = dict(draws)
    for player, wind in draws:
        table.say_wind(player, wind)
    table.sit_down(winds, table.chair(east_chair, "east_chair"))
    table.assume(
        "first_dealer",
        _("Assumed: the player who took East deals first. The rulebook only specifies the draw of seats."),
    )
    return table.deal_first(east_chair, winds)


def lot(*, order: Sequence[str], players: Sequence[str] = PLAYERS) -> Seats:
    """Seats by lot, as programs draw them: `order` are the players as East, South, West and North; East deals first.

    Tenhou's and Mahjong Soul's methods are not published; all orders are assumed equally likely. East is chair 0.
    """
    table = Table(players)
    if sorted(order) != sorted(players):
        raise ScoringError("not_a_draw", "The lot names each player once.", fields=("order",))
    table.say("lot", _("The seats are drawn by lot."), order=tuple(order))
    winds = dict(zip(order, WINDS, strict=True))
    for player, wind in winds.items():
        table.say_wind(player, wind)
    table.sit_down(winds, 0)
    table.assume(
        "lot",
        _(
            "Assumed: every order of seats is equally likely, and East deals first. The platforms do not "
            "publish how they draw."
        ),
    )
    return table.deal_first(0, winds)


def first_dealer_chair(procedure: str, chair: int, rolls: Sequence[int]) -> int:
    """Return the first dealer for given seats, by a rulebook's ``seating.dealer_draw``.

    `chair` is East's (仮東, or the mark). One roll: the indicated chair. Two rolls: the indicated chair rolls again.
    Refuses (`ScoringError`) with code `unknown_procedure` and `wrong_number_of_rolls`.

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
    "seat assigned": 0,
}
"""How many rolls each takes."""

PROCEDURES: Mapping[str, Callable[..., Seats]] = {
    "shinhochi_two_roll": shinhochi_two_roll,
    "two_roll": shinhochi_two_roll,
    "jpml_one_roll": jpml_one_roll,
    "wsom_two_roll": wsom_two_roll,
    "five_tiles": five_tiles,
    "tile_draw": tile_draw,
    "random": lot,
}
"""By the names that rulebooks use in ``seating.seat_draw``."""

NEEDS: Mapping[str, tuple[str, ...]] = {
    "shinhochi_two_roll": ("mixer", "d1", "row", "d2", "d3", "d4"),
    "two_roll": ("mixer", "d1", "row", "d2", "d3", "d4"),
    "jpml_one_roll": ("mixer", "row", "d1", "d2"),
    "wsom_two_roll": ("roller", "d1", "d2", "row", "east_chair"),
    "five_tiles": ("draws", "d3", "d4"),
    "tile_draw": ("draws", "east_chair"),
    "random": ("order",),
}
"""What has to be known of each procedure."""
