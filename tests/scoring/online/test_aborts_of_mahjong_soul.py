"""Whole records of Mahjong Soul that were aborted, written down from what the game's client documents.

Nothing of ours writes them: the names and numbers are those of the client's protocol (`lq`), where E_LiuJu is
1 jiuzhongjiupai, 2 sifenglianda, 3 sigangsanle, 4 sijializhi, 5 sanjiahule. A second hand follows each, with the
counters, sticks and points that the game shows after such an abort.
"""

import json
from typing import Any

import pytest

from scoring.online.reading import read_online_game
from scoring.online.refusals import LogRefused
from scoring.online.settling import SettledGame, settle_online_game
from scoring.rulebook.rulebook import Rulebook, load

HEAD = """{"uuid": "260105-0b0c", "config": {"mode": {"mode": 2}}, "accounts": [
  {"nickname": "Anna", "account_id": 1}, {"seat": 1, "nickname": "Bert", "account_id": 2},
  {"seat": 2, "nickname": "Cora", "account_id": 3}, {"seat": 3, "nickname": "Dirk", "account_id": 4}]}"""
FIRST = (
    '{"name": ".lq.RecordNewRound", "data": {"chang": 0, "ju": 0, "ben": 0, "liqibang": 0,'
    ' "scores": [25000, 25000, 25000, 25000], "tiles0": ["1m"], "left_tile_count": 69}}'
)

NINE_TERMINALS = """
  {"name": ".lq.RecordLiuJu", "data": {"type": 1, "seat": 0,
   "tiles": ["1m", "9m", "1p", "9p", "1s", "9s", "1z", "2z", "3z", "5m", "5m", "6m", "7m", "8m"]}}"""
FOUR_WINDS = """
  {"name": ".lq.RecordDiscardTile", "data": {"seat": 0, "tile": "3z"}},
  {"name": ".lq.RecordDealTile", "data": {"seat": 1}},
  {"name": ".lq.RecordDiscardTile", "data": {"seat": 1, "tile": "3z"}},
  {"name": ".lq.RecordDealTile", "data": {"seat": 2}},
  {"name": ".lq.RecordDiscardTile", "data": {"seat": 2, "tile": "3z"}},
  {"name": ".lq.RecordDealTile", "data": {"seat": 3}},
  {"name": ".lq.RecordDiscardTile", "data": {"seat": 3, "tile": "3z"}},
  {"name": ".lq.RecordLiuJu", "data": {"type": 2}}"""
FOUR_KANS = """
  {"name": ".lq.RecordAnGangAddGang", "data": {"seat": 0, "type": 3, "tiles": "1m"}},
  {"name": ".lq.RecordDiscardTile", "data": {"seat": 0, "tile": "9p", "is_liqi": true}},
  {"name": ".lq.RecordChiPengGang", "data": {"seat": 1, "type": 2, "froms": [1, 1, 1, 0],
   "tiles": ["9p", "9p", "9p", "9p"]}},
  {"name": ".lq.RecordDiscardTile", "data": {"seat": 1, "tile": "2s"}},
  {"name": ".lq.RecordChiPengGang", "data": {"seat": 2, "type": 1, "tiles": ["2s", "2s", "2s"], "froms": [2, 2, 1]}},
  {"name": ".lq.RecordDiscardTile", "data": {"seat": 2, "tile": "4p"}},
  {"name": ".lq.RecordAnGangAddGang", "data": {"seat": 2, "type": 2, "tiles": "2s"}},
  {"name": ".lq.RecordDiscardTile", "data": {"seat": 2, "tile": "6p"}},
  {"name": ".lq.RecordAnGangAddGang", "data": {"seat": 3, "type": 3, "tiles": "5z"}},
  {"name": ".lq.RecordDiscardTile", "data": {"seat": 3, "tile": "7s"}},
  {"name": ".lq.RecordLiuJu", "data": {"type": 3}}"""
