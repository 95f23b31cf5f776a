"""An organizer's evening, by forms."""

import re

import pytest
from django.test import Client

from players.models import Player
from scoring.rulebook.rulebook import load, needs
from tests.tournaments.hall import play, seats_of
from tests.tournaments.views.seat.test_seat_pages import text_of, value
from tournaments.actions.draws.draft_rounds import publish_draw
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Method, Plan
from tournaments.actions.play.rounds import EARLIER_ROUND_OPEN, close_round, start_round
from tournaments.actions.setup.tournaments import add_stage
from tournaments.models import (
    ApiToken,
    Entry,
    LedgerEntry,
    Penalty,
    Round,
    Scoresheet,
    Seat,
    SeatToken,
    Staff,
    Standing,
    TableFormat,
    Tournament,
)

pytestmark = pytest.mark.django_db
DESK = "/t/spring-open/desk/"


def send(browser: Client, address: str, **fields):
    """Send a form and read the page that follows."""
    return browser.post(address, fields, follow=True)


def test_a_round_goes_its_whole_way_from_the_desk(hall, alice):
    send(alice, DESK + "draw/", stage=hall.stage.pk, seed="2026")
    round_ = Round.objects.get()
    statuses = [round_.status]
    for action in ("redraw", "publish", "start", "close", "reopen"):
        send(alice, f"{DESK}rounds/{round_.pk}/{action}/", confirm="results_missing")
        statuses.append(Round.objects.get().status)

    assert statuses == ["drafted", "drafted", "published", "started", "closed", "started"]


def test_a_draw_that_does_not_fill_the_tables_says_what_to_do_and_keeps_what_was_typed(hall, alice):
    entry = hall.tournament.entries.first()

    answer = alice.post(DESK + "draw/", {"stage": hall.stage.pk, "sit_out": entry.pk, "seed": "mine"})

    assert answer.status_code == 422
    assert "7 players do not fill tables of 4" in text_of(answer)
    assert value(answer, "seed") == "mine"
    assert not Round.objects.exists()


def test_a_draft_is_the_staffs_alone(hall, alice):
    hall.draw()

    assert "Only the staff sees this draft." in text_of(alice.get(DESK))
    assert Client().get("/t/spring-open/rounds/1/").status_code == 404
    assert "No round is published yet." in text_of(Client().get("/t/spring-open/"))


def headings_of(answer):
    found = re.findall(r"<h[23][^>]*>(.*?)</h[23]>", answer.content.decode(), re.DOTALL)
    return [
        said
        for said in (" ".join(re.sub("<[^>]+>", "", heading).split()) for heading in found)
        if "ound" in said
    ]


class TestAnEveningDrawnAsAWhole:
    @pytest.fixture
    def five(self, hall):
        kept = draw(
            stage=hall.stage, plan=Plan(method=Method.SCHEDULE, rounds=5), by=hall.alice, seed="evening"
        )
        return publish_draw(kept=kept, by=hall.alice)

    def test_the_round_in_play_comes_first_then_the_next_and_later_ones_are_a_line_each(
        self, hall, five, alice
    ):
        start_round(round_=five[0], by=hall.alice)
        close_round(round_=five[0], by=hall.alice, leave_open=True)
        start_round(round_=five[1], by=hall.alice)

        answer = alice.get(DESK)

        assert headings_of(answer) == [
            "Round 2 In play",
            "Round 3 Published",
            "Later rounds",
            "Round 4",
            "Round 5",
            "Closed rounds",
            "Round 1",
        ]
        assert answer.content.decode().count('class="tiles"') == 2

    def test_phones_stand_under_the_round_in_play_first_and_rounds_of_a_later_stage_say_so(
        self, hall, five, alice
    ):
        start_round(round_=five[1], by=hall.alice, confirm=[EARLIER_ROUND_OPEN])
        final = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)
        plan = Plan(method=Method.SCHEDULE, rounds=1)
        publish_draw(kept=draw(stage=final, plan=plan, by=hall.alice, seed="final"), by=hall.alice)

        answer = alice.get(DESK + "phones/")

        assert headings_of(answer) == [
            "Round 2 In play",
            "Round 1 Published",
            "Round 3 Published",
            "Round 4 Published",
            "Round 5 Published",
            "Round 1 · Final Published",
        ]

    def test_the_desk_asks_no_more_when_more_rounds_come_later(
        self, hall, five, alice, django_assert_num_queries
    ):
        with django_assert_num_queries(13):
            alice.get(DESK)

    def test_drafts_that_come_later_lead_to_the_page_on_which_they_are_published(self, hall, alice):
        kept = draw(
            stage=hall.stage, plan=Plan(method=Method.SCHEDULE, rounds=3), by=hall.alice, seed="evening"
        )

        answer = alice.get(DESK)

        assert headings_of(answer) == ["Round 1 Drafted", "Later rounds", "Round 2", "Round 3"]
        assert answer.content.decode().count(f'href="{DESK}draw/{kept.pk}/"') == 3
        assert answer.content.decode().count("/publish/") == 1


