"""The page on which a phone enters its game hand by hand."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scoring.game.ending import REASONS
from scoring.lookup.hand_table import hand_table
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.odd_hall import FIVES
from tests.tournaments.views.seat.test_seat_pages import text_of, value
from tournaments.actions.credentials.seat_tokens import claim_seat, issue_seat_tokens
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.hands.hands import enter_hand
from tournaments.actions.play.clocks import start_clock
from tournaments.actions.setup.time_limits import set_time_limit
from tournaments.credentials.devices import SEAT_COOKIE
from tournaments.models import HandRecord, RoundClock, Scoresheet, Table
from tournaments.models.play.hands import EMPTY_LOG

RON = {"what": "ron0", "loser": "1", "riichi": "0", "han0": "3", "fu0": "40"}
PASSES = {"kind": "draw", "tenpai": []}
PAGE, ENTER = "/seat/hands/", "/seat/hands/enter/"


@pytest.fixture
def seated(table: Table, phones: Callable[[Table], list[Client]]) -> list[Client]:
    return phones(table)


@pytest.fixture
def east(seated: list[Client]) -> Client:
    return seated[0]


@pytest.fixture
def south(seated: list[Client]) -> Client:
    return seated[1]


def typed(page: HttpResponse) -> dict[str, str]:
    """What the form for a hand sends by itself."""
    return {"key": value(page, "key"), "if_match": value(page, "if_match")}


def send(phone: Client, path: str, **fields: str) -> HttpResponse:
    return phone.post(path, fields)  # type: ignore[return-value]


def test_what_waits_on_the_phone_is_named_after_the_hand(table: Table, east: Client) -> None:
    titles = [
        re.search(r'data-outbox-title="([^"]*)"', east.get(f"{language}{PAGE}").content.decode())
        for language in ("", "/ja")
    ]

    assert [title and title[1] for title in titles] == ["Hand · Table 1", "局 · 1卓"]


def hands(table: Table) -> list[tuple[int, str]]:
    return list(HandRecord.objects.filter(table=table).values_list("number", "kind"))


def over(table: Table, hall: Hall) -> str:
    """Play until nobody deals any more; the tag of the last hand."""
    tag = EMPTY_LOG
    for _deal in range(8):
        tag = enter_hand(table=table, outcome=PASSES, by=hall.rob, if_match=tag).tag
    return tag


def test_a_hand_is_entered_and_stands_in_the_log(table: Table, east: Client) -> None:
    fields = typed(east.get(PAGE))

    answer = send(east, ENTER, **fields, **RON)

    assert (answer.status_code, answer["Location"]) == (302, PAGE)
    assert hands(table) == [(1, "hand")]
    text = text_of(east.get(PAGE))
    assert "East 1 · 1 honba" in text
    assert "32,700" in text


def test_the_preview_says_who_pays_whom_and_writes_nothing(table: Table, east: Client) -> None:
    fields = typed(east.get(PAGE))

    answer = send(east, ENTER, **fields, **RON, do="preview")

    assert answer.status_code == 200
    assert answer.context["paid"][0].points == 7_700
    assert [change for _row, change in answer.context["rows"]] == [7_700, -7_700, 0, 0]
    assert hands(table) == []


def test_the_preview_of_yaku_says_what_they_are_worth(table: Table, east: Client) -> None:
    fields = typed(east.get(PAGE))
    yaku = {
        "what": "ron0",
        "loser": "1",
        "yaku0": ["haku", "honitsu"],
        "open0": "1",
        "fu0": "40",
        "dora0": "1",
    }

    answer = send(east, ENTER, **fields, **yaku, do="preview")

    assert answer.status_code == 200
    assert "ron 12,000 (mangan, 4 han 40 fu)" in text_of(answer)
    assert "– haku, honitsu, dora 1" in text_of(answer)
    assert hands(table) == []


def test_the_preview_of_the_last_hand_says_that_the_game_ends(hall: Hall, table: Table, east: Client) -> None:
    tag = EMPTY_LOG
    for _deal in range(7):
        tag = enter_hand(table=table, outcome=PASSES, by=hall.rob, if_match=tag).tag

    answer = send(east, ENTER, **typed(east.get(PAGE)), what="draw", do="preview")

    assert answer.status_code == 200
    assert "The game ends: the last hand has been played" in text_of(answer)
    assert len(hands(table)) == 7


def test_what_was_told_of_a_hand_is_open_when_it_comes_back(table: Table, east: Client) -> None:
    page = east.get(f"{PAGE}?tell=1")
    assert re.findall(r'<details class="told"[^>]* open', page.content.decode()) == []
    # A hand of tiles that is none, and yaku of another winner.
    told = {"tell": "1", "what": "ron0", "loser": "1", "yaku0": "haku", "tiles0": "123m"}

    answer = send(east, ENTER, **typed(page), **told)

    assert (answer.status_code, hands(table)) == (422, [])
    opened = re.findall(r'<details class="told"([^>]*) open', answer.content.decode())
    assert opened == ["", ' data-tiles="0"']


def test_the_preview_of_what_cannot_be_says_why(table: Table, east: Client) -> None:
    fields = typed(east.get(PAGE))

    answer = send(east, ENTER, **fields, what="tsumo0", han0="4", fu0="30", tiles0="123m", do="preview")

    assert answer.status_code == 422
    assert "Say which tile the hand was won with." in text_of(answer)
    assert hands(table) == []


def test_tiles_that_show_atozuke_are_refused_on_the_phone_with_the_reason(
    db: None, phones: Callable[[Table], list[Client]]
) -> None:
    """A dragon that the winning tile completes, where 9p completes the hand as well."""
    hall = open_hall("atozuke", house_rules={"yaku.atozuke": False})
    east = phones(hall.started().tables.get(number=1))[0]
    tiles = {"tiles1": "456m789s99p77z7z(123m)", "winning1": "7z"}

    answer = send(east, ENTER, **typed(east.get(PAGE)), what="ron1", loser="0", **tiles)

    said = "By these rules (no atozuke), a hand must have a yaku on every tile it waits on. This one has none on 9p"
    assert (answer.status_code, said in text_of(answer)) == (422, True)
    assert not HandRecord.objects.exists()


def test_without_a_script_tiles_are_typed(table: Table, east: Client) -> None:
    """The hand is kept with all that follows from them."""
    fields = typed(east.get(PAGE))
    tiles = {"tiles0": "234m456p11z789s (777z)", "winning0": "9s", "indicators0": "3s 8s"}

    answer = send(east, ENTER, **fields, what="ron0", loser="1", **tiles)

    assert answer.status_code == 302
    [win] = HandRecord.objects.get().content["wins"]
    assert (win["han"], win["fu"], win["details"]["yaku"]) == (2, 30, ["chun"])
    assert "(2 han 30 fu) from Dora – chun, dora 1" in text_of(east.get(PAGE))


def test_the_second_phone_with_the_same_hand_is_told(table: Table, east: Client, south: Client) -> None:
    first, second = typed(east.get(PAGE)), typed(south.get(PAGE))
    send(east, ENTER, **first, **RON)

    answer = send(south, ENTER, **second, **RON)

    assert answer.status_code == 302
    assert hands(table) == [(1, "hand")]
    name = table.seats.get(wind=1).entry.player.name
    assert f"{name} had already entered this hand. It counts once." in text_of(south.get(PAGE))


def test_another_hand_meanwhile_is_shown_and_nothing_tapped_is_offered_as_the_next(
    table: Table, east: Client, south: Client
) -> None:
    first, second = typed(east.get(PAGE)), typed(south.get(PAGE))
    send(east, ENTER, **first, **RON)

    answer = send(south, ENTER, **second, **{**RON, "han0": "2"})

    assert answer.status_code == 412
    assert "Another phone has changed this table in the meantime." in text_of(answer)
    assert not answer.context["form"].is_bound
    assert hands(table) == [(1, "hand")]


def test_what_cannot_be_is_refused_with_the_ticks_as_they_were(table: Table, east: Client) -> None:
    fields = typed(east.get(PAGE))

    answer = send(east, ENTER, **fields, **{**RON, "han0": "1", "fu0": "20"})

    assert answer.status_code == 422
    assert answer.context["form"].rows[0].ron.is_ticked
    assert hands(table) == []


def test_a_dead_hand_is_told_in_a_folded_list_and_stands_in_the_log(table: Table, east: Client) -> None:
    page = east.get(PAGE)
    body = page.content.decode()
    assert '<details class="for-hand dead-hands">' in body
    assert body.count('<option value="too_many_tiles">Too many tiles</option>') == 4

    told = {"what": "draw", "tenpai": "0", "riichi": "2", "dead2": "too_many_tiles"}
    answer = send(east, ENTER, **typed(page), **told)

    assert answer.status_code == 302
    [record] = HandRecord.objects.filter(table=table)
    name = table.seats.get(wind=3).entry.player.name
    assert record.content["dead_hands"] == [{"seat": 2, "why": "too_many_tiles"}]
    assert record.content["tenpai"] == [0]
    assert f"{name} dead hand after riichi (too many tiles)" in text_of(east.get(PAGE))


def test_a_win_of_a_dead_hand_is_refused_with_the_list_open(table: Table, east: Client) -> None:
    answer = send(east, ENTER, **typed(east.get(PAGE)), **RON, dead0="kuikae")

    body = answer.content.decode()
    assert (answer.status_code, HandRecord.objects.count()) == (422, 0)
    assert "A dead hand cannot win. Please correct who won, or whose hand was dead." in body
    assert '<details class="for-hand dead-hands" open>' in body
    assert '<option value="kuikae" selected>' in body


def test_a_hand_is_taken_back(table: Table, east: Client, south: Client) -> None:
    send(east, ENTER, **typed(east.get(PAGE)), **RON)
    tag = HandRecord.objects.get(table=table).tag

    answer = send(
        south, "/seat/hands/undo/", key="11111111-2222-3333-4444-555555555555", first="1", if_match=tag
    )

    assert (answer.status_code, answer["Location"]) == (302, PAGE)
    assert hands(table) == [(1, "hand"), (2, "undo")]


def test_a_game_that_is_over_is_reported_with_one_tap(hall: Hall, table: Table, east: Client) -> None:
    tag = over(table, hall)
    assert "the last hand has been played" in text_of(east.get(PAGE)).lower()

    answer = send(east, "/seat/hands/report/", key="11111111-2222-3333-4444-666666666666", if_match=tag)

    assert (answer.status_code, answer["Location"]) == (302, "/seat/table/")
    sheet = Scoresheet.objects.get(table=table)
    assert (sheet.points, sheet.status) == ([25_000] * 4, "submitted")


def test_who_stops_takes_the_points_along(table: Table, east: Client) -> None:
    send(east, ENTER, **typed(east.get(PAGE)), **RON)

    page = east.get(PAGE).content.decode()

    assert "points_0=327&amp;points_1=173&amp;points_2=250&amp;points_3=250&amp;sticks=0" in page


def test_beside_the_points_of_others_stands_who_is_ahead(
    table: Table, phones: Callable[[Table], list[Client]]
) -> None:
    east, south, west, _north = phones(table)
    send(east, ENTER, **typed(east.get(PAGE)), **RON)

    said = [
        re.findall(r"<small>(you [^<]*)</small>", phone.get(PAGE).content.decode())
        for phone in (east, south, west)
    ]

    # 32,700, 17,300, 25,000 and 25,000.
    assert said == [
        ["you lead by 15,400", "you lead by 7,700", "you lead by 7,700"],
        ["you trail by 15,400", "you trail by 7,700", "you trail by 7,700"],
        ["you trail by 7,700", "you lead by 7,700"],
    ]


def test_a_page_that_has_not_changed_costs_two_statements(
    table: Table, east: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page = east.get(PAGE)

    with django_assert_num_queries(2):
        again = east.get(PAGE, headers={"If-None-Match": page["ETag"]})

    assert again.status_code == 304


def test_the_page_is_eight_statements_however_long_the_game(
    hall: Hall, table: Table, east: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    over(table, hall)

    with django_assert_num_queries(8):
        assert east.get(PAGE).status_code == 200


def test_where_somebody_waits_the_page_leads_to_the_points(
    db: None, phones: Callable[[Table], list[Client]]
) -> None:
    hall = FIVES.named(open_hall("a-table-of-five", players=9))
    draw(stage=hall.stage, plan=Plan(method="swiss", remainder="five"), by=hall.alice)
    phone = phones(FIVES.table(FIVES.started(hall)))[0]

    answers = [phone.get(PAGE), send(phone, ENTER, key="1" * 36, if_match=EMPTY_LOG, **RON)]

    assert [(one.status_code, one["Location"]) for one in answers] == [(302, "/seat/table/")] * 2
    assert "Enter it hand by hand" not in text_of(phone.get("/seat/table/"))


def test_a_clock_that_starts_is_news_for_the_page(hall: Hall, table: Table, east: Client) -> None:
    tag = east.get(PAGE)["ETag"]
    set_time_limit(tournament=hall.tournament, minutes=60, by=hall.alice)

    start_clock(round_=table.round, by=hall.alice)

    page = east.get(PAGE, headers={"If-None-Match": tag})
    assert page.status_code == 200
    # Only the clock is another: what somebody has tapped is not swapped away.
    assert page["ETag"].partition(".")[0] == tag.partition(".")[0]


def test_the_page_of_a_seat_that_the_phone_has_left_leads_to_the_new_one(table: Table, east: Client) -> None:
    answer = east.get(f"{PAGE}?seat={table.seats.get(wind=2).pk}")

    assert (answer.status_code, answer["Location"]) == (302, "/seat/table/")


def test_in_a_game_without_riichi_nobody_is_asked_who_is_tenpai(
    db: None, phones: Callable[[Table], list[Client]]
) -> None:
    hall = open_hall("patterns", rulebook_id="mcr", house_rules={"chombo.kind": "none", "chombo.amount": 0})

    page = phones(hall.started().tables.get(number=1))[0].get(PAGE).content.decode()

    assert 'name="points0"' in page
    assert 'name="tenpai"' not in page
    assert 'name="riichi"' not in page


class TestUnderOtherRules:
    """What the form asks follows from the rulebook."""

    @pytest.fixture
    def at_a_table(self, db: None) -> Callable[..., Client]:
        """East's phone where these rules are played."""

        def seat(*, rulebook_id: str = "mleague", **house_rules: object) -> Client:
            rules = {name.replace("__", "."): value for name, value in house_rules.items()}
            hall = open_hall("other-rules", rulebook_id=rulebook_id, house_rules=rules)
            table = hall.started().tables.get(number=1)
            code = issue_seat_tokens(seats=[table.seats.get(wind=1)], by=hall.alice)
            phone = Client()
            phone.cookies[SEAT_COOKIE] = claim_seat(code=next(iter(code.values())), key="east")[1]
            return phone

        return seat

    def test_the_dealers_roll_doubles_whoever_it_names(self, at_a_table: Callable[..., Client]) -> None:
        east = at_a_table(overlay__wareme="wareme")
        page = east.get(PAGE)
        assert "The dealer’s roll, which decides whose wall is broken" in text_of(page)
        assert re.findall(r'name="marked" value="(\d)"', page.content.decode()) == ["0", "1", "2", "3"]

        # By a five the dealer's own wall is broken.
        send(east, ENTER, **typed(page), **RON, dice="5")

        assert HandRecord.objects.get().content["marked"] == 0
        assert "40,400" in text_of(east.get(PAGE))

    def test_nagashi_mangan_is_a_tap_where_it_is_played(self, at_a_table: Callable[..., Client]) -> None:
        east = at_a_table(draw__nagashi_mangan="mangan_tsumo")
        page = east.get(PAGE)
        assert "Nagashi mangan" in text_of(page)

        send(east, ENTER, **typed(page), what="draw", nagashi="0")

        assert HandRecord.objects.get().content["nagashi"] == [0]

    @pytest.mark.slow
    def test_a_leading_dealer_may_stop_in_the_last_hand_alone(
        self, at_a_table: Callable[..., Client]
    ) -> None:
        east = at_a_table(game_end__agariyame="optional")

        first = east.get(PAGE).content.decode()

        assert "The dealer ends the game here" in first
        assert re.findall(r"data-stop([^>]*)>", first) == [" hidden"]
        for _deal in range(7):
            send(east, ENTER, **typed(east.get(PAGE)), what="draw")
        assert re.findall(r"data-stop([^>]*)>", east.get(PAGE).content.decode()) == [""]

    def test_whoever_gave_the_tile_of_an_open_kan_is_asked_for_where_they_are_liable(
        self, at_a_table: Callable[..., Client]
    ) -> None:
        east = at_a_table(settlement__daiminkan_pao=True)

        assert "Fed the open kan" in text_of(east.get(f"{PAGE}?tell=1"))

    def test_nobody_is_asked_who_is_liable_where_nobody_is(self, at_a_table: Callable[..., Client]) -> None:
        page = at_a_table(rulebook_id="saikouisen").get(PAGE)

        assert "Which yakuman" in text_of(page)
        assert "Who is liable, if anyone" not in text_of(page)