FOUR_RIICHI = """
  {"name": ".lq.RecordDiscardTile", "data": {"seat": 0, "tile": "1z", "is_liqi": true, "is_wliqi": true}},
  {"name": ".lq.RecordDiscardTile", "data": {"seat": 1, "tile": "2z", "is_liqi": true}},
  {"name": ".lq.RecordDiscardTile", "data": {"seat": 2, "tile": "3z", "is_liqi": true}},
  {"name": ".lq.RecordDiscardTile", "data": {"seat": 3, "tile": "4z", "is_liqi": true}},
  {"name": ".lq.RecordLiuJu", "data": {"type": 4}}"""
THREE_RON = """
  {"name": ".lq.RecordDiscardTile", "data": {"seat": 0, "tile": "5p"}},
  {"name": ".lq.RecordLiuJu", "data": {"type": 5}}"""
RECORDS = {
    "kyuushu": (NINE_TERMINALS, [25_000] * 4, ()),
    "suufon": (FOUR_WINDS, [25_000] * 4, ()),
    "suukan": (FOUR_KANS, [24_000, 25_000, 25_000, 25_000], (0,)),
    "suuriichi": (FOUR_RIICHI, [24_000] * 4, (0, 1, 2, 3)),
    "sanchahou": (THREE_RON, [25_000] * 4, ()),
}


def record(abort: str) -> str:
    """The whole file: this hand, and a draw after it in which nobody is tenpai."""
    records, points, riichi = RECORDS[abort]
    after = {
        "name": ".lq.RecordNewRound",
        "data": {"chang": 0, "ju": 0, "ben": 1, "liqibang": len(riichi), "scores": points},
    }
    end = {
        "name": ".lq.RecordNoTile",
        "data": {"players": [{}] * 4, "scores": [{"delta_scores": [0, 0, 0, 0]}]},
    }
    return f'{{"head": {HEAD}, "data": [{FIRST}, {records}, {json.dumps(after)}, {json.dumps(end)}]}}'


def without_underscores(text: str) -> str:
    """As other tools write the same names: deltaScores, isLiqi."""

    def renamed(value: Any) -> Any:
        if isinstance(value, list):
            return [renamed(one) for one in value]
        if isinstance(value, dict):
            return {_camel(name): renamed(one) for name, one in value.items()}
        return value

    return json.dumps(renamed(json.loads(text)))


def _camel(name: str) -> str:
    first, *more = name.split("_")
    return first + "".join(part.title() for part in more)


def settled(text: str, book: Rulebook) -> SettledGame:
    return settle_online_game(book, read_online_game(text))


ALL_ABORTS = load("mahjongsoul").with_house_rules("all", {"draw.aborts": [*RECORDS]})


@pytest.mark.parametrize("spelled", [str, without_underscores])
@pytest.mark.parametrize("abort", RECORDS)
def test_an_aborted_hand_leaves_sticks_and_a_counter_and_the_deal_stays(abort: str, spelled: Any) -> None:
    _records, points, riichi = RECORDS[abort]

    game = settled(spelled(record(abort)), ALL_ABORTS)

    first, second = game.hands
    assert (first.outcome.kind, first.outcome.abort, first.outcome.riichi) == ("abort", abort, riichi)
    assert (list(first.after.points), first.after.deposits, first.after.honba) == (points, len(riichi), 1)
    assert (first.after.dealer, first.after.hands) == (0, 1)
    assert (second.after.dealer, second.after.honba, second.after.deposits) == (1, 2, len(riichi))


def test_the_rules_of_the_platform_know_four_of_them() -> None:
    """Three players may win on one discard there."""
    book = load("mahjongsoul")

    taken = [abort for abort in RECORDS if abort != "sanchahou" and settled(record(abort), book)]
    with pytest.raises(LogRefused) as refused:
        settled(record("sanchahou"), book)

    assert taken == ["kyuushu", "suufon", "suukan", "suuriichi"]
    assert refused.value.because is not None
    assert refused.value.because.code == "no_such_abort"


@pytest.mark.parametrize("number", [0, 6, -1, "3", None])
def test_a_number_that_the_client_does_not_have_is_no_abort(number: object) -> None:
    text = record("kyuushu").replace('"type": 1', f'"type": {json.dumps(number)}')

    with pytest.raises(LogRefused) as refused:
        read_online_game(text)

    assert refused.value.code == "unreadable_log"