def test_a_second_tap_on_discard_finds_it_discarded(hall, alice):
    round_ = hall.draw()
    sent = {"key": value(alice.get(DESK), "key")}

    answers = [alice.post(f"{DESK}rounds/{round_.pk}/discard/", sent).status_code for _tap in range(2)]

    assert answers == [302, 302]
    assert not Round.objects.exists()


def test_closing_early_names_the_tables_that_are_missing(hall, round_, alice):
    answer = send(alice, f"{DESK}rounds/{round_.pk}/close/")

    assert "No confirmed result yet from table 1, 2." in text_of(answer)


def test_seat_cards_open_seats(hall, round_, alice):
    page = alice.post(f"{DESK}rounds/{round_.pk}/cards/").content.decode()
    codes = [code.replace(" ", "") for code in re.findall(r"<strong>([A-Z2-9 ]{26,40})</strong>", page)]

    assert (len(codes), page.count("data:image/svg+xml")) == (8, 8)
    for code in codes:
        assert Client().post("/seat/", {"code": code}).status_code == 302
        assert not LedgerEntry.objects.filter(payload__contains=code).exists()


def test_a_phone_is_put_out(hall, table, phones, alice):
    east = phones(table)[0]
    token = SeatToken.objects.get(seat=seats_of(table)[0])

    send(alice, f"{DESK}phones/{token.pk}/revoke/")

    assert east.get("/seat/table/").headers["Location"] == "/seat/"


def test_deciding_is_shown_before_it_is_done(hall, table, alice):
    play(table, hall.alice)
    hall.stage.publication.refresh_from_db()
    figures = {
        "points_0": "100",
        "points_1": "200",
        "points_2": "300",
        "points_3": "400",
        "reason": "swapped",
    }
    address = f"{DESK}tables/{table.pk}/"
    tag = value(alice.get(address), "if_match")
    before = LedgerEntry.objects.count()

    preview = alice.post(address, {**figures, "if_match": tag, "do": "preview"})

    assert "What this would move" in text_of(preview)
    assert "+60.0 → −50.0" in text_of(preview)
    assert LedgerEntry.objects.count() == before

    send(alice, address, **figures, if_match=tag, do="decide")

    sheet = Scoresheet.objects.live().get(table=table)
    assert (sheet.points, sheet.reason, sheet.version) == ([10_000, 20_000, 30_000, 40_000], "swapped", 2)


def test_deciding_without_a_reason_keeps_what_was_typed(table, alice):
    address = f"{DESK}tables/{table.pk}/"

    answer = alice.post(
        address, {"points_0": "400", "points_1": "300", "points_2": "200", "points_3": "100", "do": "decide"}
    )

    assert answer.status_code == 422
    assert "Please say why the result is decided." in text_of(answer)
    assert value(answer, "points_0") == "400"


@pytest.mark.parametrize("reason", ["a\x00b", "\u202e000,1"])
def test_a_reason_that_cannot_be_read_decides_nothing(table, alice, reason):
    points = {"points_0": "400", "points_1": "300", "points_2": "200", "points_3": "100"}

    answer = alice.post(f"{DESK}tables/{table.pk}/", {**points, "do": "decide", "reason": reason})

    assert answer.status_code == 422
    assert "The reason has a character that cannot be shown" in text_of(answer)
    assert not Scoresheet.objects.exists()


def test_a_referee_confirms_and_voids(hall, table, phones, alice):
    from_east = phones(table)[0]
    page = from_east.get("/seat/table/")
    points = {"points_0": "400", "points_1": "300", "points_2": "200", "points_3": "100"}
    from_east.post(
        "/seat/table/report/", {"key": value(page, "key"), "seated": value(page, "seated"), **points}
    )
    address = f"{DESK}tables/{table.pk}/"

    send(alice, address + "confirm/", if_match=value(alice.get(address), "if_match"))
    confirmed = Scoresheet.objects.get(table=table).status
    send(alice, address + "void/", if_match=value(alice.get(address), "if_match"), reason="chairs mixed up")

    assert confirmed == "confirmed"
    assert Scoresheet.objects.get(table=table).status == "void"


def test_a_player_is_registered_with_club_team_and_number(hall, alice):
    send(alice, DESK + "entries/", name="  Kaoru   山田 ", club="Dragons", team="Winds", number="70")

    entry = Entry.objects.get(number=70)
    assert (entry.player.name, entry.player.club.name, entry.team.name) == ("Kaoru 山田", "Dragons", "Winds")


