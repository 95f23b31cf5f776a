"""The `mahjong` library used directly, as in its documentation, for rulebooks it can express.

Our only code between the hand and the library converts tiles to its numbers from 0 to 135.
"""

from __future__ import annotations

from random import Random

from mahjong.hand_calculating.fu import FuCalculator
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld as LibraryMeld

from scoring.hand.hand_tiles import LaidOut, lay_out
from scoring.hand.riichi.situation import Situation
from scoring.hand.tiles import Meld, Tile
from scoring.rulebook.rulebook import Rulebook

RED_NUMBERS = {4: 16, 13: 52, 22: 88}


class Numbers:
    """Physical tiles: each kind has four numbers, and the first five of a suit is the red one."""

    def __init__(self):
        self.used = set()

    def of(self, tile: Tile) -> int:
        numbers = range(4 * tile.kind, 4 * tile.kind + 4)
        red = RED_NUMBERS.get(tile.kind)
        wanted = [red] if tile.red else [number for number in numbers if number != red]
        free = [number for number in wanted if number not in self.used] or [
            number for number in numbers if number not in self.used
        ]
        self.used.add(free[0])
        return free[0]


def options(book: Rulebook, *, has_red: bool) -> OptionalRules:
    """Return the rulebook as the library's options."""
    kazoe = HandConfig.KAZOE_SANBAIMAN if book.score.kazoe == "sanbaiman_cap" else HandConfig.KAZOE_LIMITED
    return OptionalRules(
        has_open_tanyao=book.yaku.kuitan is True,
        has_aka_dora=has_red,
        has_double_yakuman=bool(book.score.double_yakuman),
        kazoe_limit=kazoe,
        kiriage=book.score.kiriage is True,
        fu_for_open_pinfu=book.fu.open_pinfu == 30,
        fu_for_pinfu_tsumo=book.fu.pinfu_tsumo is False,
        renhou_as_yakuman=book.yaku.renhou == "yakuman",
        limit_to_sextuple_yakuman=False,
        is_three_player=book.table.players == 3,
    )


