"""The referee's page: what needs somebody now, every table to tap, and the way back from what was done."""

import re
from datetime import timedelta

import pytest
from django.db.models.functions import Now
from django.test import Client

from tests.tournaments.hall import BALANCED, Hall, open_hall, phones_of, play, seats_of
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of, value
from tournaments.actions.credentials.player_cards import claim_card, issue_player_cards
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.hall.referee_calls import call_referee
from tournaments.actions.play.clocks import extend_clock, start_clock
from tournaments.actions.play.scoresheets.reporting import TableReport, dispute_sheet, report_sheet
from tournaments.models import (
    Penalty,
    RefereeCall,
    Round,
    RoundClock,
    Scoresheet,
    SeatToken,
    Table,
    TableClock,
)
from tournaments.models.hall.staff_tasks import LONG

PAGE = f"{DESK}referee/"
BACK = {"back": "referee"}


@pytest.fixture
def rob(hall: Hall) -> Client:
    return signed_in(hall.rob)


def disputed(table: Table, hall: Hall, reason: str = "It was less") -> Scoresheet:
    phones = phones_of(table, hall.alice)
    sheet = report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])
    return dispute_sheet(sheet=sheet, if_match=sheet.tag, reason=reason, by=phones[1])


def run_out(hall: Hall, round_: Round, *, left: int = -30) -> None:
    start_clock(round_=round_, minutes=60, by=hall.rob)
    RoundClock.objects.filter(round=round_).update(ends_at=Now() + timedelta(seconds=left))


def tiles(answer) -> list[str]:
    """Each table of the grid, as it is read."""
    grid = answer.content.decode().split('class="grid-of-tables">')[1].split("</ul>")[0]
    return [" ".join(re.sub("<[^>]+>", " ", tile).split()) for tile in grid.split("</li>")[:-1]]


def tag_of(answer) -> str:
    return re.search('data-etag="([^"]*)"', answer.content.decode())[1].replace("&quot;", '"')


def test_before_anything_is_played_the_page_says_what_will_stand_there(rob: Client) -> None:
    answer = rob.get(PAGE)

    assert "Nothing needs attention now." in text_of(answer)
    assert "No round is in play. Its tables appear here once it has started." in text_of(answer)


def test_it_is_for_those_who_may_referee(hall: Hall, charlie: Client) -> None:
    assert charlie.get(PAGE).status_code == charlie.get(f"{PAGE}1/").status_code == 403
    assert Client().get(PAGE).status_code == 302


def test_each_thing_to_do_stands_with_its_table_and_what_settles_it(hall: Hall, rob: Client) -> None:
    hall = open_hall(slug="autumn-open", players=16)
    rob = signed_in(hall.rob)
    round_ = hall.started()
    tables = {table.number: table for table in round_.tables.all()}
    call = call_referee(table=tables[3], reason="A tile is missing", by=phones_of(tables[3], hall.alice)[0])
    disputed(tables[2], hall, "West had 30,000")
    sheet = report_sheet(
        table=tables[1], report=TableReport(BALANCED), by=phones_of(tables[1], hall.alice)[0]
    )
    Scoresheet.objects.filter(pk=sheet.pk).update(reported_at=Now() - LONG - timedelta(seconds=1))
    run_out(hall, round_)
    desk = "/t/autumn-open/desk/"

    answer = rob.get(f"{desk}referee/")

    html, text = answer.content.decode(), text_of(answer)
    assert re.findall('id="need-([a-z]+)', html) == ["call", "dispute", "late", "late", "unconfirmed"]
    assert re.findall('data-loud="([a-z]+)', html) == ["call", "dispute"]
    assert f"{seats_of(tables[3])[0].entry.player.name} : A tile is missing" in text
    assert "West had 30,000" in text
    assert f'action="{desk}calls/{call.pk}/end/"' in html
    assert f'href="{desk}tables/{tables[2].pk}/?back=referee"' in html
    assert html.count(f'action="{desk}rounds/{round_.pk}/clock/extend/"') == 2
    assert f'name="if_match" value="{sheet.tag}"' in html
    assert tiles(answer) == [
        "Table 1 To confirm",
        "Table 2 Disputed",
        "Table 3 Calls you",
        "Table 4 Not reported",
    ]