def test_a_namesake_is_asked_about_before_anybody_is_registered(hall, alice):
    stranger = Player.objects.create(name="Zoe", skeleton="zoe")

    asked = alice.post(DESK + "entries/", {"name": "ZOE"})
    send(alice, DESK + "entries/", name="ZOE", player=str(stranger.pk))

    assert asked.status_code == 422
    assert "Is this ZOE one of those on file?" in text_of(asked)
    assert hall.tournament.entries.filter(player=stranger).exists()


@pytest.mark.parametrize("name", ["‮evil", "​", "x" * 61, "\x07"])
def test_a_name_that_hides_something_is_refused(name, hall, alice):
    answer = alice.post(DESK + "entries/", {"name": name})

    assert answer.status_code == 422
    assert hall.tournament.entries.count() == 8


def test_a_list_is_looked_at_before_it_is_imported(hall, alice):
    text = "name,club\nKaoru,Dragons\nMei,Winds\n"

    looked = alice.post(DESK + "entries/import/", {"text": text, "do": "look"})
    nothing_yet = hall.tournament.entries.count()
    done = send(alice, DESK + "entries/import/", text=text, do="import", as_of=value(looked, "as_of"))

    assert "Register 2 players" in text_of(looked)
    assert (nothing_yet, hall.tournament.entries.count()) == (8, 10)
    assert "2 players registered." in text_of(done)


def test_a_list_with_an_error_says_where_and_comes_back(hall, alice):
    answer = alice.post(DESK + "entries/import/", {"text": "name,number\nKaoru,1\n", "do": "import"})

    assert answer.status_code == 422
    assert "Line 2:" in text_of(answer)
    assert "Kaoru,1" in answer.content.decode()
    assert hall.tournament.entries.count() == 8


def test_withdrawn_and_back(hall, alice):
    entry = hall.tournament.entries.get(number=8)
    statuses = []
    for action in ("withdraw", "reinstate"):
        send(alice, f"{DESK}entries/{entry.pk}/{action}/")
        entry.refresh_from_db()
        statuses.append(entry.status)

    assert statuses == ["withdrawn", "active"]


def test_a_substitute_takes_a_seat(hall, table, alice):
    send(alice, DESK + "entries/", name="Sub Stitute", is_substitute="on")
    substitute = Entry.objects.get(is_substitute=True)
    seat = seats_of(table)[0]

    send(alice, f"{DESK}tables/{table.pk}/substitute/", seat=seat.pk, entry=substitute.pk)

    assert Seat.objects.get(pk=seat.pk).entry == substitute


def test_a_penalty_is_typed_as_it_is_said_and_can_be_lifted(hall, round_, alice):
    entry = hall.tournament.entries.get(number=1)

    send(alice, DESK + "penalties/", stage=hall.stage.pk, entry=entry.pk, amount="2.5", reason="late")
    penalty = Penalty.objects.get()
    amount = penalty.amount
    send(alice, f"{DESK}penalties/{penalty.pk}/lift/", reason="the bus")
    penalty.refresh_from_db()

    assert (amount, penalty.lift_reason) == (2_500, "the bus")


@pytest.mark.parametrize("amount", ["0", "-5", "1e400", "NaN", "0.0001", "9" * 20, ""])
def test_a_penalty_that_is_none_is_refused(amount, hall, alice):
    entry = hall.tournament.entries.get(number=1)

    answer = alice.post(
        DESK + "penalties/", {"stage": hall.stage.pk, "entry": entry.pk, "amount": amount, "reason": "late"}
    )

    assert answer.status_code == 422
    assert not Penalty.objects.exists()


def test_the_last_organizer_stays(hall, alice):
    staff = Staff.objects.get(user=hall.alice.user)

    answer = send(alice, f"{DESK}staff/{staff.pk}/dismiss/")

    assert "A tournament needs an organizer" in text_of(answer)


def test_a_tournament_is_set_up_under_a_rulebook_that_leaves_things_open(charlie):
    fields = {
        "name": "Friday night",
        "time_zone": "Europe/Berlin",
        "visibility": "public",
        "confirmation_rule": "k_of_n",
        "confirmations_needed": "1",
        "rule_result_tie": "seat_order",
        "rule_result_leftover_deposits": "top",
        "rule_chombo_kind": "after_game",
        "rule_chombo_amount": "20",
    }

    answer = send(charlie, "/new/danching/", **fields)

    tournament = Tournament.objects.get(slug="friday-night")
    assert answer.redirect_chain == [("/t/friday-night/desk/entries/", 302)]
    assert tournament.usual_format.house_rules == {
        "result.tie": "seat_order",
        "result.leftover_deposits": "top",
        "chombo.kind": "after_game",
        "chombo.amount": 20,
    }


