"""Inputs of computations. Types are checked here, values by `scoring`."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer

from web.api.fields import Changes, Input, OneOf, Several, Text, Whole, YesNo

MOST = 10**18 - 1
MOST_SEATS = 5
MOST_HANDS = 1_000
MOST_OTHERS = 2_000


class Seat(Whole):
    """0 is the first dealer; the others follow in turn."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=0, max_value=3, **kwargs)


def _seat(**kwargs: Any) -> Seat:
    return Seat(required=False, allow_null=True, **kwargs)


def _seats(**kwargs: Any) -> Several:
    return Several(child=Seat(), max_length=4, required=False, **kwargs)


def _was(new: str) -> dict[str, Any]:
    """Return the description of a deprecated name."""
    return {"help_text": f"Deprecated: the old name of `{new}`."}


def _whole(low: int = -MOST, high: int = MOST, **kwargs: Any) -> Whole:
    return Whole(min_value=low, max_value=high, required=False, allow_null=True, **kwargs)


def _flag(**kwargs: Any) -> YesNo:
    return YesNo(required=False, **kwargs)


def _text(longest: int = 200, **kwargs: Any) -> Text:
    return Text(max_length=longest, required=False, allow_blank=True, **kwargs)


def _wind(**kwargs: Any) -> Text:
    return Text(max_length=1, required=False, **kwargs)


class Question(Input):
    """`assume` holds house rules: rulebook field → value."""

    assume = Changes(required=False, help_text="House rules: field of the rulebook → value.")


class PaoInput(Input):
    seat = Seat(help_text="Seat that is liable, from 0.")
    yaku = Text(max_length=40, help_text="Yakuman for which it is liable.")


class WinInput(Input):
    winner = Seat(help_text="Seat that wins, from 0.")
    han = _whole(0, 1_000_000, help_text="Han of the hand.")
    fu = _whole(0, 1_000_000, help_text="Fu of the hand.")
    yakuman = Several(
        child=Text(max_length=40),
        max_length=10,
        required=False,
        help_text="Yakuman of the hand, by their names.",
    )
    units = _whole(0, 1_000_000, help_text="How many yakuman the hand counts as.")
    points = _whole(0, 1_000_000, help_text="Value in points, for rules without han.")
    pao = PaoInput(required=False)
    open_kan_from = _seat(help_text="Who gave the tile of the open kan on whose replacement tile it was won.")
    daiminkan_from = _seat(**_was("open_kan_from"))


class DokasenInput(Input):
    break_dice = Whole(min_value=2, max_value=12, help_text="Sum of the dice that broke the wall.")
    tiles_drawn = Whole(min_value=0, max_value=136, help_text="Tiles drawn from the wall so far.")


class PaymentInput(Question):
    dealer = Seat(help_text="Seat of the dealer, from 0.")
    win = OneOf(choices=["tsumo", "ron"])
    wins = Several(child=WinInput(), max_length=4, help_text="Wins by this tile; several for a double ron.")
    honba = _whole(0, MOST, help_text="Honba counters on the table.")
    deposits = _whole(0, MOST, help_text="Riichi sticks on the table, those of this hand's riichi included.")
    riichi = _seats(help_text="Who has declared riichi in this hand.")
    riichi_winners = _seats(**_was("riichi"))
    loser = _seat(help_text="Who discarded the winning tile; only of a ron.")
    marked = _seat(help_text="The doubled seat, where wareme is played.")
    wareme_seat = _seat(**_was("marked"))
    dokasen = DokasenInput(required=False)

    def get_fields(self) -> dict[str, Any]:
        # `from` is a Python keyword and cannot be an attribute.
        return {**super().get_fields(), "from": _seat(**_was("loser"))}


class Tiles(Question):
    """Tiles in tile notation: 123m406p11z, melds as (777z) or [1111s]."""

    tiles = Text(max_length=200, help_text="Tiles in the hand, without the winning one, such as 123m406p11z.")
    melds = Several(
        child=Text(max_length=40),
        max_length=4,
        required=False,
        help_text="Melds, such as (777z) for an open and [1111s] for a closed one.",
    )
    win_tile = Text(max_length=40, help_text="Tile with which the hand is won, such as 5m.")
    win = OneOf(choices=["tsumo", "ron"])
    seat_wind = _wind(help_text="Wind of the winner: E, S, W or N.")
    winner = _seat(help_text="Seat that wins, from 0.")
    dealer = _seat(help_text="Seat of the dealer, from 0.")
    loser = _seat(help_text="Who discarded the winning tile; only of a ron.")

    def get_fields(self) -> dict[str, Any]:
        return {**super().get_fields(), "from": _seat(**_was("loser"))}


