"""A tournament's stream: what happened, with its content, once each, to whoever may see the tournament."""

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext

from publishing.stream import api, parts
from publishing.stream.positions import MOST_ROWS, BadPosition, Position
from tests.tournaments.actions.teams.test_line_ups import hand_in, show, with_line_ups
from tests.tournaments.api.callers import Caller, body_of, program, signed_in, stranger
from tests.tournaments.hall import Hall, open_hall, play
from tests.tournaments.standings.in_play.test_live_totals import AFTER_RON, an_hour_ago, enter
from tournaments.actions.draws.draft_rounds import publish_round, unpublish_round
from tournaments.actions.hall.announcements import announce, remove_announcement
from tournaments.actions.play.clocks import start_clock
from tournaments.actions.play.scoresheets.deciding import void_sheet
from tournaments.models import LedgerEntry, LedgerHead, Round, Scoresheet, Table, Tournament
from tournaments.standings import publish_tournament
from web.api.negotiation import EVENTS, LINES

pytestmark = pytest.mark.django_db
STREAM = "/v1/tournaments/spring-open/stream/"


@pytest.fixture(autouse=True)
def _fresh_counts() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def head(hall: Hall) -> int:
    return LedgerHead.objects.get(tournament=hall.tournament).seq


def events(after: object = 0, caller: Caller | None = None) -> list[dict[str, Any]]:
    """Return the next part as JSON."""
    found: list[dict[str, Any]] = body_of((caller or stranger()).get(f"{STREAM}?as=json&after={after}"))[
        "events"
    ]
    return found


def since(hall: Hall, seq: int) -> list[dict[str, Any]]:
    """Return what entries after this one tell; without standings and hands, which have no entry."""
    return [one for one in events(seq) if "seq" in one["data"]]


def told(found: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(one["event"], one["data"].get("action", "")) for one in found]


def server_sent(answer: HttpResponse) -> list[dict[str, str]]:
    """Return the events of an answer, as the standard says they are read."""
    blocks = answer.content.decode().strip("\n").split("\n\n")
    return [dict(line.split(": ", 1) for line in block.split("\n")) for block in blocks]


