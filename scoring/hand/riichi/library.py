"""The only module that calls the `mahjong` library, configured by a rulebook.

The library finds the yaku and fu of all readings of a hand and picks the best. It gets kinds of tiles only: dora,
red fives and limits are ours, so that a rulebook's limits and minimum decide which reading is best. Configurations
are made once for a rulebook and never changed, so threads may share them.
"""

from __future__ import annotations

from collections.abc import MutableSequence, MutableSet
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from mahjong.constants import EAST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.scores import Aotenjou, ScoresCalculator, ScoresResult
from mahjong.hand_calculating.yaku import Yaku
from mahjong.hand_calculating.yaku_config import YakuConfig
from mahjong.meld import Meld as LibraryMeld

from scoring.hand.hand_tiles import LaidOut
from scoring.hand.riichi.situation import Situation
from scoring.hand.tiles import Meld
from scoring.hand.value import KIRIAGE, is_unlimited
from scoring.rulebook.rulebook import Rulebook

_YAKUMAN_RANK = 1_000_000


class Reading(NamedTuple):
    """The best reading: the library's yaku ids with their han, the fu, and its parts by the library's reasons."""

    yaku: tuple[tuple[int, int], ...]
    fu: int
    fu_parts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Failed:
    """Why there is no reading: `not_complete` or `no_yaku`."""

    code: str


class _Config(HandConfig):
    """The library's configuration, plus what the ranking of readings needs."""

    bonus_han: int
    min_han: int
    mangan_han: int
    kiriage: bool
    by_han_alone: bool


def _result(total: int) -> ScoresResult:
    """Return a score as the library expects it; it compares only the total."""
    return ScoresResult(
        main=total,
        additional=0,
        main_bonus=0,
        additional_bonus=0,
        kyoutaku_bonus=0,
        total=total,
        yaku_level="",
    )


class _Limited(ScoresCalculator):
    """Ranks readings by payment: above a mangan, more han never pay less, so han are the rank."""

    @staticmethod
    def calculate_scores(han: int, fu: int, config: HandConfig, is_yakuman: bool = False) -> ScoresResult:
        assert isinstance(config, _Config)
        if is_yakuman:
            return _result(_YAKUMAN_RANK * han)
        if han < config.min_han:
            return _result(-1)
        han += config.bonus_han
        if config.by_han_alone:
            return _result(han)
        if han >= config.mangan_han:
            return _result(2_000 + han)
        basic = fu << (han + 2)
        return _result(2_000 if basic > 2_000 or (config.kiriage and (han, fu) in KIRIAGE) else basic)


class _Unlimited(Aotenjou):
    """Ranks readings without limits (青天井): yakuman count as han, added to other yaku."""

    @staticmethod
    def calculate_scores(han: int, fu: int, config: HandConfig, is_yakuman: bool = False) -> ScoresResult:
        assert isinstance(config, _Config)
        return _result(-1 if han < config.min_han else fu << (han + config.bonus_han + 2))

    @staticmethod
    def aotenjou_filter_yaku(hand_yaku: MutableSequence[Yaku] | MutableSet[Yaku], config: HandConfig) -> None:
        """Drop yaku implied by one of the hand's yakuman."""
        implied = {
            number for yaku in hand_yaku for number in _IMPLIED_BY_YAKUMAN.get(yaku.yaku_id, frozenset())
        }
        for yaku in [yaku for yaku in hand_yaku if yaku.yaku_id in implied]:
            hand_yaku.remove(yaku)


_IMPLIED_BY_YAKUMAN = {
    101: frozenset({39}),  # nine gates: full flush
    102: frozenset({30, 31}),  # four concealed triplets: all triplets, three concealed triplets
    103: frozenset({15, 16, 17, 35}),  # big three dragons: each dragon, little three dragons
    106: frozenset({30, 32}),  # four kans: all triplets, three kans
    107: frozenset({29, 30}),  # all honours: all terminals and honours, all triplets
    108: frozenset({29, 30}),  # all terminals: likewise
    111: frozenset({30}),  # big four winds: all triplets
    113: frozenset({30, 31}),
    114: frozenset({39}),
}


