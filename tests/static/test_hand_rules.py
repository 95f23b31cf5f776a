"""A game hand by hand where nobody answers: the script and its table beside the engine, hand by hand."""

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from scoring.errors import RuleError, ScoringError
from scoring.game.ending import REASONS, is_last_hand
from scoring.game.game import State, declare_riichi, play, start
from scoring.game.log import state_as_json
from scoring.game.outcome import Outcome, as_json, from_json
from scoring.hand.dead_hand import REASONS as REASONS_OF_DEAD
from scoring.hand.dead_hand import DeadHand
from scoring.hand.doubled_seat import dokasen_seat
from scoring.hand.exhaustive_draw import ABORTS
from scoring.hand.payment import settle_win
from scoring.hand.value import is_riichi, is_unlimited
from scoring.hand.win import Hand, Liability, Win
from scoring.hand.yakuman import YAKUMAN
from scoring.lookup.hand_table import UNTABLED, hand_table
from scoring.rulebook.rulebook import Rulebook, editions, load
from tests.scoring.vectors import read, request
from tests.static.test_scripts import node
from tests.thorough import examples

GAMES_OF_A_RULEBOOK = examples(40, of=300)
EVENTS = examples(150, of=600)
MOST_HANDS = 40
# What one tournament or another sets where its rulebook leaves it open, or has it otherwise.
SETTINGS: dict[str, tuple[object, ...]] = {
    "table.length": ("tonpuu", "hanchan", "4_hands_per_round"),
    "table.dealer_rotation": ("renchan", "renchan", "renchan", "always"),
    "table.starting_points": (8_000, 25_000, 30_000),
    "result.tie": ("split", "seat_order"),
    "game_end.renchan": ("tenpai", "agari", "none"),
    "game_end.agariyame": ("none", "optional", "automatic"),
    "game_end.tenpaiyame": ("none", "optional", "automatic"),
    "game_end.tobi": ("none", "below_zero", "zero_or_less"),
    "game_end.west_entry": (True, False),
    "game_end.goal_points": (0, 20_000, 30_000),
    "draw.noten_total": (0, 3_000, 1_000, 12_000),
    "draw.aborts": (("kyuushu", "suufon", "suukan", "suuriichi", "sanchahou"), ()),
    "draw.abort_dealer": ("stays", "rotates"),
    "draw.nagashi_mangan": ("none", "mangan_tsumo"),
    "settlement.honba_ron": (300, 1_500, 0),
    "settlement.honba_tsumo_each": (100, 500, 0),
    "settlement.ron_two": ("head_bump", "all", "all"),
    "settlement.ron_three": ("head_bump", "all", "abort"),
    "settlement.multi_ron_sticks": ("first_takes_all", "honba_each_own_stick_back_rest_first"),
    "settlement.pao_yaku": (("daisangen", "daisuushii"), ("daisangen", "daisuushii", "suukantsu"), ()),
    "settlement.pao_tsumo": ("liable_pays_all",),
    "settlement.pao_ron": ("half_half",),
    "settlement.pao_honba": ("discarder", "liable"),
    "settlement.pao_scope": ("that_yakuman_only", "whole_hand"),
    "score.table": ("formula", "formula", "simple_seed003"),
    "score.kiriage": (True, False),
    "score.kazoe": ("yakuman", "sanbaiman_cap"),
    "score.yakuman_stack": (True, False),
    "score.yakuman_cap": (0, 2),
    "score.double_yakuman": ((), ("suuankou_tanki", "daisuushii")),
    "score.min_han": (0, 1, 2),
    "yaku.renhou": ("none", "yakuman"),
    "yaku.riichi_below_1000": ("allowed", "forbidden"),
    "fu.pinfu_tsumo": (True, False),
    "fu.open_pinfu": (20, 30),
    "chombo.kind": ("after_game", "each", "mangan", "none"),
    "chombo.amount": (20, 3_000),
    "chombo.replay": (True,),
    "chombo.riichi_sticks": ("returned", "stay"),
    "chombo.honba": ("unchanged", "+1"),
    "overlay.wareme": ("none", "none", "wareme", "dokasen"),
    "overlay.wareme_multiplier": (2, 3),
    "overlay.wareme_on_honba": (True, False),
    "overlay.wareme_on_deposits": (False, False, False, True),
    "overlay.wareme_on_noten": (True, False),
    "overlay.wareme_on_chombo": (True, False),
    "overlay.unlimited": (False, False, False, True),
}
Played = tuple[Rulebook, list[tuple[State, Outcome]]]