def _fu_as_the_book_counts_it(book: Rulebook):
    """Return the library's fu with two rules it has no option for: double-wind pairs and replacement tiles."""
    plain = FuCalculator.calculate_fu

    def calculate_fu(hand, win_tile, win_group, config, valued_tiles=None, melds=None):
        details, fu = plain(hand, win_tile, win_group, config, valued_tiles, melds)
        if config.is_rinshan and book.fu.rinshan_tsumo == 0:
            details = [part for part in details if part["reason"] != FuCalculator.TSUMO]
        for part in details:
            if part["reason"] == FuCalculator.DOUBLE_VALUED_PAIR and book.fu.double_wind_pair == 2:
                part["fu"] = 2
        total = sum(part["fu"] for part in details)
        return details, 25 if fu == 25 else -(-total // 10) * 10

    return calculate_fu


def ask(book: Rulebook, rules: OptionalRules, hand: LaidOut, how: Situation):
    """Return the library's response, with fu corrected for the rulebook."""
    plain = FuCalculator.calculate_fu
    FuCalculator.calculate_fu = staticmethod(_fu_as_the_book_counts_it(book))
    try:
        return _ask(rules, hand, how)
    finally:
        FuCalculator.calculate_fu = staticmethod(plain)


def _ask(rules: OptionalRules, hand: LaidOut, how: Situation):
    numbers = Numbers()
    # Red fives first, so that plain ones never take their number.
    everything = [(place, tile) for place, tile in enumerate(hand.concealed)]
    given = dict.fromkeys(range(len(everything)), 0)
    for place, tile in sorted(everything, key=lambda one: not one[1].red):
        given[place] = numbers.of(tile)
    tiles = [given[place] for place in range(len(everything))]
    win = tiles[max(place for place, tile in everything if tile == hand.win_tile)]
    melds = []
    for meld in hand.melds:
        own = [numbers.of(tile) for tile in sorted(meld.tiles, key=lambda tile: not tile.red)]
        kind = {
            "chi": LibraryMeld.CHI,
            "pon": LibraryMeld.PON,
            "added_kan": LibraryMeld.SHOUMINKAN,
        }.get(meld.kind, LibraryMeld.KAN)
        melds.append(LibraryMeld(kind, sorted(own), opened=meld.kind != "closed_kan"))
        tiles += own
    config = HandConfig(
        is_tsumo=how.tsumo,
        is_riichi=how.riichi,
        is_daburu_riichi=how.double_riichi,
        is_ippatsu=how.ippatsu,
        is_haitei=how.haitei,
        is_houtei=how.houtei,
        is_rinshan=how.rinshan,
        is_chankan=how.chankan,
        is_tenhou=how.tenhou,
        is_chiihou=how.chiihou,
        is_renhou=how.renhou,
        player_wind=how.seat_wind,
        round_wind=how.round_wind,
        options=rules,
    )
    return HandCalculator.estimate_hand_value(
        tiles,
        win,
        melds,
        [4 * tile.kind + 1 for tile in how.dora],
        config,
        ura_dora_indicators=[4 * tile.kind + 1 for tile in how.ura],
    )


def redden(random: Random, hand: LaidOut) -> LaidOut:
    """Turn some fives into red ones, at most one per suit."""
    red = {kind for kind in RED_NUMBERS if random.random() < 0.4}
    if red:
        # With red fives in the set, a suit has only three plain ones.
        red |= {kind for kind in RED_NUMBERS if hand.counts[kind] == 4}

    def paint(tiles):
        out = []
        for tile in tiles:
            if tile.kind in red:
                red.discard(tile.kind)
                out.append(Tile(tile.kind, red=True))
            else:
                out.append(tile)
        return tuple(out)

    concealed = paint(hand.concealed)
    melds = [Meld(meld.kind, paint(meld.tiles)) for meld in hand.melds]
    return lay_out(concealed, melds, random.choice([t for t in concealed if t.kind == hand.win_tile.kind]))


def random_situation(random: Random, hand: LaidOut, players: int = 4) -> Situation:
    """Return a possible way to win this hand."""
    tsumo = random.random() < 0.5
    seat, round_wind = 27 + random.randrange(players), 27 + random.choice([0, 0, 1])
    chances = {}
    if not hand.is_open and random.random() < 0.5:
        chances[random.choice(["riichi", "riichi", "double_riichi"])] = True
        chances["ippatsu"] = random.random() < 0.4
    if random.random() < 0.25:
        if tsumo and hand.kans and random.random() < 0.5:
            chances["rinshan"] = True
        elif tsumo:
            chances["haitei"] = True
        elif hand.counts[hand.win_tile.kind] == 1 and random.random() < 0.5:
            chances["chankan"] = True
        else:
            chances["houtei"] = True
    elif not chances and not hand.melds and random.random() < 0.1:
        if tsumo:
            chances["tenhou" if seat == 27 else "chiihou"] = True
        elif seat != 27:
            chances["renhou"] = True
    # A kan ends ippatsu, and so does the second turn after a double riichi.
    if chances.get("rinshan") or (
        "double_riichi" in chances and ("haitei" in chances or "houtei" in chances)
    ):
        chances["ippatsu"] = False
    left = [kind for kind in range(34) for _ in range(4 - hand.counts[kind])]
    if players == 3:
        left = [kind for kind in left if not 1 <= kind <= 7]
    shown = random.sample(left, 2 * random.choice([0, 1, 1, 2]))
    ura = shown[len(shown) // 2 :] if chances.get("riichi") or chances.get("double_riichi") else []
    return Situation(
        tsumo,
        seat,
        round_wind,
        dora=tuple(map(Tile, shown[: len(shown) // 2])),
        ura=tuple(map(Tile, ura)),
        **chances,
    )