class Engine:
    """The library, configured for a rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.unlimited = is_unlimited(book)
        self.double_wind_once = book.fu.double_wind_pair == 2
        limits = book.score.limits
        rules = {
            "has_open_tanyao": book.yaku.kuitan is True,
            "fu_for_open_pinfu": book.fu.open_pinfu != 20,
            "fu_for_pinfu_tsumo": book.fu.pinfu_tsumo is False,
            "renhou_as_yakuman": book.yaku.renhou == "yakuman",
            "limit_to_sextuple_yakuman": False,
        }
        config = _Config(options=OptionalRules(**rules))
        # Open hands have no pinfu, so every rulebook gives them the 2 fu of a self-draw: Saikouisen says so, and
        # JPML excepts only pinfu (article 56, 4). The library omits them if there are no other fu.
        self._when_open_and_drawn = OptionalRules(**rules | {"fu_for_pinfu_tsumo": True})
        config.yaku = _yakuman_worth(book, book.overlay.yakuman_as_han if self.unlimited else 13)
        config.min_han = max(book.score.min_han, 1)
        config.mangan_han = getattr(limits, "mangan", 5)
        config.kiriage = book.score.kiriage is True
        config.by_han_alone = book.score.table == "simple_seed003"
        self._template = config.__dict__
        self._calculator = _Unlimited if self.unlimited else _Limited

    def read(
        self, hand: LaidOut, how: Situation, *, bonus_han: int, ippatsu: bool, renhou: bool
    ) -> Reading | Failed:
        """Return the library's best reading of a hand that `scoring.hand.riichi.situation.check` has accepted.

        `ippatsu` and `renhou`: whether the rulebook counts them. `bonus_han` are the dora of all kinds.
        """
        round_wind: int | None = how.round_wind
        if self.double_wind_once and how.seat_wind == round_wind and hand.counts[round_wind] == 2:
            # The library gives a pair of the double wind 4 fu. With only one of the winds it gives 2; a pair is no
            # yaku, so nothing else changes.
            round_wind = None
        config = _Config.__new__(_Config)
        config.__dict__.update(
            self._template,
            is_tsumo=how.tsumo,
            is_riichi=how.riichi or how.double_riichi,
            is_daburu_riichi=how.double_riichi,
            is_ippatsu=ippatsu,
            is_rinshan=how.rinshan,
            is_chankan=how.chankan,
            is_haitei=how.haitei,
            is_houtei=how.houtei,
            is_tenhou=how.tenhou,
            is_chiihou=how.chiihou,
            is_renhou=renhou,
            player_wind=how.seat_wind,
            round_wind=round_wind,
            is_dealer=how.seat_wind == EAST,
            bonus_han=bonus_han,
        )
        if how.tsumo and hand.is_open:
            config.options = self._when_open_and_drawn
        tiles = [4 * tile.kind for tile in hand.concealed]
        melds = []
        for meld in hand.melds:
            melds.append(_library_meld(meld))
            tiles += melds[-1].tiles
        estimated = HandCalculator.estimate_hand_value(
            tiles, 4 * hand.win_tile.kind, melds, None, config, self._calculator
        )
        if estimated.error is not None:
            return Failed("no_yaku" if estimated.error == HandCalculator.ERR_NO_YAKU else "not_complete")
        is_open = hand.is_open
        return Reading(
            tuple(
                [(one.yaku_id, one.han_open if is_open else one.han_closed) for one in estimated.yaku or ()]
            ),
            estimated.fu or 0,
            tuple([(part["reason"], part["fu"]) for part in estimated.fu_details or ()]),
        )


def han_by_number() -> dict[int, tuple[int, int]]:
    """Return the han of the library's yaku by id: concealed and open (0: never open)."""
    return {one.yaku_id: (one.han_closed, one.han_open or 0) for one in vars(YakuConfig()).values()}


def _yakuman_worth(book: Rulebook, han: int) -> YakuConfig:
    """Return the library's yaku, with possible double yakuman valued by the rulebook."""
    yaku = YakuConfig()
    doubles = book.score.double_yakuman if isinstance(book.score.double_yakuman, tuple) else ()
    if book.score.yakuman_cap == 1:
        doubles = ()  # under a cap of one there are no doubles
    for code, one in (
        ("kokushi_13", yaku.daburu_kokushi),
        ("suuankou_tanki", yaku.suuankou_tanki),
        ("junsei_chuuren", yaku.daburu_chuuren_poutou),
        ("daisuushii", yaku.daisuushi),
    ):
        one.han_closed = 26 if code in doubles else 13
        if one.han_open:
            one.han_open = one.han_closed
    if han != 13:
        for one in vars(yaku).values():
            if one.is_yakuman:
                one.han_closed = one.han_closed // 13 * han
                one.han_open = one.han_open // 13 * han
    return yaku


@lru_cache(maxsize=512)
def _library_meld(meld: Meld) -> LibraryMeld:
    kind = {"chi": LibraryMeld.CHI, "pon": LibraryMeld.PON}.get(meld.kind, LibraryMeld.KAN)
    # Only kinds matter to the library, because red fives are counted elsewhere: any copy of a tile works.
    return LibraryMeld(kind, tuple([4 * tile.kind for tile in meld.tiles]), opened=meld.is_open)


_ENGINES: dict[int, Engine] = {}


def engine_for(book: Rulebook) -> Engine:
    """Return the engine of a rulebook, cached per rulebook object."""
    known = _ENGINES.get(id(book))
    if known is not None and known.book is book:
        return known
    if len(_ENGINES) >= 256:
        _ENGINES.clear()
    # An engine keeps its rulebook alive, so the id is not reused while it is cached.
    engine = _ENGINES[id(book)] = Engine(book)
    return engine