def some(dice: random.Random, players: int, chance: float) -> tuple[int, ...]:
    return tuple(seat for seat in range(players) if dice.random() < chance)


def a_win(book: Rulebook, dice: random.Random, winner: int) -> Win:
    """A hand as a phone tells it, now and then one that cannot be, and seldom one that no table has."""
    if not is_riichi(book):
        return Win(winner, points=dice.choice((0, 1, 7, 8, 9, 24, 25, 26, 27, 48, 88, 320, 10_000, 10_001)))
    if dice.random() < 0.04:
        names = dice.sample(sorted(YAKUMAN), 2 if dice.random() < 0.1 else 1)
        others = [seat for seat in range(book.hand_players) if seat != winner]
        liable = dice.random() < 0.4
        bound = dice.choice(("daisangen", "daisuushii", "suukantsu"))
        if liable and dice.random() < 0.9:
            names[0] = bound
        pao = Liability(dice.choice(others), names[0]) if liable else None
        return Win(winner, yakuman=tuple(dict.fromkeys(names)), pao=pao)
    han = dice.choice((1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 11, 13, 30, 401))
    if han > 4 and dice.random() < 0.9:
        return Win(winner, han=han)
    fu = dice.choice((20, 25, *(30, 40) * 8, *(50, 60, 70) * 3, 80, 90, 100, 110, 120, 35, None))
    return Win(winner, han=han, fu=fu, open_kan_from=(winner + 1) % 3 if dice.random() < 0.002 else None)


def an_outcome(book: Rulebook, state: State, dice: random.Random) -> Outcome:
    """What may happen next, as a phone tells it."""
    players = book.hand_players
    everybody = tuple(range(players))
    riichi = some(dice, players, 0.25) if is_riichi(book) and dice.random() < 0.6 else ()
    marked = dice.randrange(players) if book.overlay.wareme != "none" and dice.random() < 0.97 else None
    common: dict[str, Any] = {"riichi": riichi, "marked": marked}
    chombo = 5 if book.chombo.kind != "none" else 1
    kind = dice.choices(("ron", "tsumo", "draw", "abort", "chombo", "gong"), (40, 25, 20, 3, chombo, 1))[0]
    may_stop = "optional" in (book.game_end.agariyame, book.game_end.tenpaiyame)
    is_last = is_last_hand(book, state.round * players + state.dealer)
    stop = dice.random() < (0.4 if may_stop and is_last else 0.02)
    if kind in ("ron", "tsumo"):
        winner = dice.randrange(players)
        loser = None if kind == "tsumo" else dice.choice([s for s in range(players) if s != winner])
        also = [s for s in range(players) if s not in (winner, loser) and loser is not None]
        winners = [winner, *(s for s in also if dice.random() < 0.15)]
        wins = tuple(a_win(book, dice, seat) for seat in winners)
        return Outcome("win", wins=wins, loser=loser, stop=stop, **common)
    if kind == "draw":
        tenpai = tuple(sorted({*some(dice, players, 0.4), *(riichi if dice.random() < 0.97 else ())}))
        nagashi = some(dice, players, 0.4) if dice.random() < 0.1 else ()
        return Outcome("draw", tenpai=tenpai, nagashi=nagashi, stop=stop, **common)
    if kind == "abort":
        kinds = book.draw.aborts if isinstance(book.draw.aborts, tuple) and dice.random() < 0.9 else ()
        named = dice.choice(kinds or tuple(ABORTS))
        return Outcome("abort", abort=named, riichi=everybody if named == "suuriichi" else riichi)
    if kind == "chombo":
        return Outcome("chombo", offenders=some(dice, players, 0.3), **common)
    return Outcome("gong", hands_left=dice.randrange(3), chombo_ends=dice.random() < 0.5)


def dead_hands(state: State, outcome: Outcome, players: int) -> tuple[DeadHand, ...]:
    """In one hand of ten somebody's, seldom one of nobody; by dice of their own, so that games stay as they were."""
    dice = random.Random(repr((state, outcome)))
    if outcome.kind == "gong" or dice.random() < 0.9:
        return ()
    return tuple(
        DeadHand(seat, dice.choice(tuple(REASONS_OF_DEAD))) for seat in some(dice, players + 1, 0.25)
    )