def test_the_desk_the_referees_page_and_the_api_tell_of_the_same_things(hall: Hall) -> None:
    hall = open_hall(slug="autumn-open", players=32)
    rob, round_ = signed_in(hall.rob), hall.started()
    tables = {table.number: table for table in round_.tables.all()}
    phones = {number: phones_of(table, hall.alice) for number, table in tables.items() if number in (1, 3, 4)}
    call_referee(table=tables[3], reason="A tile is missing", by=phones[3][0])
    disputed(tables[2], hall, "West had 30,000")
    sheet = report_sheet(table=tables[1], report=TableReport(BALANCED), by=phones[1][0])
    Scoresheet.objects.filter(pk=sheet.pk).update(reported_at=Now() - LONG - timedelta(seconds=1))
    report_sheet(table=tables[4], report=TableReport(BALANCED), by=phones[4][0])
    run_out(hall, round_)
    desk = "/t/autumn-open/desk/"

    pages = [rob.get(path).content.decode() for path in (desk, f"{desk}referee/")]
    answer = rob.get("/api/v1/tournaments/autumn-open/attention/").json()

    needs = [re.findall('id="need-([a-z_]+)', html) for html in pages]
    assert needs == [["call", "dispute", "unconfirmed", "time"]] * 2
    assert [need["kind"] for need in answer["needs"]] == needs[0]
    assert 'data-due="' in pages[0]


def test_until_when_a_table_plays_never_looks_like_less_than_nothing(
    hall: Hall, round_: Round, table: Table, rob: Client
) -> None:
    start_clock(round_=round_, minutes=60, by=hall.rob)
    extend_clock(round_=round_, table=table, minutes=5, by=hall.rob)

    found = next(text for text in tiles(rob.get(PAGE)) if text.startswith(f"Table {table.number} "))

    assert re.fullmatch(rf"Table {table.number} Playing until \d\d:\d\d", found)


def test_a_round_in_play_without_a_clock_says_so(hall: Hall, round_: Round, rob: Client) -> None:
    pages = [DESK, PAGE]
    without = ["No clock is running in this round." in text_of(rob.get(page)) for page in pages]
    start_clock(round_=round_, minutes=60, by=hall.rob)

    assert without == [True, True]
    assert ["No clock is running" in text_of(rob.get(page)) for page in pages] == [False, False]


def test_a_dispute_shows_both_versions_of_the_result(hall: Hall, table: Table, rob: Client) -> None:
    first = disputed(table, hall)
    figures = BALANCED.__class__([50_000, 20_000, 20_000, 10_000])
    phones = phones_of(table, hall.alice)
    second = report_sheet(table=table, report=TableReport(figures, if_match=first.tag), by=phones[0])
    dispute_sheet(sheet=second, if_match=second.tag, reason="Still wrong", by=phones[1])

    text = text_of(rob.get(PAGE))

    east = seats_of(table)[0].entry.player.name
    assert "Name Version 1 Version 2" in text
    assert f"{east} 40,000 50,000" in text


def test_a_second_phone_at_a_seat_is_settled_by_another_code(hall: Hall, table: Table, rob: Client) -> None:
    phones_of(table, hall.alice)
    seat = seats_of(table)[0]
    SeatToken.objects.filter(seat=seat).update(second_claims=1)

    answer = rob.get(PAGE)

    html, name = answer.content.decode(), seat.entry.player.name
    assert re.findall('id="need-([a-z_]+)', html) == ["second_phone"]
    assert f"Another phone tried to take the seat of {name} ." in text_of(answer)
    assert f'action="{DESK}rounds/{table.round_id}/cards/"' in html
    assert f'name="seat" value="{seat.pk}"' in html


@pytest.mark.parametrize(("prefix", "name"), [("", "Referee: Spring Open"), ("/ja", "審判：Spring Open")])
def test_the_home_screen_opens_it_in_its_language(rob: Client, prefix: str, name: str) -> None:
    page = rob.get(prefix + PAGE).content.decode()

    app = rob.get(f"{prefix}{PAGE}app.webmanifest").json()

    assert f'<link rel="manifest" href="{prefix}{PAGE}app.webmanifest" crossorigin="use-credentials">' in page
    assert (app["id"], app["start_url"], app["name"]) == (PAGE, prefix + PAGE, name)