def test_what_only_hands_depend_on_is_asked_at_set_up_and_may_be_left_open(charlie):
    page = charlie.get("/new/beginner/").content.decode()
    fields = {"time_zone": "Asia/Tokyo", "visibility": "public", "confirmation_rule": "referee"}
    fields |= {"rule_result_tie": "split", "rule_result_leftover_deposits": "top"}
    some = {"rule_settlement_honba_ron": "300", "rule_settlement_pao_yaku": ["none"]}

    for slug, more in (("points-only", {}), ("by-hand", some)):
        assert send(charlie, "/new/beginner/", name=slug, slug=slug, **fields, **more).redirect_chain

    asked = set(re.findall(r'name="rule_([a-z_0-9]+)"', page))
    assert asked == {path.replace(".", "_") for path in needs(load("beginner"))}
    rules = {
        one.tournament.slug: one.house_rules for one in TableFormat.objects.filter(rulebook_id="beginner")
    }
    decided = {"result.tie": "split", "result.leftover_deposits": "top"}
    assert rules == {
        "points-only": decided,
        "by-hand": decided | {"settlement.honba_ron": 300, "settlement.pao_yaku": []},
    }


@pytest.mark.parametrize(
    ("field", "bad"),
    [
        ("name", ""),
        ("slug", "Ü ü"),
        ("time_zone", "Mars/Base"),
        ("name", "大会"),
        ("confirmation_rule", "nobody"),
    ],
)
def test_a_tournament_is_not_set_up_half(field, bad, hall, charlie):
    fields = {"name": "Friday", "time_zone": "UTC", "visibility": "public", "confirmation_rule": "all_others"}

    answer = charlie.post("/new/mleague/", {**fields, field: bad})

    assert answer.status_code == 422
    assert Tournament.objects.count() == 1


def test_every_rulebook_can_be_chosen(charlie):
    page = charlie.get("/new/").content.decode()
    addresses = set(re.findall(r'href="(/new/[\w-]+/)"', page))

    assert len(addresses) == 26
    assert {charlie.get(address).status_code for address in addresses} == {200}


def test_an_api_token_is_shown_once_and_kept_as_a_hash(hall, alice):
    page = alice.post("/me/tokens/", {"name": "results bot", "scope": "read", "days": "30"}).content.decode()
    secret = re.search(r"mjt_[\w-]+", page)[0]
    token = ApiToken.objects.get()

    assert secret not in alice.get("/me/tokens/").content.decode()
    assert secret not in str(vars(token))
    send(alice, f"/me/tokens/{token.pk}/revoke/")
    assert not ApiToken.objects.alive().exists()


def test_a_second_tap_shows_the_same_api_token_and_makes_no_second(hall, alice):
    wanted = {"name": "results bot", "scope": "read", "days": "30", "key": "tap" * 6}
    first = alice.post("/me/tokens/", wanted)

    again = alice.post("/me/tokens/", wanted)

    shown = [re.findall(r"mjt_[\w-]{20,}", page.content.decode()) for page in (first, again)]
    assert (first.status_code, again.status_code, shown[1]) == (200, 200, shown[0])
    assert len(shown[0]) == 1
    assert ApiToken.objects.count() == 1


def test_the_form_for_an_api_token_brings_a_key_of_its_own(hall, alice):
    keys = [
        re.findall(r'name="key" value="([^"]+)"', alice.get("/me/tokens/").content.decode())
        for _visit in range(2)
    ]

    assert len(keys[0]) == len(keys[1]) == 1
    assert keys[0] != keys[1]


def test_somebody_elses_token_is_not_found(hall, alice, charlie):
    alice.post("/me/tokens/", {"name": "results bot", "scope": "read", "days": "30"})

    assert charlie.post(f"/me/tokens/{ApiToken.objects.get().pk}/revoke/").status_code == 404
    assert ApiToken.objects.alive().count() == 1


def test_finishing_ends_the_drawing(hall, round_, alice):
    send(alice, DESK + "finish/", confirm="rounds_open")

    assert Tournament.objects.get().status == "finished"
    assert "Draw the next round" not in text_of(alice.get(DESK))


def test_standings_follow_what_the_desk_decides(hall, table, alice):
    points = {"points_0": "400", "points_1": "300", "points_2": "200", "points_3": "100"}

    send(alice, f"{DESK}tables/{table.pk}/", **points, do="decide", reason="paper sheet")
    Client().get("/t/spring-open/standings/")

    assert Standing.objects.get(entry=seats_of(table)[0].entry).total == 60_000