def a_game(book: Rulebook, dice: random.Random) -> Iterator[tuple[State, Outcome]]:
    """Hands until it is over, those among them that are refused; after them the game goes on as if they were not."""
    state = start(book)
    if dice.random() < 0.5:  # in the middle, or near the end
        state = state._replace(round=dice.randrange(4), dealer=dice.randrange(book.hand_players))
    for _hand in range(MOST_HANDS):
        outcome = an_outcome(book, state, dice)
        yield state, outcome
        if dead := dead_hands(state, outcome, book.hand_players):
            yield state, replace(outcome, dead_hands=dead)
        state = by_the_engine(book, state, outcome)[0] or state
        if state.over:
            yield state, an_outcome(book, state, dice)
            return


def by_the_engine(
    book: Rulebook, state: State, outcome: Outcome
) -> tuple[State | None, list[dict[str, int]]]:
    """The next state, None where there is none, and who pays whom for a win."""
    try:
        after = play(book, state, outcome)
    except ScoringError:
        return None, []
    if outcome.kind != "win":
        return after, []
    at = declare_riichi(book, state, outcome)
    hand = Hand(at.dealer, at.honba, at.deposits, outcome.riichi, outcome.marked)
    awards = settle_win(book, hand, outcome.wins, outcome.loser).awards
    return after, [
        {"payer": one.payer, "winner": award.winner, "points": one.points + one.counters}
        for award in awards
        for one in award.transfers
    ]


def untabled(book: Rulebook, outcome: Outcome) -> str:
    """Which of what no table has this is; empty for everything else."""
    if outcome.kind == "adjust":
        return "adjust"
    if outcome.open_hands:
        return "open_hands"
    for win in outcome.wins:
        if len(win.yakuman) > 1:
            return "several_yakuman"
        if win.units is not None:
            return "units"
        if win.open_kan_from is not None:
            return "open_kan_from"
        if is_unlimited(book) and (win.yakuman or (win.han or 0) > 12):
            return "unlimited"
    return ""


def features(outcome: Outcome, after: State) -> Iterator[str]:
    """What of interest was played."""
    if any(win.pao for win in outcome.wins):
        yield "liable"
    if len(outcome.wins) > 1:
        yield "several"
    if outcome.nagashi:
        yield "nagashi"
    if outcome.dead_hands:
        yield "dead"
    if outcome.marked is not None:
        yield "marked"
    if after.over:
        yield after.over


def differences(played: Sequence[Played]) -> tuple[list[str], Counter[str]]:
    """The first hands that script and engine play differently; and how many both played, both refused, and no table
    has."""
    found: list[str] = []
    counts: Counter[str] = Counter()
    lines = []
    for book, hands in played:
        told = [[state_as_json(state), as_json(outcome)] for state, outcome in hands]
        lines.append(json.dumps({"table": hand_table(book), "hands": told}))
    answers = node("play_hands.mjs", "\n".join(lines)).stdout.splitlines()
    for (book, hands), line in zip(played, answers, strict=True):
        begins, results = json.loads(line)
        assert begins == state_as_json(start(book))
        for (state, outcome), result in zip(hands, results, strict=True):
            after, paid = by_the_engine(book, state, outcome)
            missing = untabled(book, outcome)
            wanted = {"state": state_as_json(after), "paid": paid} if after else None
            if after and missing and result is None:
                counts[missing] += 1
            elif result != wanted:
                found.append(f"{book.identity.id} {state} {outcome}: {result} instead of {wanted}")
            else:
                counts.update(["played", *features(outcome, after)] if after else ["refused"])
    return found[:3], counts


def without_table(counts: Counter[str]) -> int:
    """How many hands the engine plays and no table has."""
    return sum(counts[name] for name in UNTABLED)


