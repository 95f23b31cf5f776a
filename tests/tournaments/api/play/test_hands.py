"""A game hand by hand through the API."""

import pytest

from scoring.hand.dead_hand import REASONS
from tests.tournaments.api.callers import Caller, body_of, code_of, phones_at, signed_in, stranger
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.odd_hall import FIVES
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.api.resources.play.hands import EnteringHand
from tournaments.models import HandRecord, Scoresheet, Table, Tournament
from tournaments.models.play.hands import EMPTY_LOG
from tournaments.standings import publish_tournament

RON = {"kind": "win", "wins": [{"winner": 0, "han": 3, "fu": 40}], "loser": 1, "riichi": [0]}
DRAW = {"kind": "draw", "tenpai": [0, 2]}


@pytest.fixture
def phones(hall: Hall, table: Table) -> list[Caller]:
    return phones_at(table, hall.alice)


def path(table: Table, rest: str = "") -> str:
    return f"/v1/tables/{table.pk}/hands/{rest}"


def test_a_hand_is_entered_and_everybody_reads_the_game(table: Table, phones: list[Caller]) -> None:
    answer = phones[0].post(path(table), {"outcome": RON}, if_match=EMPTY_LOG)

    body, listed = body_of(answer), body_of(stranger().get(path(table)))
    assert (answer.status_code, body["number"], body["repeat"]) == (201, 1, False)
    assert answer["ETag"] == f'"{body["tag"]}"'
    assert body["game"]["points"] == [32_700, 17_300, 25_000, 25_000]
    assert (listed["tag"], listed["game"]) == (body["tag"], body["game"])
    assert [(hand["number"], hand["outcome"]) for hand in listed["hands"]] == [(1, RON)]
    assert listed["log"]["outcomes"] == [RON]


def test_yaku_and_tiles_are_taken_and_given(table: Table, phones: list[Caller]) -> None:
    """What follows from them is in the answer: han, fu, yaku, dora."""
    hand = {"tiles": "234m234p23499s567m", "win_tile": "9s", "dora": "1s"}
    by_tiles = {"kind": "win", "loser": 1, "wins": [{"winner": 0, "details": {"hand": hand}}]}
    by_yaku = {
        "kind": "win",
        "loser": 1,
        "wins": [{"winner": 0, "fu": 30, "details": {"yaku": ["haku"], "open": True}}],
    }
    tag = EMPTY_LOG
    for outcome in (by_tiles, by_yaku):
        tag = body_of(phones[0].post(path(table), {"outcome": outcome}, if_match=tag))["tag"]

    wins = [one["outcome"]["wins"][0] for one in body_of(stranger().get(path(table)))["hands"]]

    assert wins == [
        {
            "winner": 0,
            "han": 3,
            "fu": 40,
            "details": {"yaku": ["sanshoku"], "dora": {"dora": 1}, "hand": hand},
        },
        {"winner": 0, "han": 1, "fu": 30, "details": {"yaku": ["haku"], "open": True}},
    ]


def test_a_dead_hand_is_taken_and_given(table: Table, phones: list[Caller]) -> None:
    dead = {**DRAW, "dead_hands": [{"seat": 1, "why": "too_many_tiles"}]}
    wins = {**RON, "dead_hands": [{"seat": 0, "why": "kuikae"}]}

    taken = phones[0].post(path(table), {"outcome": dead}, if_match=EMPTY_LOG)
    refused = phones[0].post(path(table), {"outcome": wins}, if_match=body_of(taken)["tag"])

    assert (taken.status_code, code_of(refused)) == (201, (422, "dead_hand_wins"))
    assert list(body_of(refused)["error"]["fields"]) == ["dead_hands"]
    assert [one["outcome"] for one in body_of(stranger().get(path(table)))["hands"]] == [dead]


@pytest.mark.parametrize("why", REASONS)
def test_every_reason_of_a_dead_hand_is_described_and_taken(
    table: Table, phones: list[Caller], why: str
) -> None:
    outcome = {"kind": "draw", "tenpai": [0], "dead_hands": [{"seat": 1, "why": why}]}

    answer = phones[0].post(path(table), {"outcome": outcome}, if_match=EMPTY_LOG)

    assert answer.status_code == 201
    said = str(EnteringHand().fields["outcome"].help_text)
    assert why in said.partition("with `why`, one of ")[2].partition(".")[0].split(", ")


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        ({**DRAW, "dead_hands": [{"seat": 2, "why": "other"}]}, "dead_hand_tenpai"),
        ({**DRAW, "nagashi": [1], "dead_hands": [{"seat": 1, "why": "other"}]}, "dead_hand_nagashi"),
        ({**DRAW, "riichi": [1], "dead_hands": [{"seat": 1, "why": "kuikae"}]}, "dead_hand_riichi"),
        ({**DRAW, "dead_hands": [{"seat": 1, "why": "bored"}]}, "invalid_outcome"),
    ],
)
def test_what_no_dead_hand_does_is_refused_and_nothing_entered(
    table: Table, phones: list[Caller], outcome: dict[str, object], code: str
) -> None:
    answer = phones[0].post(path(table), {"outcome": outcome}, if_match=EMPTY_LOG)

    assert code_of(answer) == (422, code)
    assert not HandRecord.objects.exists()


