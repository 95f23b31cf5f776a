"""Hands are held when each that was answered is there once, in its place, and the games are those that they make."""

from dataclasses import replace

import pytest
from django.test import Client

from benchmarks.serving.client import Server, WrongAnswer
from benchmarks.serving.hands import (
    Found,
    Game,
    checked,
    games_of,
    moments,
    moments_of_all,
    spectators,
    verdict,
)
from benchmarks.serving.load import Tally
from benchmarks.serving_work import Hall, open_hall
from scoring.game.game import replay
from scoring.game.outcome import Outcome
from tournaments.actions.hands.hands import enter_hand
from tournaments.models import HandRecord, Table

pytestmark = pytest.mark.slow

TABLES = 3


class Here(Server):
    """Jantaku in this process, asked without a socket."""

    def ask(self, method, path, body=None, **headers):
        named = {f"HTTP_{name.upper()}": value for name, value in headers.items() if name != "Content_Type"}
        answer = Client().generic(method, path, body or b"", headers.get("Content_Type", ""), **named)
        return answer.status_code, answer.content, answer.headers


@pytest.fixture
def server() -> Server:
    return Here(9, [])


@pytest.fixture
def hall(db: None) -> Hall:
    return open_hall(TABLES, slug="hands", players=4 * TABLES, played=1)


@pytest.fixture
def games(hall: Hall) -> list[Game]:
    return games_of(hall)


def test_every_table_enters_hands_of_its_own_and_all_of_them_are_there(games, server):
    for _time in range(3):
        for game in games:
            game.enter(server)
            game.show(server)

    assert [len(game.entered) - game.before for game in games] == [3, 3, 3]
    assert [game.before for game in games] == [0, 1, 2]
    assert checked(games) == Found(entered=9, lost=0, doubled=0, other_games=0)
    assert HandRecord.objects.count() == 9 + 3
    assert len({tuple(map(str, game.entered)) for game in games}) == TABLES
    assert [game.state for game in games] == [replay(game.rulebook, game.entered) for game in games]


def test_games_go_on_for_as_long_as_they_are_measured_and_have_hands_of_every_kind(hall, games):
    for game in games:
        game.enter_before(40, hall)

    assert [game.state.over for game in games] == [""] * TABLES
    hands = [hand for game in games for hand in game.entered]
    assert {"win", "draw"} <= {hand.kind for hand in hands}
    assert {hand.loser is None for hand in hands if hand.kind == "win"} == {True, False}
    assert any(hand.riichi for hand in hands)
    assert checked(games) == Found(0, 0, 0, 0)


def test_a_hand_that_was_answered_and_is_not_there_is_lost(games, server):
    games[0].enter(server)
    games[0].entered.append(Outcome("draw", tenpai=(0, 1)))

    assert checked(games) == Found(entered=2, lost=1, doubled=0, other_games=1)


def test_a_hand_that_is_there_and_nobody_was_told_of_is_doubled_and_makes_another_game(games, server, hall):
    games[0].enter(server)
    draw = {"kind": "draw", "tenpai": []}
    enter_hand(table=Table(pk=games[0].table), outcome=draw, by=hall.by, if_match=games[0].tag)

    assert checked(games) == Found(entered=1, lost=0, doubled=1, other_games=1)


def test_a_hand_without_an_answer_is_sent_again_as_it_was_and_is_there_once(games, server):
    game = games[0]
    sent = replace(game, entered=list(game.entered))
    sent.enter(server)  # the answer to this got lost: the game does not know of it
    game.sent = (sent.entered[-1], "key-of-the-lost-answer")
    assert checked([game]) == Found(entered=0, lost=0, doubled=0, other_games=0)

    with pytest.raises(WrongAnswer, match="200"):  # another key: one hand, and the phone is told so
        game.enter(server)

    assert HandRecord.objects.filter(table=game.table).count() == 1


def test_spectators_look_at_tables_the_round_and_live_totals_and_ask_for_news(hall, games, server):
    for game in games:
        game.enter(server)
    watching = spectators(hall)

    for call in watching:
        call(server)

    assert len(watching) == TABLES + 20 + 20 + 30


def test_everybody_calls_at_moments_of_their_own():
    first, second = print, repr

    assert moments("reads", [first, second], every=2.0, seconds=5) == [
        (0.0, "reads", first),
        (2.0, "reads", first),
        (4.0, "reads", first),
        (1.0, "reads", second),
        (3.0, "reads", second),
    ]


def test_a_phone_opens_its_page_a_second_after_each_hand(games):
    due = moments_of_all(games, [], seconds=20)

    assert [(second, kind, call.__self__.table) for second, kind, call in due] == [
        (second + after, kind, game.table)
        for game, second in zip(games, (0.0, 20 / 3, 40 / 3), strict=True)
        for after, kind in ((0.0, "hands"), (1.0, "pages"))
    ]


def test_it_is_held_with_every_answer_in_time():
    assert verdict(tallies(10, 20, 30), 0.2, 2, Found(25, 0, 0, 0)) == {
        "seconds": 2,
        "held": True,
        "hands": 25,
        "hands a second": 12.5,
        "reads a second": 0.5,
        "hands p50 ms": 20,
        "hands p95 ms": 30,
        "hands max ms": 30,
        "pages p50 ms": 10,
        "pages p95 ms": 10,
        "pages max ms": 10,
        "reads p50 ms": 10,
        "reads p95 ms": 10,
        "reads max ms": 10,
        "behind at the end s": 0.2,
        "failed": 0,
        "lost": 0,
        "doubled": 0,
        "other games": 0,
    }


@pytest.mark.parametrize(
    ("counted", "late", "found"),
    [
        ({"failed": ["503"]}, 0.2, Found(1, 0, 0, 0)),
        ({"milliseconds": 301}, 0.2, Found(1, 0, 0, 0)),
        ({}, 1.01, Found(1, 0, 0, 0)),
        ({}, 0.2, Found(1, 1, 0, 0)),
        ({}, 0.2, Found(1, 0, 1, 0)),
        ({}, 0.2, Found(1, 0, 0, 1)),
    ],
    ids=["a wrong answer", "slow answers", "late answers", "a lost hand", "a doubled hand", "another game"],
)
def test_it_is_not_held_with(counted, late, found):
    told = tallies(counted.get("milliseconds", 10), failed=counted.get("failed", ()))

    assert verdict(told, late, 30, found)["held"] is False


def tallies(*milliseconds, failed=()):
    quick = {name: Tally([0.01]) for name in ("pages", "reads")}
    return {"hands": Tally([each / 1000 for each in milliseconds], list(failed)), **quick}