def worked_cases() -> Iterator[tuple[Rulebook, Outcome, dict[str, int], list[int] | None]]:
    """Every worked case of a hand, as a phone tells it: the outcome, the counters and sticks at it, and the changes
    of points that the case says."""
    for case in read("hand_payments")["cases"]:
        asked = request("payment", case)
        wins = [{key: value for key, value in win.items() if key != "units"} for win in asked["wins"]]
        told = {"kind": "win", "wins": wins} | {
            key: asked[key] for key in ("loser", "riichi", "marked") if key in asked
        }
        if "dokasen" in case:
            told["marked"] = dokasen_seat(case["dealer"], *case["dokasen"].values())
        at = {"dealer": case["dealer"], "honba": case.get("honba", 0), "deposits": case.get("deposits", 0)}
        yield book_of(case), from_json(told), at, case["expect"].get("delta")
    for sheet in read("draws")["rulebooks"]:
        book = book_of(sheet)
        for case in sheet["exhaustive"]:
            yield book, Outcome("draw", tenpai=tuple(case["tenpai"])), {}, case["delta"]
        for case in sheet["nagashi"] or ():
            yield book, Outcome("draw", nagashi=tuple(case["players"])), {}, case["delta"]
        for kind in sheet["abortive"]["kinds"]:
            everybody = tuple(range(sheet["players"])) if kind == "suuriichi" else ()
            yield book, Outcome("abort", abort=kind, riichi=everybody), {"deposits": len(everybody)}, None
    situations = read("chombo")["situations"]
    for sheet in read("chombo")["rulebooks"]:
        for case in sheet["cases"]:
            asked = request("chombo", situations[case["situation"]])
            told = {"kind": "chombo", "offenders": asked["offenders"], "riichi": asked["riichi"]}
            at = {"honba": asked["honba"], "deposits": asked["deposits"]}
            yield book_of(sheet), from_json(told), at, case["expect"].get("delta")


def book_of(case: dict[str, Any]) -> Rulebook:
    book = load(case["rulebook"])
    changes = dict(case.get("assume") or {})
    if not isinstance(book.table.starting_points, int):
        changes["table.starting_points"] = 30_000
    return book.with_house_rules("case", changes) if changes else book


def before(book: Rulebook, outcome: Outcome, at: dict[str, int]) -> State:
    """Everybody rich, so that nobody is bankrupt afterwards; this hand's sticks are not on the table yet."""
    at = at | {"deposits": at.get("deposits", 0) - len(outcome.riichi)}
    state = start(book)._replace(points=(10**12,) * book.hand_players, **at)
    missing = sum(start(book).points) - sum(state.points) - 1_000 * state.deposits
    return state._replace(imbalance=missing)


def test_every_worked_case():
    played, said = [], []
    for book, outcome, at, delta in worked_cases():
        state = before(book, outcome, at)
        played.append((book, [(state, outcome)]))
        if delta is not None:
            at_the_table = declare_riichi(book, state, outcome)
            after = play(book, state, outcome)
            said.append([b - a for a, b in zip(at_the_table.points, after.points, strict=True)] == delta)

    found, counts = differences(played)

    assert found == []
    assert (len(said), all(said)) == (799, True)
    # A number of yakuman, and the tile of an open kan, are no phone's to tell.
    assert (counts["played"], counts["refused"], without_table(counts)) == (797, 84, 20)


def test_a_thousand_games_of_all_rulebooks():
    dice = random.Random(1)
    played = []
    for name in editions():
        book = book_of({"rulebook": name})
        played += [(book, [*a_game(book, dice)]) for _game in range(GAMES_OF_A_RULEBOOK)]

    found, counts = differences(played)

    assert found == []
    assert counts["played"] > 7_000
    assert without_table(counts) < counts["played"] / 500
    assert counts.keys() >= REASONS.keys() | {"liable", "several", "nagashi", "dead"}


@pytest.mark.slow
def test_games_of_whatever_an_event_sets():
    dice = random.Random(2)
    names = [name for name in editions() if is_riichi(load(name))]
    played: list[Played] = []
    while len(played) < EVENTS * 4:
        changes = {path: dice.choice(values) for path, values in SETTINGS.items() if dice.random() < 0.8}
        try:
            book = load(dice.choice(names)).with_house_rules("event", changes)
            start(book)
        except RuleError:  # these do not go together
            continue
        played += [(book, [*a_game(book, dice)]) for _game in range(4)]

    found, counts = differences(played)

    assert found == []
    assert counts["played"] > 3_500
    assert without_table(counts) < counts["played"] / 200
    assert counts.keys() >= REASONS.keys() | {"liable", "several", "nagashi", "marked", "dead"}