class TestNoAtozuke:
    """By the calculator's call and at a table the same: what tiles show of the house rule is refused."""

    # A dragon that the winning tile completes, where 9p completes the hand as well.
    HAND = {"tiles": "456m789s99p77z7z", "melds": ["(123m)"], "win_tile": "7z"}
    RULES = {"yaku.atozuke": False}

    def test_the_calculator_refuses_it(self, db: None) -> None:
        question = {**self.HAND, "win": "ron", "seat_wind": "S", "round_wind": "E"}

        refused = stranger().post("/v1/rulebooks/mleague/hand/", {**question, "assume": self.RULES})
        allowed = stranger().post("/v1/rulebooks/mleague/hand/", question)

        assert (code_of(refused), allowed.status_code) == ((422, "atozuke"), 200)
        assert "By these rules (no atozuke)" in body_of(refused)["error"]["message"]

    def test_a_table_refuses_it(self, db: None) -> None:
        hall = open_hall(house_rules=self.RULES)
        table = hall.started().tables.get(number=1)
        win = {"winner": 1, "details": {"hand": self.HAND}}

        answer = phones_at(table, hall.alice)[0].post(
            path(table), {"outcome": {"kind": "win", "loser": 0, "wins": [win]}}, if_match=EMPTY_LOG
        )

        assert code_of(answer) == (422, "atozuke")
        assert not HandRecord.objects.exists()


@pytest.mark.parametrize(
    ("win", "code"),
    [
        ({"han": 2, "fu": 30, "details": {"yaku": ["pinfu"]}}, "worth_differs"),
        ({"details": {"yaku": ["tanyao", "chanta"]}}, "no_such_hand"),
        ({"details": {"yaku": ["tanjao"]}}, "unknown_yaku"),
        ({"details": {"hand": {"tiles": "111115m567p11s789s", "win_tile": "1m"}}}, "too_many_of_a_tile"),
        ({"details": {"tiles": "1m"}}, "invalid_outcome"),
    ],
)
def test_what_yaku_or_tiles_contradict_is_refused(
    table: Table, phones: list[Caller], win: dict[str, object], code: str
) -> None:
    outcome = {"kind": "win", "loser": 1, "wins": [{"winner": 0, **win}]}

    answer = phones[0].post(path(table), {"outcome": outcome}, if_match=EMPTY_LOG)

    assert code_of(answer) == (422, code)
    assert not HandRecord.objects.exists()


def test_with_a_delay_the_table_and_the_staff_read_hands_at_once_and_nobody_else(
    hall: Hall, table: Table, phones: list[Caller]
) -> None:
    Tournament.objects.update(live_delay=10)
    tag = body_of(phones[0].post(path(table), {"outcome": RON}, if_match=EMPTY_LOG))["tag"]

    read = [
        body_of(caller.get(path(table))) for caller in (phones[1], signed_in(hall.alice.user), stranger())
    ]

    assert [one["tag"] for one in read] == [tag, tag, EMPTY_LOG]
    assert [len(one["hands"]) for one in read] == [1, 1, 0]


def test_live_totals_are_those_of_the_page(hall: Hall, table: Table, phones: list[Caller]) -> None:
    phones[0].post(path(table), {"outcome": RON}, if_match=EMPTY_LOG)
    publish_tournament(hall.tournament.pk)

    found = body_of(stranger().get("/v1/tournaments/spring-open/live/"))

    [game], [stage] = found["games"], found["stages"]
    assert (found["delay"], game["table"], game["game"]["points"]) == (
        None,
        table.pk,
        [32_700, 17_300, 25_000, 25_000],
    )
    assert [(seat["points"], seat["made"]) for seat in game["seats"]] == [
        (32_700, 52_700),
        (17_300, -42_700),
        (25_000, -5_000),
        (25_000, -5_000),
    ]
    entry = game["seats"][0]["entry"]
    assert [
        (row["total"], row["live_rank"], row["live_total"], row["table"])
        for row in stage["standings"]
        if row["entry"] == entry
    ] == [(0, 1, 52_700, table.pk)]
    assert (stage["stage"], stage["teams"]) == (hall.stage.pk, [])