class TestLedBack:
    """What is done from the page leads back to it, and only from there."""

    def test_a_call_that_is_done(self, hall: Hall, table: Table, rob: Client) -> None:
        call = call_referee(table=table, by=phones_of(table, hall.alice)[0])

        answer = send(rob, f"{DESK}calls/{call.pk}/end/", **BACK)

        assert answer.redirect_chain == [(PAGE, 302)]
        assert "The call was resolved." in text_of(answer)
        assert RefereeCall.objects.get().ended_by == hall.rob.user

    def test_a_button_of_the_desk_leads_to_the_desk_as_before(
        self, hall: Hall, table: Table, rob: Client
    ) -> None:
        call = call_referee(table=table, by=phones_of(table, hall.alice)[0])

        answer = send(rob, f"{DESK}calls/{call.pk}/end/", back="//elsewhere.example/")

        assert answer.redirect_chain == [(DESK, 302)]

    def test_five_minutes_more_for_one_table(
        self, hall: Hall, round_: Round, table: Table, rob: Client
    ) -> None:
        run_out(hall, round_)

        answer = send(rob, f"{DESK}rounds/{round_.pk}/clock/extend/", table=table.pk, minutes="5", **BACK)

        assert answer.redirect_chain == [(PAGE, 302)]
        assert TableClock.objects.get().table == table
        assert re.findall('id="need-([a-z]+)-', answer.content.decode()) == ["late", "time"]

    def test_a_result_that_is_decided_after_its_preview(self, hall: Hall, table: Table, rob: Client) -> None:
        disputed(table, hall)
        address = f"{DESK}tables/{table.pk}/?back=referee"
        page = rob.get(address)
        fields = {f"points_{n}": points for n, points in enumerate(("400", "300", "200", "100"))}
        fields |= {name: value(page, name) for name in ("seated", "if_match", "back")}

        seen = rob.post(f"{DESK}tables/{table.pk}/", {**fields, "do": "preview", "reason": "Sticks counted"})
        fields["back"] = value(seen, "back")
        answer = send(rob, f"{DESK}tables/{table.pk}/", **fields, do="decide", reason="Sticks counted")

        assert "Back to the referee’s page" in text_of(page)
        assert "What would change" in text_of(seen)
        assert answer.redirect_chain == [(PAGE, 302)]
        assert Scoresheet.objects.get(status="confirmed").reason == "Sticks counted"

    def test_a_refusal_says_there_why_nothing_was_done(self, hall: Hall, table: Table, rob: Client) -> None:
        sheet = disputed(table, hall)

        answer = send(rob, f"{DESK}tables/{table.pk}/confirm/", if_match="r1-00000000", **BACK)

        assert answer.redirect_chain == [(PAGE, 302)]
        assert 'role="alert"' in answer.content.decode()
        assert Scoresheet.objects.get().status == sheet.status

    def test_a_penalty_comes_with_its_player_and_round(self, hall: Hall, round_: Round, rob: Client) -> None:
        entry = seats_of(round_.tables.get(number=1))[0].entry
        about = f"entry={entry.pk}&round={round_.pk}&stage={hall.stage.pk}"

        page = rob.get(f"{DESK}penalties/?back=referee&{about}")
        fields = {"entry": entry.pk, "round": round_.pk, "stage": hall.stage.pk, "reason": "Late", **BACK}
        answer = send(rob, f"{DESK}penalties/", **fields)

        assert re.findall('<option value="([0-9]+)" selected', page.content.decode()) == [
            str(pk) for pk in (entry.pk, round_.pk, hall.stage.pk)
        ]
        assert answer.redirect_chain == [(PAGE, 302)]
        assert Penalty.objects.get().entry == entry

    def test_a_link_about_nobody_chooses_nobody(self, hall: Hall, rob: Client) -> None:
        page = rob.get(f"{DESK}penalties/?entry=nobody%00&round=999999999999999999999999")

        assert page.status_code == 200
        assert 'value="nobody' not in page.content.decode()

    def test_a_seat_goes_to_another_phone_by_its_code(self, hall: Hall, table: Table, rob: Client) -> None:
        seat = seats_of(table)[0]
        phones_of(table, hall.alice)

        answer = rob.post(
            f"{DESK}rounds/{table.round_id}/cards/", {"seat": seat.pk, "confirm": "sure", **BACK}
        )

        assert answer.status_code == 200
        assert f'href="{PAGE}"' in answer.content.decode()
        assert SeatToken.objects.filter(seat=seat, revoked_at=None, claimed_at=None).count() == 1


