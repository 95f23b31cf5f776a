"""The settings that `needs` lists are enough: no game, no condition and no hand needs another one later."""

from random import Random
from typing import Any

import pytest

from scoring.conditions.conditions import Goal, Listed, Underway, conditions
from scoring.errors import NeedsEventSetting, RulebookError, ScoringError
from scoring.game.game import State, final_result, play, start
from scoring.game.outcome import Outcome
from scoring.hand.payment import settle_win
from scoring.hand.riichi.hand_value import value_hand
from scoring.hand.value import is_riichi
from scoring.hand.win import Hand, Liability, Win
from scoring.hand.yakuman import YAKUMAN
from scoring.rulebook.fields import FIELDS
from scoring.rulebook.rulebook import Rulebook, editions, load, unset_fields
from tests.scoring.hand.riichi.raw_library import random_situation, redden
from tests.scoring.random_hands import random_hand
from tests.thorough import examples

GAMES, HANDS, QUESTIONS = examples(20, of=80), examples(10, of=40), examples(2, of=6)
ABORTS = ("kyuushu", "suufon", "suukan", "suuriichi", "sanchahou")


def answer(random: Random, book: Rulebook, path: str) -> Any:
    """Something this field may hold."""
    field, players = FIELDS[path], book.table.players
    match field.kind:
        case "flag":
            return random.random() < 0.5
        case "choice":
            return random.choice(field.values)
        case "listing":
            return [value for value in field.values if random.random() < 0.5]
        case "uma":
            return {"*": random.choice([[15, 5, -5, -15], [20, 10, -10, -20]])[:players]}
    if path == "draw.noten_total":
        return random.choice([0, 3_000, 6_000] if players == 4 else [0, 2_000])
    if path in ("table.starting_points", "result.return_points"):
        return random.choice([25_000, 30_000])
    return random.randrange(field.low, min(field.high, 40_000) + 1, max(field.step, 100))


def answered(random: Random, edition: str) -> Rulebook:
    """The edition with everything set that it leaves open."""
    book = load(edition)
    for _ in range(1_000):
        try:
            return book.with_house_rules(
                "answered", {path: answer(random, book, path) for path in unset_fields(book)}
            )
        except RulebookError:
            continue  # these answers contradict each other
    raise AssertionError(edition)


def some(random: Random, players: int, chance: float) -> tuple[int, ...]:
    return tuple(seat for seat in range(players) if random.random() < chance)


def random_win(random: Random, book: Rulebook, winner: int) -> Win:
    if not is_riichi(book):
        return Win(winner, points=random.randrange(max(book.score.min_han, 1), 100))
    values: dict[str, Any] = {}
    if random.random() < 0.2:
        values["yakuman"] = tuple(random.sample(sorted(YAKUMAN), random.choice([1, 1, 2])))
        if random.random() < 0.3:
            values = {"units": random.choice([1, 1, 2, 3])}
        if random.random() < 0.5:
            yaku = random.choice(values.get("yakuman", ("daisangen", "daisuushii")))
            values["pao"] = Liability(random.randrange(book.table.players), yaku)
        elif random.random() < 0.5:
            names = random.choice([("daisangen",), ("daisangen", "tsuuiisou"), ("daisuushii", "tsuuiisou")])
            values = {"yakuman": names, "pao": Liability(random.randrange(book.table.players), names[0])}
        values["fu"] = 30
    else:
        values["han"] = random.choice([1, 1, 2, 2, 3, 4, 5, 6, 8, 11, 13, 14])
        values["fu"] = random.choice([20, 25, 30, 30, 40, 40, 50, 60, 110])
        if random.random() < 0.1:
            values["open_kan_from"] = random.randrange(book.table.players)
    return Win(winner, **values)