def test_whoever_has_the_game_is_told_so(table: Table, phones: list[Caller]) -> None:
    first = stranger().get(path(table))
    assert stranger().get(path(table), If_None_Match=first["ETag"]).status_code == 304

    phones[0].post(path(table), {"outcome": RON}, if_match=EMPTY_LOG)

    assert stranger().get(path(table), If_None_Match=first["ETag"]).status_code == 200


def test_the_same_hand_from_a_second_phone_is_answered_with_the_first(
    table: Table, phones: list[Caller]
) -> None:
    first = body_of(phones[0].post(path(table), {"outcome": RON}, if_match=EMPTY_LOG))

    second = phones[1].post(path(table), {"outcome": RON}, if_match=EMPTY_LOG)

    assert second.status_code == 200
    assert body_of(second) == {**first, "repeat": True}
    assert HandRecord.objects.count() == 1


def test_a_retry_with_the_same_key_gets_the_first_answer(table: Table, phones: list[Caller]) -> None:
    sent = {"if_match": EMPTY_LOG, "key": "one-hand-one-key"}
    first = phones[0].post(path(table), {"outcome": RON}, **sent)

    again = phones[0].post(path(table), {"outcome": RON}, **sent)

    assert (again.status_code, again.content) == (201, first.content)
    assert HandRecord.objects.count() == 1


def test_a_hand_after_one_that_was_not_seen_is_refused(table: Table, phones: list[Caller]) -> None:
    phones[0].post(path(table), {"outcome": RON}, if_match=EMPTY_LOG)

    answer = phones[1].post(path(table), {"outcome": DRAW}, if_match=EMPTY_LOG)

    assert code_of(answer) == (412, "stale_hands")
    assert HandRecord.objects.count() == 1


def test_without_the_tag_that_was_seen_nothing_is_entered(table: Table, phones: list[Caller]) -> None:
    answer = phones[0].post(path(table), {"outcome": RON})

    assert code_of(answer) == (428, "version_missing")
    assert HandRecord.objects.count() == 0


def test_players_move_no_points_without_a_hand(hall: Hall, table: Table, phones: list[Caller]) -> None:
    fine = {"kind": "adjust", "delta": [-1_000, 0, 0, 0], "reason": "a stick was lost"}

    refused = phones[0].post(path(table), {"outcome": fine}, if_match=EMPTY_LOG)
    done = signed_in(hall.rob.user).post(path(table), {"outcome": fine}, if_match=EMPTY_LOG)

    assert (code_of(refused), done.status_code) == ((403, "not_allowed"), 201)


@pytest.mark.parametrize(
    "outcome", [{}, {"kind": "won"}, {"kind": "win", "wins": "all"}, {"kind": "gong", "hands_left": 101}]
)
def test_what_is_no_outcome_is_refused(table: Table, phones: list[Caller], outcome: object) -> None:
    answer = phones[0].post(path(table), {"outcome": outcome}, if_match=EMPTY_LOG)

    assert code_of(answer) == (422, "invalid_outcome")
    assert HandRecord.objects.count() == 0


def test_a_game_taken_home_is_brought_back_as_it_was(table: Table, phones: list[Caller]) -> None:
    tag = body_of(phones[0].post(path(table), {"outcome": RON}, if_match=EMPTY_LOG))["tag"]
    before = body_of(stranger().get(path(table)))
    tag = body_of(phones[0].post(path(table, "undo/"), {"first": 1}, if_match=tag))["tag"]

    answer = phones[0].post(path(table, "log/"), before["log"], if_match=tag)

    assert answer.status_code == 201
    assert body_of(answer)["game"] == before["game"]


def test_a_game_that_goes_on_is_not_reported(table: Table, phones: list[Caller]) -> None:
    tag = body_of(phones[0].post(path(table), {"outcome": RON}, if_match=EMPTY_LOG))["tag"]

    answer = phones[0].post(path(table, "scoresheet/"), if_match=tag)

    assert code_of(answer) == (422, "game_not_over")
    assert Scoresheet.objects.count() == 0


def test_where_somebody_waits_there_is_no_game_of_hands(db: None) -> None:
    hall = FIVES.named(open_hall("a-table-of-five", players=9))
    draw(stage=hall.stage, plan=Plan(method="swiss", remainder="five"), by=hall.alice)
    table = FIVES.table(FIVES.started(hall))

    body = body_of(stranger().get(path(table)))
    answer = signed_in(hall.alice.user).post(path(table), {"outcome": RON}, if_match=EMPTY_LOG)

    assert (body["game"], body["hands"]) == (None, [])
    assert code_of(answer) == (422, "no_hands_here")