class HandInput(Tiles):
    round_wind = _wind(help_text="Wind of the round: E, S, W or N.")
    dora = _text(help_text="Dora indicators, as tiles.")
    ura = _text(help_text="Ura dora indicators, as tiles.")
    riichi = _flag(help_text="True if the winner has declared riichi.")
    double_riichi = _flag(help_text="True for double riichi.")
    ippatsu = _flag(help_text="True for ippatsu.")
    haitei = _flag(help_text="True for haitei: tsumo of the last tile.")
    houtei = _flag(help_text="True for houtei: ron on the last discard.")
    rinshan = _flag(help_text="True for rinshan: tsumo of a replacement tile.")
    chankan = _flag(help_text="True for chankan: ron on an added kan.")
    tenhou = _flag(help_text="True for tenhou.")
    chiihou = _flag(help_text="True for chiihou.")
    renhou = _flag(help_text="True for renhou.")
    furiten = _flag(help_text="True if the winner is furiten.")
    kita = _whole(0, 4, help_text="North tiles set aside, in games of three.")
    honba = _whole(0, MOST, help_text="Honba counters on the table.")
    deposits = _whole(0, MOST, help_text="Riichi sticks on the table.")
    pao = PaoInput(required=False)
    open_kan_from = _seat(help_text="Who gave the tile of the open kan on whose replacement tile it was won.")
    daiminkan_from = _seat(**_was("open_kan_from"))
    marked = _seat(help_text="The doubled seat, where wareme is played.")
    wareme_seat = _seat(**_was("marked"))
    dokasen = DokasenInput(required=False)


class WsomInput(Tiles):
    final_tile = _flag(help_text="True if the hand wins with the last tile.")
    on_kong = _flag(help_text="True if it wins with a replacement tile.")
    robbing_kong = _flag(help_text="True if it wins by robbing a kong.")
    heaven = _flag(help_text="True for the blessing of heaven: East's own first hand, self-drawn.")
    earth = _flag(help_text="True for the blessing of earth: a win on East's first discard.")


class ResultInput(Question):
    points = Several(
        child=Whole(min_value=-MOST, max_value=MOST),
        max_length=MOST_SEATS,
        required=False,
        help_text="Final points by seat, the first dealer first. Required, under this name or the old one.",
    )
    scores = Several(
        child=Whole(min_value=-MOST, max_value=MOST),
        max_length=MOST_SEATS,
        required=False,
        **_was("points"),
    )
    leftover = _whole(help_text="Points of the riichi sticks left on the table.")
    deposits = _whole(**_was("leftover"))
    chombo = Several(
        child=Whole(min_value=0, max_value=MOST),
        max_length=MOST_SEATS,
        required=False,
        help_text="Number of chombo of each seat.",
    )
    imbalance = _whole(help_text="Points missing from the start total.")


class DrawInput(Question):
    dealer = Seat(help_text="Seat of the dealer, from 0.")
    tenpai = _seats(help_text="Seats in tenpai.")
    nagashi = _seats(help_text="Seats with nagashi mangan.")
    abort = Text(
        max_length=40, required=False, help_text="Kind of abortive draw; left out for an exhaustive draw."
    )
    marked = _seat(help_text="The doubled seat, where wareme is played.")
    wareme_seat = _seat(**_was("marked"))
    dokasen = DokasenInput(required=False)


class ChomboInput(Question):
    dealer = _seat(help_text="Seat of the dealer, from 0.")
    offenders = Several(child=Seat(), max_length=4, help_text="Seats that made the chombo.")
    riichi = _seats(help_text="Who has declared riichi in this hand.")
    riichi_now = _seats(**_was("riichi"))
    deposits = _whole(0, 1_000, help_text="Riichi sticks on the table, those of this hand's riichi included.")
    carried = _whole(0, 1_000, help_text="Deprecated: `deposits` without those of this hand's riichi.")
    honba = _whole(0, 1_000, help_text="Honba counters on the table.")
    marked = _seat(help_text="The doubled seat, where wareme is played.")
    wareme_seat = _seat(**_was("marked"))


