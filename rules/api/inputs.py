"""The input of each computation. Types are checked here, whether the values are possible by `scoring`."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer

from web.api.fields import Changes, Input, OneOf, Several, Text, Whole, YesNo

MOST = 10**18 - 1
MOST_SEATS = 5
MOST_HANDS = 1_000
MOST_OTHERS = 2_000


class Seat(Whole):
    """0 is the first dealer, then on in turn."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=0, max_value=3, **kwargs)


def _seat(**kwargs: Any) -> Seat:
    return Seat(required=False, allow_null=True, **kwargs)


def _seats(**kwargs: Any) -> Several:
    return Several(child=Seat(), max_length=4, required=False, **kwargs)


def _was(new: str) -> dict[str, Any]:
    """The description of a name that is still taken, but no longer used."""
    return {"help_text": f"Deprecated: the old name of `{new}`."}


def _whole(low: int = -MOST, high: int = MOST, **kwargs: Any) -> Whole:
    return Whole(min_value=low, max_value=high, required=False, allow_null=True, **kwargs)


def _flag() -> YesNo:
    return YesNo(required=False)


def _text(longest: int = 200) -> Text:
    return Text(max_length=longest, required=False, allow_blank=True)


def _wind() -> Text:
    return Text(max_length=1, required=False, help_text="E, S, W or N.")


class Question(Input):
    """`assume` holds house rules: field of the rulebook → value."""

    assume = Changes(required=False, help_text="House rules: field of the rulebook → value.")


class PaoInput(Input):
    seat = Seat()
    yaku = Text(max_length=40)


class WinInput(Input):
    winner = Seat()
    han = _whole(0, 1_000_000)
    fu = _whole(0, 1_000_000)
    yakuman = Several(child=Text(max_length=40), max_length=10, required=False)
    units = _whole(0, 1_000_000)
    points = _whole(0, 1_000_000)
    pao = PaoInput(required=False)
    open_kan_from = _seat(help_text="Who gave the tile of the open kan on whose replacement tile it was won.")
    daiminkan_from = _seat(**_was("open_kan_from"))


class DokasenInput(Input):
    break_dice = Whole(min_value=2, max_value=12)
    tiles_drawn = Whole(min_value=0, max_value=136)


class PaymentInput(Question):
    dealer = Seat()
    win = OneOf(choices=["tsumo", "ron"])
    wins = Several(child=WinInput(), max_length=4)
    honba = _whole(0, MOST)
    deposits = _whole(0, MOST, help_text="Riichi sticks on the table, those of this hand's riichi included.")
    riichi = _seats(help_text="Who has declared riichi in this hand.")
    riichi_winners = _seats(**_was("riichi"))
    loser = _seat(help_text="Who discarded the winning tile; only of a ron.")
    marked = _seat(help_text="The doubled seat, where wareme is played.")
    wareme_seat = _seat(**_was("marked"))
    dokasen = DokasenInput(required=False)

    def get_fields(self) -> dict[str, Any]:
        # `from` is a word of Python, so it cannot be written as an attribute.
        return {**super().get_fields(), "from": _seat(**_was("loser"))}


class Tiles(Question):
    """Tiles in tile notation: 123m406p11z, melds as (777z) or [1111s]."""

    tiles = Text(max_length=200)
    melds = Several(child=Text(max_length=40), max_length=4, required=False)
    win_tile = Text(max_length=40)
    win = OneOf(choices=["tsumo", "ron"])
    seat_wind = _wind()
    winner = _seat()
    dealer = _seat()
    loser = _seat(help_text="Who discarded the winning tile; only of a ron.")

    def get_fields(self) -> dict[str, Any]:
        return {**super().get_fields(), "from": _seat(**_was("loser"))}


class HandInput(Tiles):
    round_wind = _wind()
    dora = _text()
    ura = _text()
    riichi = _flag()
    double_riichi = _flag()
    ippatsu = _flag()
    haitei = _flag()
    houtei = _flag()
    rinshan = _flag()
    chankan = _flag()
    tenhou = _flag()
    chiihou = _flag()
    renhou = _flag()
    furiten = _flag()
    kita = _whole(0, 4)
    honba = _whole(0, MOST)
    deposits = _whole(0, MOST)
    pao = PaoInput(required=False)
    open_kan_from = _seat(help_text="Who gave the tile of the open kan on whose replacement tile it was won.")
    daiminkan_from = _seat(**_was("open_kan_from"))
    marked = _seat(help_text="The doubled seat, where wareme is played.")
    wareme_seat = _seat(**_was("marked"))
    dokasen = DokasenInput(required=False)


