"""Our hands against the raw library, one by one. Slow: ``python -m tests.scoring.hand.riichi.agreement 400000``."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from random import Random

from mahjong.hand_calculating.hand import HandCalculator

from scoring.errors import NeedsEventSetting
from scoring.hand.hand_tiles import LaidOut
from scoring.hand.payment import settle_win
from scoring.hand.riichi.hand_value import value_hand
from scoring.hand.riichi.names import YAKU
from scoring.hand.riichi.situation import HandRefused, Situation
from scoring.hand.value import is_riichi
from scoring.hand.win import Hand
from scoring.rulebook.rulebook import Rulebook, editions, load
from tests.scoring.hand.riichi.raw_library import ask, options, random_situation, redden
from tests.scoring.random_hands import random_hand

REFUSALS = {HandCalculator.ERR_NO_YAKU: "no_yaku", HandCalculator.ERR_HAND_NOT_WINNING: "not_complete"}
BONUS = {120: "dora", 121: "red_dora", 122: "ura_dora"}
ALL_DOUBLES = {"suuankou_tanki", "kokushi_13", "junsei_chuuren", "daisuushii"}


def without_extras(book: Rulebook, hand: LaidOut, how: Situation) -> Situation:
    """Return the situation without what this rulebook ignores, because the library has no setting for it."""
    changes = {}
    if how.ippatsu and book.bonus.ippatsu is not True:
        changes["ippatsu"] = False
    if book.bonus.kan_dora is not True:
        changes["dora"] = how.dora[:1]
    if book.bonus.ura is not True:
        changes["ura"] = ()
    elif book.bonus.kan_dora is not True:
        changes["ura"] = how.ura[:1]
    if book.yaku.renhou == "none":
        changes["renhou"] = False
    fields = {name: getattr(how, name) for name in Situation.__dataclass_fields__}
    return Situation(**(fields | changes))


def compare(book: Rulebook, hand: LaidOut, how: Situation, seen: Counter) -> None:
    """Assert that both agree on refusal, yaku with han, fu, and payment."""
    tiles = [*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)]
    rules = options(book, has_red=any(tile.red for tile in tiles))
    raw = ask(book, rules, hand, without_extras(book, hand, how))
    try:
        valued = value_hand(book, hand, how)
    except NeedsEventSetting:
        seen["left open by the rulebook"] += 1
        return
    except HandRefused as refused:
        code, valued = refused.code, None
    if valued is None:
        assert code == REFUSALS[raw.error], (book.identity.id, hand, how, raw.error)
        seen[code] += 1
        return
    context = (book.identity.id, hand, how, valued, raw, raw.yaku)
    assert raw.error is None, context
    is_yakuman = bool(valued.yakuman)
    names = sorted(
        (BONUS[one.yaku_id] if one.yaku_id in BONUS else YAKU[one.yaku_id].code) for one in raw.yaku
    )
    assert sorted(one.name.code for one in valued.yaku) == names, context
    seen.update(names)
    if not is_yakuman:
        assert (valued.han, valued.fu) == (raw.han, raw.fu), context
        assert sum(part.fu for part in valued.fu_parts) == sum(part["fu"] for part in raw.fu_details), context
    doubles = set(book.score.double_yakuman) if isinstance(book.score.double_yakuman, tuple) else set()
    if is_yakuman and (
        (len(valued.yakuman) > 1 and book.score.yakuman_stack is not True)
        or (set(valued.yakuman) & ALL_DOUBLES and doubles not in (set(), ALL_DOUBLES))
        or book.score.yakuman_cap
    ):
        seen["yakuman worth what only we can say"] += 1
        return
    if book.score.table != "formula":
        return
    winner = how.seat_wind - 27
    loser = None if how.tsumo else (winner + 1) % book.table.players
    nobody_liable = book.with_house_rules("nobody liable", {"settlement.daiminkan_pao": False})
    paid = settle_win(nobody_liable, Hand(dealer=0), [replace(valued, inputs=None).win(winner)], loser).delta
    if how.tsumo:
        others = [seat for seat in range(book.table.players) if seat != winner]
        owed = {seat: raw.cost["main" if winner == 0 or seat == 0 else "additional"] for seat in others}
    else:
        owed = {loser: raw.cost["main"]}
    assert all(paid[seat] == -points for seat, points in owed.items()), (context, paid, raw.cost)
    seen["paid alike"] += 1


def run(count: int, seed: str) -> Counter:
    """Compare random hands, cycling through the rulebooks."""
    random = Random(seed)
    books = [book for book in map(load, editions()) if is_riichi(book)]
    seen: Counter = Counter()
    done = 0
    while done < count:
        book = books[done % len(books)]
        hand = random_hand(random)
        if book.bonus.red_fives == 3:
            hand = redden(random, hand)
        if book.table.players == 3 and (
            any(hand.counts[1:8]) or any(meld.kind == "chi" for meld in hand.melds)
        ):
            hand = random_hand(random, kinds=[0, 8, *range(9, 34)], chi=False)
        how = random_situation(random, hand, book.table.players)
        if not (how.renhou and book.yaku.renhou == "mangan_alternative"):
            compare(book, hand, how, seen)
            done += 1
    return seen


if __name__ == "__main__":
    for name, times in run(int(sys.argv[1]), "long").most_common():
        print(f"{times:8} {name}")
