"""Buttons and fields of the hand form, as its template shows them."""

from dataclasses import dataclass

from tournaments.forms.play.hand_details import Typed
from tournaments.models import Seat


@dataclass(frozen=True)
class Tick:
    """A radio button or a checkbox."""

    name: str
    value: str
    label: str
    is_ticked: bool
    kind: str = "radio"
    # Small text after the label.
    note: str = ""
    # Whether its value does not depend on fu.
    is_limit: bool = False

    @property
    def id(self) -> str:
        return f"{self.name}-{self.value}"


@dataclass(frozen=True)
class DeadHandField:
    """A player, and the reasons for a dead hand. `chosen` is empty if the hand is not dead."""

    name: str
    player: str
    chosen: str
    reasons: list[tuple[str, str]]


@dataclass(frozen=True)
class HandRow:
    """A player's row: the wind in this hand, the points so far, and the buttons that may apply.

    `deals_first`: East of the first hand. `lead` is the holder's lead over this player, `trail` the deficit; one of
    them is 0, both if level.
    """

    seat: Seat
    place: int
    wind: int
    points: int
    lead: int
    trail: int
    is_dealer: bool
    deals_first: bool
    is_mine: bool
    riichi: Tick | None
    ron: Tick
    tsumo: Tick
    loser: Tick
    also: Tick | None
    tenpai: Tick | None
    offender: Tick
    marked: Tick | None
    han: list[Tick]
    fu: list[Tick]
    yakuman: list[tuple[str, Tick]]
    yaku: list[Tick]
    dora: list[Typed]
    is_open: Tick
    tiles: list[Typed]
    chances: list[Tick]
    givers: list[Tick]
    pao: list[Tick]
    takes_points: bool
    typed_points: str

    @property
    def tells_yaku(self) -> bool:
        """Whether the collapsible list has any input."""
        return any(tick.is_ticked for tick in self.yaku) or any(field.value for field in self.dora)

    @property
    def tells_tiles(self) -> bool:
        return bool(self.tiles and self.tiles[0].value)