class NextInput(Question):
    state = Changes(required=False, help_text="As an earlier answer gave it; the start if left out.")
    outcome = Changes(required=False, help_text='What happened: {"kind": "win", …}.')
    outcomes = Several(
        child=Changes(),
        max_length=MOST_HANDS,
        required=False,
        help_text="What happened, several hands in order; instead of `outcome`.",
    )


class RivalInput(Input):
    """A player at a table still playing: the lowest and highest total still possible."""

    least = Whole(min_value=-MOST, max_value=MOST, help_text="Least total that can still come out.")
    most = Whole(min_value=-MOST, max_value=MOST, help_text="Most total that can still come out.")


class OpenTableInput(Input):
    """A table still playing: its players, and the lowest and highest sum of their totals."""

    rivals = Several(child=RivalInput(), min_length=1, max_length=5, help_text="Rivals at the table.")
    least = Whole(min_value=-MOST, max_value=MOST, help_text="Least that their totals add up to.")
    most = Whole(min_value=-MOST, max_value=MOST, help_text="Most that their totals add up to.")


class GoalInput(Input):
    seat = Seat(help_text="Seat that asks, from 0.")
    place = _whole(1, 4, help_text="Place to reach at the table, or better.")
    total = _whole(help_text="Total of this game to reach, in units, or more.")
    rank = _whole(1, 2 * MOST_OTHERS + 4, help_text="Rank to reach among all totals, or better.")
    carried = Several(
        child=Whole(min_value=-MOST, max_value=MOST),
        max_length=4,
        required=False,
        help_text="Total of each seat before this game, in units.",
    )
    others = Several(
        child=Whole(min_value=-MOST, max_value=MOST),
        max_length=MOST_OTHERS,
        required=False,
        help_text="Final totals of players at other tables, in units.",
    )
    ties = _flag(help_text="True: a tie counts as reached; only for `rank`.")
    rivals = Several(
        child=RivalInput(),
        max_length=MOST_OTHERS,
        required=False,
        help_text="Players at other tables whose totals are still open.",
    )
    tables = Several(
        child=OpenTableInput(),
        max_length=2_500,
        required=False,
        help_text="Other tables that are still playing.",
    )


class ConditionsInput(Question):
    state = Changes(help_text="As `next` answers it.")
    goal = GoalInput(help_text="What is to be reached.")
    riichi = _seats(help_text="Seats that have declared riichi in this hand.")
    dead = _seats(help_text="Whose hand is dead already: no win, and noten at a draw.")
    by_others = YesNo(required=False, help_text="Wins of the other players too.")
    several = YesNo(required=False, help_text="Several winners of one discard, several nagashi mangan.")
    liability = YesNo(required=False, help_text="Wins for which a player is liable.")
    chombo = YesNo(required=False, help_text="Fouls.")
    sticks = YesNo(required=False, help_text="For each set of players who put a riichi stick in this hand.")
    marked = _seat(help_text="The doubled seat, where wareme is played.")
    wareme_seat = _seat(**_was("marked"))


# Generators name the type of `Ceremony.input` like this class, and would merge the two.
@extend_schema_serializer(component_name="CeremonyQuestion")
class CeremonyInput(Question):
    procedure = _text(40)
    input = Changes(required=False, help_text="What fell: dice, the row of tiles, draws.")
    seed = Text(max_length=1_000, required=False, help_text="Seed, to let Jantaku draw instead.")
    players = Several(
        child=Text(max_length=40),
        max_length=4,
        required=False,
        help_text="Names of the players, in the order of the procedure.",
    )
    explain = _flag()


class WallInput(Question):
    dealer = Seat(help_text="Seat of the dealer, from 0.")
    total = _whole(2, 12, help_text="Sum of the dice.")
    second = _whole(2, 12, help_text="Sum of a second roll, where the procedure has one.")
    procedure = _text(40)
    seed = Text(max_length=1_000, required=False, help_text="Seed, to let Jantaku roll the dice.")
    stacks = _whole(17, 18, help_text="Stacks in front of each seat.")
    tiles_drawn = _whole(0, 136)
    explain = _flag()
