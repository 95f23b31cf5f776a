"""The parts of a rulebook as frozen values. ``scoring.rulebook.fields`` documents each field."""

from dataclasses import dataclass
from typing import TypeAlias

from scoring.rulebook.fields import Limits, Mark, Uma
from scoring.translation import Term

Int: TypeAlias = int | Mark
Bool: TypeAlias = bool | Mark
Text: TypeAlias = str | Mark
Names: TypeAlias = tuple[str, ...] | Mark


@dataclass(frozen=True, slots=True)
class Identity:
    """The rulebook's identity. ``house`` is the name of house rules over the edition ``id``, or empty."""

    id: str
    name_en: str
    name_ja: str
    status: str
    house: str = ""

    def edition_in(self, language: str | None) -> str:
        """Return the edition's name in "en", "ja" or another language."""
        return Term(self.name_en, self.name_ja).in_language(language)


@dataclass(frozen=True, slots=True)
class Table:
    players: int
    length: str
    dealer_rotation: str
    starting_points: Int


@dataclass(frozen=True, slots=True)
class ResultRules:
    kind: str
    return_points: Int
    oka: Int
    uma: Uma
    floating_threshold: Int
    tie: Text
    tie_remainder: Text
    leftover_deposits: Text
    rounding: Text


@dataclass(frozen=True, slots=True)
class GameEnd:
    renchan: Text
    agariyame: Text
    tenpaiyame: Text
    tobi: Text
    west_entry: Bool
    goal_points: Int


@dataclass(frozen=True, slots=True)
class Draw:
    noten_total: Int
    keishiki_tenpai: Bool
    aborts: Names
    abort_dealer: Text
    nagashi_mangan: Text


@dataclass(frozen=True, slots=True)
class Settlement:
    honba_ron: Int
    honba_tsumo_each: Int
    ron_two: Text
    ron_three: Text
    multi_ron_sticks: Text
    pao_yaku: Names
    pao_tsumo: Text
    pao_ron: Text
    pao_honba: Text
    pao_scope: Text
    daiminkan_pao: Bool


@dataclass(frozen=True, slots=True)
class Score:
    table: str
    limits: Limits | Mark
    kiriage: Bool
    kazoe: Text
    yakuman_stack: Bool
    yakuman_cap: Int
    double_yakuman: Names
    han_shown_with_bazoro: bool
    min_han: int


@dataclass(frozen=True, slots=True)
class Bonus:
    ippatsu: Bool
    ura: Bool
    kan_dora: Bool
    kan_dora_timing: Text
    red_fives: Int


@dataclass(frozen=True, slots=True)
class Yaku:
    kuitan: Bool
    atozuke: Bool
    kuikae: Text
    renhou: Text
    riichi_last_draw: Text
    riichi_below_1000: Text


@dataclass(frozen=True, slots=True)
class Fu:
    double_wind_pair: Int
    rinshan_tsumo: Int
    pinfu_tsumo: Bool
    open_pinfu: Int
    chiitoi: Text


@dataclass(frozen=True, slots=True)
class Chombo:
    kind: Text
    amount: Int
    replay: Bool
    riichi_sticks: Text
    honba: Text
    vs_win: Text


@dataclass(frozen=True, slots=True)
class Seating:
    seat_draw: Text
    dealer_draw: Text
    wall_break: Text


@dataclass(frozen=True, slots=True)
class Overlay:
    wareme: str
    wareme_multiplier: int
    wareme_on_honba: bool
    wareme_on_deposits: bool
    wareme_on_noten: bool
    wareme_on_chombo: bool
    unlimited: bool
    yakuman_as_han: int


@dataclass(frozen=True, slots=True)
class StandingRules:
    """How entries are ranked: names of ``scoring.standing.ranking``, the most important first and the lot last."""

    tie_breaks: Names