class WsomInput(Tiles):
    final_tile = _flag()
    on_kong = _flag()
    robbing_kong = _flag()
    heaven = _flag()
    earth = _flag()


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
    chombo = Several(child=Whole(min_value=0, max_value=MOST), max_length=MOST_SEATS, required=False)
    imbalance = _whole()


class DrawInput(Question):
    dealer = Seat()
    tenpai = _seats()
    nagashi = _seats()
    abort = Text(max_length=40, required=False)
    marked = _seat(help_text="The doubled seat, where wareme is played.")
    wareme_seat = _seat(**_was("marked"))
    dokasen = DokasenInput(required=False)


class ChomboInput(Question):
    dealer = _seat()
    offenders = Several(child=Seat(), max_length=4)
    riichi = _seats(help_text="Who has declared riichi in this hand.")
    riichi_now = _seats(**_was("riichi"))
    deposits = _whole(0, 1_000, help_text="Riichi sticks on the table, those of this hand's riichi included.")
    carried = _whole(0, 1_000, help_text="Deprecated: `deposits` without those of this hand's riichi.")
    honba = _whole(0, 1_000)
    marked = _seat(help_text="The doubled seat, where wareme is played.")
    wareme_seat = _seat(**_was("marked"))


class NextInput(Question):
    state = Changes(required=False, help_text="As an earlier answer gave it; the start if left out.")
    outcome = Changes(required=False, help_text='What happened: {"kind": "win", …}.')
    outcomes = Several(child=Changes(), max_length=MOST_HANDS, required=False)


class RivalInput(Input):
    """Somebody whose table is still playing: the least and the most total that can still come out."""

    least = Whole(min_value=-MOST, max_value=MOST)
    most = Whole(min_value=-MOST, max_value=MOST)


class OpenTableInput(Input):
    """A table that is still playing: its rivals, and the least and the most that their totals add up to."""

    rivals = Several(child=RivalInput(), min_length=1, max_length=5)
    least = Whole(min_value=-MOST, max_value=MOST)
    most = Whole(min_value=-MOST, max_value=MOST)


class GoalInput(Input):
    seat = Seat()
    place = _whole(1, 4)
    total = _whole()
    rank = _whole(1, 2 * MOST_OTHERS + 4)
    carried = Several(child=Whole(min_value=-MOST, max_value=MOST), max_length=4, required=False)
    others = Several(child=Whole(min_value=-MOST, max_value=MOST), max_length=MOST_OTHERS, required=False)
    ties = _flag()
    rivals = Several(child=RivalInput(), max_length=MOST_OTHERS, required=False)
    tables = Several(child=OpenTableInput(), max_length=2_500, required=False)


class ConditionsInput(Question):
    state = Changes(help_text="As `next` answers it.")
    goal = GoalInput()
    riichi = _seats()
    dead = _seats(help_text="Whose hand is dead already: no win, and noten at a draw.")
    by_others = YesNo(required=False, help_text="Wins of the other players too.")
    several = YesNo(required=False, help_text="Several winners of one discard, several nagashi mangan.")
    liability = YesNo(required=False, help_text="Wins somebody is liable for.")
    chombo = YesNo(required=False, help_text="Fouls.")
    sticks = YesNo(required=False, help_text="For each set of players who put a riichi stick in this hand.")
    marked = _seat(help_text="The doubled seat, where wareme is played.")
    wareme_seat = _seat(**_was("marked"))


# Generators name the type of `Ceremony.input` like this class: they would be one and the same.
@extend_schema_serializer(component_name="CeremonyQuestion")
class CeremonyInput(Question):
    procedure = _text(40)
    input = Changes(required=False, help_text="What fell: dice, the row of tiles, draws.")
    seed = Text(max_length=1_000, required=False)
    players = Several(child=Text(max_length=40), max_length=4, required=False)
    explain = _flag()


class WallInput(Question):
    dealer = Seat()
    total = _whole(2, 12)
    second = _whole(2, 12)
    procedure = _text(40)
    seed = Text(max_length=1_000, required=False)
    stacks = _whole(17, 18)
    tiles_drawn = _whole(0, 136)
    explain = _flag()