class TestContent:
    def test_a_result_has_names_points_places_and_totals(self, hall: Hall, round_: Round) -> None:
        table = round_.tables.get(number=1)
        before = head(hall)

        play(table, hall.alice)

        reported, confirmed = since(hall, before)[0], since(hall, before)[-1]
        entry = LedgerEntry.objects.get(tournament=hall.tournament, kind="confirmed")
        sheet = Scoresheet.objects.get()
        names = [
            seat.entry.player.name for seat in table.seats.select_related("entry__player").order_by("wind")
        ]
        assert told([reported, confirmed]) == [("result", "reported"), ("result", "confirmed")]
        assert confirmed["id"] == str(entry.seq)
        seats = confirmed["data"].pop("seats")
        assert confirmed["data"].pop("at")
        assert confirmed["data"] == {
            "seq": entry.seq,
            "action": "confirmed",
            "table": table.pk,
            "table_number": 1,
            "round": round_.pk,
            "round_number": 1,
            "stage": hall.stage.pk,
            "stage_name": hall.stage.name,
            "is_unranked": False,
            "sheet": sheet.pk,
            "version": 1,
            "status": "confirmed",
            "units_per_point": 1_000,
        }
        assert [(one["name"], one["points"], one["place"], one["total"]) for one in seats] == [
            (names[0], 40_000, 1, 60_000),
            (names[1], 30_000, 2, 10_000),
            (names[2], 20_000, 3, -20_000),
            (names[3], 10_000, 4, -50_000),
        ]

    def test_a_voided_result_has_no_points_any_more_not_even_in_its_old_events(
        self, hall: Hall, round_: Round
    ) -> None:
        table, before = round_.tables.get(number=1), head(hall)
        sheet = play(table, hall.alice)
        void_sheet(sheet=sheet, by=hall.rob, reason="wrong table", if_match=sheet.tag)

        found = since(hall, before)

        assert found[-1]["data"]["action"] == "voided"
        assert {(one["data"]["status"], str(one["data"]["seats"])) for one in found} == {("void", "[]")}

    def test_a_round_has_its_tables_once_and_none_after_it_was_taken_back(self, hall: Hall) -> None:
        before = head(hall)
        round_ = publish_round(round_=hall.draw(), by=hall.alice)
        published = since(hall, before)[-1]

        unpublish_round(round_=round_, by=hall.alice)
        taken_back = since(hall, before)

        assert (published["event"], published["data"]["status"]) == ("round", "published")
        assert [table["number"] for table in published["data"]["tables"]] == [1, 2]
        assert sorted(
            seat["entry"]["name"] for table in published["data"]["tables"] for seat in table["seats"]
        ) == ["Bob", "Dora", "Emil", "Fumi", "Goro", "Hana", "Iris", "Jun"]
        assert [
            (one["data"]["action"], one["data"]["number"], one["data"]["status"], one["data"]["tables"])
            for one in taken_back
        ] == [("published", None, None, None), ("unpublished", None, None, None)]

    def test_of_several_events_of_a_round_the_last_has_the_tables(self, hall: Hall, round_: Round) -> None:
        found = [one["data"] for one in events() if one["event"] == "round"]

        assert [(one["action"], one["tables"] is None) for one in found] == [
            ("published", True),
            ("started", False),
        ]

    def test_line_ups_are_secret_until_they_are_shown(self) -> None:
        league = with_line_ups()
        tournament = league.hall.tournament
        address = f"/v1/tournaments/{tournament.slug}/stream/?as=json&after=0"
        if league.rounds[0].status == Round.Status.DRAFTED:
            publish_round(round_=league.rounds[0], by=league.hall.alice)
        hand_in(league, "Foxes 3")

        hidden = body_of(stranger().get(address))["events"]
        show(league, "line_ups_missing")
        shown = body_of(stranger().get(address))["events"]

        def seated(found: list[dict[str, Any]]) -> set[str | None]:
            last = [one["data"] for one in found if one["event"] == "round" and one["data"]["tables"]][-1]
            return {
                seat["entry"] and seat["entry"]["name"] for one in last["tables"] for seat in one["seats"]
            }

        assert seated(hidden) == {None}
        assert "Foxes 3" in seated(shown)
        assert None not in seated(shown)
        assert "line_up_handed_in" not in {one["data"].get("action") for one in [*hidden, *shown]}

    def test_standings_come_when_they_are_published_with_ranks_and_totals(
        self, hall: Hall, round_: Round
    ) -> None:
        play(round_.tables.get(number=1), hall.alice)
        publish_tournament(hall.tournament.pk)

        [found] = [one for one in events() if one["event"] == "standings"]

        data = found["data"]
        assert found["id"] == f"{head(hall)}.s{hall.stage.pk}-{head(hall)}"
        assert (data["as_of_seq"], data["last_round"], data["games_counted"]) == (head(hall), 1, 1)
        assert (data["players"], data["teams"], data["units_per_point"]) == (8, [], 1_000)
        assert [(one["rank"], one["total"], one["games"]) for one in data["standings"]][:4] == [
            (1, 60_000, 1),
            (2, 10_000, 1),
            (3, -20_000, 1),
            (4, -50_000, 1),
        ]

    def test_a_hand_has_the_game_and_its_players(self, hall: Hall, table: Table) -> None:
        before = events()
        record = enter(table, hall)

        [found] = [one for one in events() if one not in before]

        data = found["data"]
        assert found["event"] == "hand"
        assert found["id"].endswith(f".h{table.pk}-{record.number}")
        assert (data["table"], data["table_number"], data["round_number"], data["number"]) == (
            table.pk,
            1,
            1,
            1,
        )
        assert (data["outcome"]["kind"], data["game"]["points"]) == ("win", AFTER_RON)
        assert [seat["points"] for seat in data["seats"]] == AFTER_RON

    def test_a_hand_comes_as_late_as_the_tournament_says_to_the_staff_too(
        self, hall: Hall, table: Table
    ) -> None:
        Tournament.objects.update(live_delay=10)
        record = enter(table, hall)
        callers = (stranger(), signed_in(hall.alice.user))

        early = [[one["event"] for one in events(caller=caller)].count("hand") for caller in callers]
        an_hour_ago(record)
        late = [[one["event"] for one in events(caller=caller)].count("hand") for caller in callers]

        assert (early, late) == ([0, 0], [1, 1])

    def test_an_announcement_that_was_taken_down_is_told_without_its_words(self, hall: Hall) -> None:
        before = head(hall)
        made = announce(tournament=hall.tournament, text="Lunch", by=hall.alice)
        shown = since(hall, before)
        remove_announcement(announcement=made, by=hall.alice)
        over = since(hall, before)

        assert [(one["data"]["text"], one["data"]["is_shown"]) for one in shown] == [("Lunch", True)]
        assert told(over) == [("announcement", "announced"), ("announcement", "announcement_removed")]
        assert [(one["data"]["text"], one["data"]["is_shown"]) for one in over] == 2 * [("", False)]

    def test_a_clock_says_when_the_time_is_up(self, hall: Hall, round_: Round) -> None:
        before = head(hall)
        clock = start_clock(round_=round_, by=hall.alice, minutes=50)

        [found] = since(hall, before)

        assert (found["event"], found["data"]["clock"]["minutes"]) == ("clock", 50)
        assert found["data"]["clock"]["ends_at"] == f"{clock.ends_at:%Y-%m-%dT%H:%M:%S.%fZ}"

    def test_what_is_not_for_the_public_moves_the_position_and_is_not_told(self, hall: Hall) -> None:
        before = head(hall)
        hall.draw()

        answer = body_of(stranger().get(f"{STREAM}?as=json&after={before}"))

        assert since(hall, before) == []
        assert answer["next"].partition(".")[0] == str(head(hall))