class TestOneTable:
    def test_its_number_leads_there_however_it_is_typed(self, hall: Hall, table: Table, rob: Client) -> None:
        for typed in ("1", " 1 ", "１", "01"):
            assert rob.get(PAGE, {"table": typed})["Location"] == f"{PAGE}1/"

    @pytest.mark.parametrize("typed", ["9", "abc", "-1", "1.5", "9" * 30, "\0"])
    def test_what_is_no_table_is_said_and_stays_typed(
        self, hall: Hall, table: Table, rob: Client, typed: str
    ) -> None:
        answer = rob.get(PAGE, {"table": typed})

        assert answer.status_code == 200
        assert "Enter a table number below, or tap it." in text_of(answer)
        assert 'aria-invalid="true"' in answer.content.decode()

    def test_a_number_that_no_table_has_is_nowhere(self, hall: Hall, table: Table, rob: Client) -> None:
        assert rob.get(f"{PAGE}9/").status_code == 404

    def test_before_it_is_in_play_players_are_exchanged_and_nothing_is_reported(
        self, hall: Hall, rob: Client
    ) -> None:
        table = publish_round(round_=hall.draw(), by=hall.alice).tables.get(number=1)
        call_referee(table=table, by=phones_of(table, hall.alice)[0])
        desk = f"{DESK}tables/{table.pk}/"

        html = rob.get(f"{PAGE}1/").content.decode()

        assert [one for one in re.findall('href="([^"]+)"', html) if one.startswith(desk)] == [
            f"{desk}?back=referee&amp;open=substitute#exchange"
        ]

    def test_it_has_all_that_a_referee_does_there(
        self, hall: Hall, round_: Round, table: Table, rob: Client
    ) -> None:
        run_out(hall, round_, left=1000)
        with_card = seats_of(table)[1].entry

        issue_player_cards(tournament=hall.tournament, entries=[with_card.pk], by=hall.alice)
        answer = rob.get(f"{PAGE}1/")

        html = answer.content.decode()
        assert {
            f"{DESK}tables/{table.pk}/?back=referee",
            f"{DESK}tables/{table.pk}/?back=referee&amp;open=chombo#report",
            f"{DESK}tables/{table.pk}/?back=referee&amp;open=substitute#exchange",
            f"{DESK}cards/print/?back=referee&amp;entry={with_card.pk}",
        } <= set(re.findall('href="([^"]+)"', html))
        assert re.findall(r'action="[^"]*/desk/([a-z]+/)\d+(/[a-z/]+)"', html) == [
            ("rounds/", "/clock/extend/"),
            ("rounds/", "/clock/pause/"),
            *[("rounds/", "/cards/")] * 3,
        ]
        assert html.count("penalties/?back=referee&amp;entry=") == 4

    def test_the_links_open_what_they_are_about(self, hall: Hall, table: Table, rob: Client) -> None:
        address = f"{DESK}tables/{table.pk}/"
        opened = {
            what: len(
                re.findall(
                    '<details class="card"[^>]* ?open>', rob.get(address, {"open": what}).content.decode()
                )
            )
            for what in ("", "chombo", "substitute")
        }

        assert opened == {"": 0, "chombo": 1, "substitute": 1}


class TestLive:
    def test_it_is_the_same_page_as_long_as_nothing_on_it_is_another(
        self, hall: Hall, round_: Round, table: Table, rob: Client
    ) -> None:
        tag = tag_of(rob.get(PAGE))
        same = rob.get(PAGE, headers={"if-none-match": tag})

        call_referee(table=table, by=phones_of(table, hall.alice)[0])

        assert same.status_code == 304
        assert rob.get(PAGE, headers={"if-none-match": tag}).status_code == 200

    def test_time_alone_makes_it_another_and_the_page_says_when(
        self, hall: Hall, round_: Round, rob: Client
    ) -> None:
        run_out(hall, round_, left=400)
        page = rob.get(PAGE)
        (due,) = re.findall('data-due="([0-9]*)"', page.content.decode())

        RoundClock.objects.update(ends_at=Now() + timedelta(seconds=299))
        later = rob.get(PAGE, headers={"if-none-match": tag_of(page)})

        assert 95_000 < int(due) <= 100_000
        assert later.status_code == 200
        assert "Round 1: 2 tables have not reported" in text_of(later)


@pytest.mark.parametrize("players", [8, 24])
@pytest.mark.parametrize(("address", "queries"), [(PAGE, 7), (f"{PAGE}1/", 8)])
def test_so_many_queries_however_many_tables_there_are(
    db: None, players: int, address: str, queries: int, django_assert_num_queries
) -> None:
    hall = open_hall(players=players)
    issue_player_cards(tournament=hall.tournament, by=hall.alice)
    entry = hall.tournament.entries.get(player__name="Bob")
    for key in ("first", "second"):
        claim_card(code=entry.cards.get().code, key=key)
    round_ = hall.started()
    for table in list(round_.tables.all())[1:]:
        disputed(table, hall)
    play(round_.tables.get(number=1), hall.alice)
    run_out(hall, round_)
    rob = signed_in(hall.rob)

    with django_assert_num_queries(queries):
        answer = rob.get(address)

    assert answer.status_code == 200