def random_outcome(random: Random, book: Rulebook) -> Outcome:
    players = book.table.players
    marked = random.randrange(players)
    riichi = some(random, players, 0.2) if is_riichi(book) else ()
    kind = random.choices(("win", "draw", "abort", "chombo"), (60, 25, 8, 7))[0]
    if kind == "win":
        winners = random.sample(range(players), random.choice([1, 1, 1, 2, 3]))
        loser = random.choice([None, *range(players)])
        wins = tuple(random_win(random, book, winner) for winner in winners)
        stop = random.random() < 0.05
        return Outcome("win", wins=wins, loser=loser, riichi=riichi, marked=marked, stop=stop)
    if kind == "draw":
        tenpai = tuple({*riichi, *some(random, players, 0.4)})
        nagashi = some(random, players, 0.3) if random.random() < 0.2 else ()
        return Outcome("draw", tenpai=tenpai, nagashi=nagashi, riichi=riichi, marked=marked)
    if kind == "abort":
        return Outcome("abort", abort=random.choice(ABORTS), riichi=riichi)
    return Outcome("chombo", offenders=some(random, players, 0.3) or (0,), riichi=riichi, marked=marked)


def play_through(random: Random, book: Rulebook) -> list[State]:
    """A game to its end, or as far as it goes: an outcome that is refused is replaced by another."""
    states = [start(book)]
    for _ in range(60):
        if states[-1].over:
            break
        try:
            states.append(play(book, states[-1], random_outcome(random, book)))
        except NeedsEventSetting:
            raise
        except ScoringError:
            continue
    final_result(book, states[-1])
    return states


def ask(random: Random, book: Rulebook, state: State) -> None:
    """What somebody needs of the coming hand, with every option."""
    players = book.table.players
    about = random.choice(["place", "total", "rank"])
    goal = Goal(random.randrange(players), **{about: random.randrange(1, players)})
    listed = Listed(**{random.choice(["by_others", "liability", "chombo", "sticks", "several"]): True})
    try:
        conditions(book, state, goal, Underway(riichi=some(random, players, 0.1), marked=0), listed)
    except NeedsEventSetting:
        raise
    except ScoringError:
        return  # the game is over, or nobody can pay for this riichi


@pytest.mark.parametrize("edition", editions())
def test_no_game_and_no_condition_needs_a_setting_that_was_not_listed(edition):
    """2,080 games and some hundred questions under random answers to what each edition leaves open."""
    random = Random(f"needs {edition}")
    played = 0
    for game in range(GAMES):
        book = answered(random, edition)
        assert unset_fields(book) == []

        states = play_through(random, book)

        played += len(states) - 1
        if game < QUESTIONS:
            ask(random, book, random.choice(states))
    assert played > GAMES * 4


@pytest.mark.parametrize("edition", [edition for edition in editions() if is_riichi(load(edition))])
def test_no_hand_from_its_tiles_needs_a_setting_that_was_not_listed(edition):
    random = Random(f"tiles {edition}")
    for _ in range(HANDS):
        book = answered(random, edition)
        hand = redden(random, random_hand(random))
        how = random_situation(random, hand, book.table.players)
        winner = how.seat_wind - 27
        try:
            settle_win(
                book, Hand(0, marked=0), [value_hand(book, hand, how).win(winner)], None if how.tsumo else 3
            )
        except NeedsEventSetting:
            raise
        except ScoringError:
            continue


@pytest.mark.parametrize(
    "path",
    [
        path
        for path in unset_fields(load("beginner"))
        if path not in unset_fields(load("beginner"), hands=False)
    ],
)
def test_each_field_that_is_listed_is_one_that_some_game_needs(path):
    """Leave one answer out: sooner or later a game, a question or a hand asks for just this."""
    full = answered(Random("full"), "beginner")
    settled = {
        "settlement.pao_yaku": ["daisangen", "daisuushii"],
        "settlement.ron_two": "all",
        "settlement.ron_three": "all",
        "score.yakuman_stack": True,
        "settlement.honba_ron": 300,
        "settlement.honba_tsumo_each": 100,
        "table.starting_points": 3_000,
        "table.length": "tonpuu",
        "game_end.tobi": "none",
        "settlement.daiminkan_pao": True,
    }
    book = full.with_house_rules("all but one", settled | {path: "unset"})
    random = Random(f"asked {path}")

    needed_fields: set[str] = set()
    for _ in range(400):
        try:
            play_through(random, book)
            hand = redden(random, random_hand(random))
            how = random_situation(random, hand)
            value_hand(book, hand, how)
        except NeedsEventSetting as needed:
            needed_fields |= set(needed.fields)
        except ScoringError:
            continue
        if needed_fields:
            break
    assert needed_fields == {path}