class TestPositions:
    def test_parts_lose_and_repeat_nothing_wherever_they_are_cut(self, hall: Hall, round_: Round) -> None:
        enter(round_.tables.get(number=1), hall)
        play(round_.tables.get(number=2), hall.alice)
        announce(tournament=hall.tournament, text="Lunch", by=hall.alice)
        publish_tournament(hall.tournament.pk)
        whole = events()
        cut: list[dict[str, Any]] = []

        after = "0"
        while part := body_of(stranger().get(f"{STREAM}?as=json&limit=1&after={after}"))["events"]:
            cut += part
            after = part[0]["id"]

        # Where a round has its tables depends on what is told with it.
        keys = [(one["id"], one["event"]) for one in whole]
        assert [(one["id"], one["event"]) for one in cut] == keys
        assert {"hand", "standings", "result", "round", "announcement"} <= {event for _id, event in keys}
        assert len(set(keys)) == len(keys)

    def test_an_event_source_goes_on_from_its_last_event_not_from_its_address(
        self, hall: Hall, round_: Round
    ) -> None:
        first = server_sent(stranger().get(f"{STREAM}?after=0", Accept=EVENTS))
        announce(tournament=hall.tournament, text="Lunch", by=hall.alice)
        last = first[-1]["id"]

        again = server_sent(stranger().get(f"{STREAM}?after=0", Accept=EVENTS, Last_Event_ID=last))

        assert [one.get("event") for one in first[:3]] == [None, "round", "round"]
        assert [(one.get("event"), one.get("retry")) for one in again] == [
            (None, "2000"),
            ("announcement", None),
        ]
        assert json.loads(again[1]["data"])["text"] == "Lunch"

    def test_without_a_position_a_stream_begins_with_the_present(self, hall: Hall, table: Table) -> None:
        enter(table, hall)
        publish_tournament(hall.tournament.pk)

        found = server_sent(stranger().get(STREAM))

        assert [one.get("event") for one in found] == [None, "standings", "hand"]

    def test_lines_begin_at_the_beginning_and_are_the_same_events(self, hall: Hall, round_: Round) -> None:
        play(round_.tables.get(number=1), hall.alice)
        publish_tournament(hall.tournament.pk)

        by_header = stranger().get(STREAM, Accept=LINES)
        by_option = stranger().get(f"{STREAM}?as=ndjson")

        assert by_header["Content-Type"] == by_option["Content-Type"] == LINES
        assert [json.loads(line) for line in by_header.content.splitlines()] == events()
        assert by_header.content == by_option.content
        last = json.loads(by_header.content.splitlines()[-1])["id"]
        assert stranger().get(f"{STREAM}?as=ndjson&after={last}").content == b""

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "x",
            "-1",
            "1.",
            "1.x3-4",
            "1.s3",
            "1 ",
            "９",
            "1\x00",
            "\ud800",
            "9" * 19,
            "1" + ".s1-1" * 2_000,
        ],
    )
    def test_only_a_position_is_one(self, text: str) -> None:
        with pytest.raises(BadPosition):
            Position.of(text)

    def test_a_malformed_position_is_refused_wherever_it_stands(self, hall: Hall) -> None:
        answers = [
            stranger().get(STREAM, Last_Event_ID="x"),
            stranger().get(f"{STREAM}?after=1.s3"),
            stranger().get(f"{STREAM}?after=%00"),
            stranger().get(f"{STREAM}?after=%ED%A0%80"),
        ]

        assert [(one.status_code, body_of(one)["error"]["code"]) for one in answers] == [
            (400, "bad_position"),
            (400, "bad_position"),
            (400, "invalid"),
            (400, "bad_position"),
        ]

    def test_a_position_of_another_ledger_is_refused(self, hall: Hall) -> None:
        answer = stranger().get(f"{STREAM}?after={head(hall) + 1}")

        assert (answer.status_code, body_of(answer)["error"]["code"]) == (410, "unknown_position")

    def test_a_position_is_read_as_it_is_written_and_never_grows_without_bound(self) -> None:
        position = Position(112, {3: 110, 4: 90}, {17: 5})
        large = Position(1, {}, dict.fromkeys(range(10000), 1))

        assert str(position) == "112.s3-110.s4-90.h17-5"
        assert Position.of(str(position)) == position
        assert len(Position.of(str(large)).hands) == MOST_ROWS
        with pytest.raises(BadPosition):
            Position.of("1" + ".s1-1" * 2_000)

    def test_who_is_too_far_behind_is_led_to_the_lines(
        self, hall: Hall, round_: Round, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(api, "MOST_BEHIND", 1)

        refused = stranger().get(f"{STREAM}?after=0")
        lines = stranger().get(f"{STREAM}?as=ndjson&after=0")
        near = stranger().get(f"{STREAM}?after={head(hall) - 1}")

        assert (refused.status_code, body_of(refused)["error"]["code"]) == (410, "too_far_behind")
        assert "application/x-ndjson" in body_of(refused)["error"]["message"]
        assert (lines.status_code, near.status_code) == (200, 200)

    def test_an_answer_ends_within_its_bytes_and_says_that_there_is_more(
        self, hall: Hall, round_: Round, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(parts, "MOST_BYTES", 10)

        part = body_of(stranger().get(f"{STREAM}?as=json&after=0"))

        assert (len(part["events"]), part["has_more"]) == (1, True)
        assert part["next"] == part["events"][0]["id"]


class TestWhoReads:
    def test_a_private_tournament_streams_to_its_people_alone(self) -> None:
        hall = open_hall("secret-cup", visibility="private")
        address = "/v1/tournaments/secret-cup/stream/?as=json&after=0"

        statuses = [
            caller.get(address).status_code
            for caller in (stranger(), signed_in(hall.charlie.user), signed_in(hall.alice.user))
        ]

        assert statuses == [404, 404, 200]

    def test_pages_of_any_origin_may_listen(self, hall: Hall) -> None:
        answer = stranger().get(STREAM, Accept=EVENTS, Origin="https://club.example")

        assert answer["Access-Control-Allow-Origin"] == "*"
        assert (answer["Content-Type"], answer["Cache-Control"]) == (EVENTS, "no-store")

    def test_a_refusal_is_json_whatever_was_asked_for(self, hall: Hall) -> None:
        answer = stranger().get("/v1/tournaments/nothing/stream/", Accept=EVENTS)

        assert (answer.status_code, body_of(answer)["error"]["code"]) == (404, "not_found")

    def test_a_program_with_a_token_for_another_tournament_reads_nothing(self, hall: Hall) -> None:
        open_hall("other-cup")
        other = Tournament.objects.get(slug="other-cup")

        answer = program(hall.alice.user, "read", tournament=other).get(f"{STREAM}?as=json")

        assert answer.status_code == 404


class TestWaiting:
    def test_a_call_that_waits_is_answered_at_once_if_there_is_something(self, hall: Hall) -> None:
        begin = time.monotonic()

        part = body_of(stranger().get(f"{STREAM}?wait=20&after=0"))

        assert (time.monotonic() - begin < 5, part["next"].partition(".")[0]) == (True, str(head(hall)))

    def test_a_call_that_waits_in_vain_is_answered_without_events(
        self, hall: Hall, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(api, "LOOK", 0.1)
        position = body_of(stranger().get(f"{STREAM}?as=json"))["next"]
        begin = time.monotonic()

        part = body_of(stranger().get(f"{STREAM}?wait=1&after={position}"))

        assert part == {"events": [], "next": position, "has_more": False}
        assert time.monotonic() - begin >= 1

    def test_no_more_than_a_few_calls_wait_with_a_thread_each(
        self, hall: Hall, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(api, "MOST_WAITING", 0)
        position = body_of(stranger().get(f"{STREAM}?as=json"))["next"]
        for _waiting in range(2):
            assert api._waiting.acquire(blocking=False)
        begin = time.monotonic()

        try:
            part = body_of(stranger().get(f"{STREAM}?wait=20&after={position}"))
        finally:
            api._waiting.release(2)

        assert (part["events"], time.monotonic() - begin < 5) == ([], True)


def test_what_is_read_does_not_grow_with_the_events(hall: Hall, round_: Round) -> None:
    def statements() -> int:
        publish_tournament(hall.tournament.pk)
        with CaptureQueriesContext(connection) as queries:
            events()
        return len(queries)

    play(round_.tables.get(number=1), hall.alice)
    one = statements()
    play(round_.tables.get(number=2), hall.alice)

    assert statements() == one