def test_a_hand_that_waited_on_a_phone_is_not_taken_down_at_the_phones_next_table(
    table: Table, phones: Callable[[Table], list[Client]]
) -> None:
    next_table = table.round.tables.exclude(pk=table.pk).first()
    moved = phones(next_table)[0]
    waited = {**RON, "if_match": EMPTY_LOG, "seat": str(table.seats.get(wind=1).pk)}

    answer = send(moved, ENTER, **waited, key="a-hand-that-waited")

    assert (answer.status_code, answer["Location"]) == (302, "/seat/table/")
    assert "This phone now holds a different seat" in text_of(moved.get("/seat/table/"))
    assert HandRecord.objects.count() == 0


class TestTheGong:
    """What follows it by the rule of the round's clock is one tap."""

    @staticmethod
    def of(page: HttpResponse) -> list[tuple[bool, list[str]]]:
        """Whether it is shown without a script, and what can be tapped."""
        found = page.content.decode().split("data-at-gong")[1:]
        return [
            (
                not part.startswith(" hidden"),
                re.findall(r'name="hands_left" value="(\d)">', part.split("</section>")[0]),
            )
            for part in found
        ]

    @staticmethod
    def rings(hall: Hall, table: Table, after_gong: str) -> None:
        set_time_limit(tournament=hall.tournament, minutes=50, after_gong=after_gong, by=hall.alice)
        start_clock(round_=table.round, by=hall.alice)
        RoundClock.objects.update(ends_at=timezone.now() - timedelta(seconds=5))

    def test_without_a_clock_nothing_is_offered(self, east: Client) -> None:
        assert self.of(east.get(PAGE)) == []

    def test_before_it_a_script_has_it_ready(self, hall: Hall, table: Table, east: Client) -> None:
        set_time_limit(tournament=hall.tournament, minutes=50, after_gong="finish_hand", by=hall.alice)
        start_clock(round_=table.round, by=hall.alice)

        assert self.of(east.get(PAGE)) == [(False, ["1", "0"])]

    @pytest.mark.parametrize(
        ("after_gong", "hands_left"),
        [("stop", ["0"]), ("finish_hand", ["1", "0"]), ("one_more_hand", ["2", "1"])],
    )
    def test_then_every_rule_has_its_own(
        self, hall: Hall, table: Table, east: Client, after_gong: str, hands_left: list[str]
    ) -> None:
        self.rings(hall, table, after_gong)

        assert self.of(east.get(PAGE)) == [(True, hands_left)]

    def test_the_hand_being_played_is_the_last(self, hall: Hall, table: Table, east: Client) -> None:
        self.rings(hall, table, "finish_hand")
        send(east, ENTER, **typed(east.get(PAGE)), what="gong", hands_left="1")
        page = east.get(PAGE)
        assert self.of(page) == []

        send(east, ENTER, **typed(page), **RON)

        text = text_of(east.get(PAGE))
        assert "The game is over" in text
        assert "Report this result" in text

    def test_a_hand_that_ended_before_it_goes_first(self, hall: Hall, table: Table, east: Client) -> None:
        words = "Enter any hand that ended before the gong first."
        self.rings(hall, table, "finish_hand")
        assert words not in text_of(east.get(PAGE))

        send(east, ENTER, **typed(east.get(PAGE)), **RON)

        assert words in text_of(east.get(PAGE))

    def test_between_two_hands_the_game_ends(self, hall: Hall, table: Table, east: Client) -> None:
        self.rings(hall, table, "finish_hand")

        send(east, ENTER, **typed(east.get(PAGE)), what="gong", hands_left="0")

        assert "The game is over" in text_of(east.get(PAGE))

    def test_it_costs_no_statement(
        self, hall: Hall, table: Table, east: Client, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        set_time_limit(tournament=hall.tournament, minutes=50, after_gong="finish_hand", by=hall.alice)
        start_clock(round_=table.round, by=hall.alice)
        east.get(PAGE)
        with django_assert_num_queries(8):
            east.get(PAGE)
        RoundClock.objects.update(ends_at=timezone.now() - timedelta(seconds=5))
        with django_assert_num_queries(8):
            east.get(PAGE)


class TestWhereNobodyAnswers:
    """The page brings what the phone needs to play on by itself."""

    def read(self, page: HttpResponse, name: str) -> Any:
        found = re.search(
            rf'<script id="{name}" type="application/json">(.*?)</script>', page.content.decode()
        )
        return json.loads(found[1]) if found else None

    def test_the_rules_of_the_table(self, table: Table, east: Client) -> None:
        rules = self.read(east.get(PAGE), "hands-rules")

        wanted = hand_table(table.round.stage.tournament.rulebook_for(4))
        assert rules["table"] == json.loads(json.dumps(wanted))
        assert rules["words"] == {
            "name": "{wind} {number}",
            "winds": ["East", "South", "West", "North"],
            "counters": ["{} honba", "{} honba"],
            "sticks": ["{} riichi stick", "{} riichi sticks"],
            "pays": "pays",
            "lead": "you lead by {}",
            "trail": "you trail by {}",
            "ends": "The game ends: {}",
            "over": REASONS,
            "minus": "−",
        }

    def test_and_its_words_in_japanese(self, east: Client) -> None:
        words = self.read(east.get(f"/ja{PAGE}"), "hands-rules")["words"]

        assert (words["name"], words["winds"][0], words["counters"][1]) == (
            "{wind}{number}局",
            "東",
            "{}本場",
        )

    def test_the_game_as_it_stands_and_where_it_was_read(self, table: Table, east: Client) -> None:
        before = self.read(east.get(PAGE), "hands-game")
        send(east, ENTER, **typed(east.get(PAGE)), **RON)

        after = self.read(east.get(PAGE), "hands-game")

        assert before["tag"] == EMPTY_LOG
        record = HandRecord.objects.get(table=table)
        assert after == {"tag": record.tag, "state": json.loads(record.state)}

    def test_nothing_once_the_result_is_in(self, table: Table, east: Client) -> None:
        send(east, ENTER, **typed(east.get(PAGE)), what="gong", hands_left="0")
        page = east.get(PAGE)
        assert self.read(page, "hands-rules") is not None

        send(east, "/seat/hands/report/", **typed(page))

        assert [self.read(east.get(PAGE), name) for name in ("hands-rules", "hands-game")] == [None, None]


def test_the_newest_hand_is_undone_where_it_stands_in_words_that_mean_the_hand(
    table: Table, hall: Hall, east: Client
) -> None:
    tag = enter_hand(table=table, outcome=PASSES, by=hall.rob, if_match=EMPTY_LOG).tag
    enter_hand(table=table, outcome=PASSES, by=hall.rob, if_match=tag)

    newest, *older = east.get(f"/ja{PAGE}").content.decode().split('<p class="told">')[1:]

    assert re.findall(r"<button[^>]*>([^<]*)</button>", newest) == ["この局を取り消す"]
    assert 'name="first" value="2"' in newest
    assert len(older) == 1
    assert "各局の結果" in text_of(east.get(f"/ja{PAGE}"))
    assert "確定を取り消す" not in text_of(east.get(f"/ja{PAGE}"))
