"""What anybody looks up: each page takes as many statements for three of a thing as for one."""

import re

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from players.actions import add_player
from players.models import Player
from tests.tournaments.hall import BALANCED, confirm_all, open_hall, phones_of, play, seats_of
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_live_phones import tag_of
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.people.entries import register
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import (
    Figures,
    TableReport,
    confirm_sheet,
    dispute_sheet,
    report_sheet,
)
from tournaments.actions.setup.tournaments import add_stage
from tournaments.models import Entry, League, LedgerEntry, Round, Standing, Tournament
from tournaments.models.events import Event
from tournaments.standings import publish_tournament
from tournaments.views.public import tournaments
from tournaments.views.public.ledger_wording import in_words

pytestmark = pytest.mark.django_db
CONSOLE = Actor(is_console=True)
OTHERS = Figures([10_000, 20_000, 30_000, 40_000])


def statements(address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert Client().get(address).status_code == 200
    return len(captured)


def test_the_front_page_lists_what_runs_first(hall, round_):
    open_hall("planned")

    page = text_of(Client().get("/"))

    assert page.index("Playing now") < page.index("Upcoming")


def test_the_front_page_takes_eight_statements_however_many_tournaments(hall):
    one = statements("/")
    for slug in ("b", "c"):
        open_hall(slug)

    assert (one, statements("/")) == (8, 8)


def test_the_front_page_shows_who_leads_what_runs_and_which_round_is_in_play(hall):
    for table in hall.started().tables.all():
        play(table, hall.alice)
    close_round(round_=Round.objects.get(), by=hall.alice)
    publish_tournament(hall.tournament.pk)
    hall.started()
    one = statements("/")
    for slug in ("b", "c"):
        open_hall(slug).started()

    card = text_of(Client().get("/")).partition("Playing now")[2].partition("Leagues")[0]

    leaders = Standing.objects.filter(stage=hall.stage, position__lte=4).order_by("position")
    said = " ".join(f"{row.rank} {row.entry.player.name} +{row.total / 1000}" for row in leaders)
    assert "Round 2 · In play Spring Open 0 of 2 tables confirmed" in card
    assert f"Standings : Spring Open {said} " in card
    assert len(leaders) == 4
    assert statements("/") == one


def test_the_front_page_names_no_leader_before_the_first_game(hall, round_):
    publish_tournament(hall.tournament.pk)

    page = Client().get("/").content.decode()

    assert "card felt" in page
    assert "leaders" not in page


def test_what_is_not_listed_is_not_on_the_front_page():
    open_hall("hidden", name="Hidden Cup", visibility=Tournament.Visibility.UNLISTED)
    open_hall("secret", name="Secret Cup", visibility=Tournament.Visibility.PRIVATE)

    page = text_of(Client().get("/"))

    assert "Hidden Cup" not in page
    assert "Secret Cup" not in page
    assert Client().get("/t/hidden/").status_code == 200


def test_a_league_takes_six_statements_however_many_seasons():
    create_league(slug="club", name="Club League", by=Actor(is_console=True))
    counts = []
    for number in (1, 2, 3):
        season = create_season(league=League.objects.get(), name=str(number), by=Actor(is_console=True))
        open_hall(f"a{number}", season=season, division="A")
        # Without a worker the first who reads publishes.
        statements("/l/club/")
        counts.append(statements("/l/club/"))

    assert counts == 3 * [6 + settings.EMBEDDED]


@pytest.mark.parametrize(("address", "most"), [("/t/spring-open/", 9), ("/t/spring-open/rounds/1/", 6)])
def test_a_bigger_hall_takes_no_more_statements(address, most):
    counts = []
    for players in (8, 24):
        hall = open_hall("spring-open" if players == 8 else "big", players=players)
        for table in hall.started().tables.all():
            play(table, hall.alice)
        publish_tournament(hall.tournament.pk)
        counts.append(statements(address.replace("spring-open", hall.tournament.slug)))

    assert counts == [counts[0]] * 2
    assert counts[0] <= most


def test_the_page_of_an_event_shows_the_tables_of_its_round_in_play(hall, monkeypatch):
    round_ = hall.started()
    play(round_.tables.get(number=1), hall.alice)

    both = text_of(Client().get("/t/spring-open/"))
    monkeypatch.setattr("tournaments.views.public.tournaments.MOST_TABLES", 1)
    hall.tournament.refresh_from_db()
    first = text_of(Client().get("/t/spring-open/?again"))

    assert "Table 1 Confirmed" in both
    assert "Table 2 Playing" in both
    assert "Table 2" not in first
    assert "All 2 tables" in first


def test_the_page_of_an_event_between_rounds_shows_no_tables(hall):
    for table in hall.started().tables.all():
        play(table, hall.alice)
    round_ = Round.objects.get()
    close_round(round_=round_, by=hall.alice)

    page = text_of(Client().get("/t/spring-open/"))

    assert "Table 1" not in page
    assert "Round 1 Closed" in page


def test_a_players_page_takes_no_more_statements_for_three_games_than_for_one(hall):
    address = f"/players/{Player.objects.get(name='Bob').pk}/"
    counts = []
    for _round in range(3):
        for table in hall.started().tables.all():
            play(table, hall.alice)
        # Without a worker the first who reads publishes.
        Client().get(address)
        counts.append(statements(address))

    assert counts == [11 + settings.EMBEDDED] * 3


def test_a_players_page_shows_games_of_public_tournaments_only():
    hall = open_hall("secret", visibility=Tournament.Visibility.PRIVATE)
    for table in hall.started().tables.all():
        play(table, hall.alice)
    player = Player.objects.get(name="Bob")

    address = f"/players/{player.pk}/"

    assert Client().get(address).status_code == 404
    assert "No confirmed game yet." in text_of(signed_in(hall.alice).get(address))


def test_the_ledger_takes_no_more_statements_for_more_entries(hall):
    one = statements("/t/spring-open/ledger/")
    for table in hall.started().tables.all():
        play(table, hall.alice)

    assert statements("/t/spring-open/ledger/") <= one + 2


def test_the_ledger_says_every_action_in_words(hall, table):
    sheet = play(table, hall.alice)
    correct_sheet(
        table=table,
        report=TableReport(Figures([25_000] * 4), if_match=sheet.tag),
        reason="counted again",
        by=hall.rob,
    )

    page = text_of(Client().get("/t/spring-open/ledger/"))

    assert (
        "Round 1, Table 1 decided by the referee: 25,000 · 25,000 · 25,000 · 25,000 (counted again)" in page
    )
    assert "Round 1 started" in page
    assert (
        "Tournament set up under the rulebook mleague"
        in Client().get("/t/spring-open/ledger/?page=2").content.decode() + page
    )
    assert "@" not in page


def test_a_round_that_was_closed_without_results_says_so_in_the_ledger(hall, round_):
    close_round(round_=round_, by=hall.alice, leave_open=True)

    english, japanese = (text_of(Client().get(f"{path}/t/spring-open/ledger/")) for path in ("", "/ja"))
    tables = round_.tables.count()
    assert f"Round 1 closed, without results of {tables} tables" in english
    assert f"1回戦を締め切り（結果のない卓：{tables}）" in japanese


def test_a_round_that_was_closed_with_all_results_is_closed(hall, round_):
    for table in round_.tables.all():
        play(table, hall.alice)
    close_round(round_=round_, by=hall.alice)

    assert "Round 1 closed " in text_of(Client().get("/t/spring-open/ledger/"))


def test_a_table_of_a_round_is_named_as_each_language_does(hall, table):
    play(table, hall.alice)

    english, japanese = (text_of(Client().get(f"{path}/t/spring-open/ledger/")) for path in ("", "/ja"))
    assert "Round 1, Table 1" in english
    assert "1回戦 1卓" in japanese
    assert "1回戦, " not in japanese


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_kind_of_action_is_said_in_a_sentence_whatever_its_payload_lacks(hall, language):
    entries = [LedgerEntry(kind=kind, payload="{}", actor="console") for kind in Event.events]

    with translation.override(language):
        sentences = [line.words for line in in_words(hall.tournament, entries)]

    assert [words for words in sentences if not words or "%(" in words or words in Event.events] == []
    assert len(set(sentences)) == len(Event.events)


def test_an_action_of_a_newer_version_is_shown_by_its_kind(hall):
    entry = LedgerEntry(kind="of_next_year", payload='{"entry":1}', actor="console")

    assert [line.words for line in in_words(hall.tournament, [entry])] == ["of_next_year"]


def test_finding_a_table_needs_no_javascript(hall, round_):
    table = round_.tables.get(seats__entry__player__name="Bob")

    page = text_of(Client().get("/t/spring-open/rounds/1/?q=bOB"))

    assert f"Table {table.number}" in page
    assert f"Table {3 - table.number}" not in page
    assert "No player with this name" in text_of(Client().get("/t/spring-open/rounds/1/?q=nobody"))


def test_a_table_shows_all_versions_of_its_result(hall, table):
    phones = phones_of(table, hall.alice)
    first = confirm_all(
        report_sheet(
            table=table, report=TableReport(Figures([40_000, 30_000, 20_000, 10_000])), by=phones[0]
        ),
        phones,
    )
    correct_sheet(
        table=table,
        report=TableReport(Figures([25_000] * 4), if_match=first.tag),
        reason="recount",
        by=hall.rob,
    )

    page = text_of(Client().get(f"/t/spring-open/tables/{table.pk}/"))

    assert page.index("Version 2") < page.index("Earlier versions") < page.index("Version 1")
    assert "Reason: recount" in page
    assert "40,000 · 30,000 · 20,000 · 10,000" in page


def test_nobody_looks_for_the_only_table_of_a_round():
    hall = open_hall(players=4)
    hall.started()

    page = Client().get("/t/spring-open/rounds/1/").content.decode()

    assert "data-find" not in page
    assert "Table 1" in page


def test_a_result_of_a_round_has_its_winner_first(hall, round_):
    table = round_.tables.get(number=1)
    figures = Figures([10_000, 20_000, 30_000, 40_000])
    correct_sheet(table=table, report=TableReport(figures), reason="paper", by=hall.rob)

    page = Client().get("/t/spring-open/rounds/1/")

    first, second = page.context["cards"]
    assert [(seat.wind, seat.result.place) for seat in first.seats] == [(4, 1), (3, 2), (2, 3), (1, 4)]
    assert [seat.wind for seat in second.seats] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("rounds", "shown", "near"),
    [
        (12, 12, list(range(1, 13))),
        (13, 1, [1, 2, 3, 4, 5]),
        (106, 53, [51, 52, 53, 54, 55]),
        (106, 106, [102, 103, 104, 105, 106]),
    ],
)
def test_of_a_long_season_the_rounds_beside_the_one_that_is_shown_are_links(rounds, shown, near):
    hall = open_hall()
    Round.objects.bulk_create(
        Round(stage=hall.stage, number=number, status=Round.Status.CLOSED) for number in range(1, rounds + 1)
    )

    page = Client().get(f"/t/spring-open/rounds/{shown}/").content.decode()

    tabs, *folded = re.findall(r'<div class="tabs">(.*?)</div>', page, re.DOTALL)
    assert [int(number) for number in re.findall(r">(\d+)</a>", tabs)] == near
    assert re.findall(r'aria-current="page"[^>]*>(\d+)<', tabs) == [str(shown)]
    assert [len(re.findall("</a>", all_of_them)) for all_of_them in folded] == (
        [rounds] if rounds > 12 else []
    )


def test_a_second_stage_has_rounds_of_its_own(hall, round_):
    add_stage(tournament=hall.tournament, name="Final", by=hall.alice)

    assert Client().get("/t/spring-open/stages/2/rounds/1/").status_code == 404
    assert "Final" in text_of(Client().get("/t/spring-open/standings/"))


def described(address: str) -> str:
    found = re.search(r'<meta name="description"\s+content="([^"]*)"', Client().get(address).content.decode())
    assert found is not None
    return found[1]


def test_a_link_that_is_shared_says_what_it_leads_to(hall, round_):
    Tournament.objects.update(starts_on="2026-05-02", venue='The "Blue" Hall')
    league = create_league(slug="spring", name="Spring League", by=Actor(is_console=True))
    create_season(league=league, name="2026", by=Actor(is_console=True))
    player = Player.objects.get(name="Bob")
    event = "Spring Open · May 2, 2026 · The &quot;Blue&quot; Hall · Draws, results and live standings"

    of_event = {
        described(f"/t/spring-open/{page}") for page in ("", "standings/", "rounds/1/", "rules/", "ledger/")
    }

    assert of_event == {event}
    assert described(f"/players/{player.pk}/") == "Bob · Tournaments and games"
    assert described("/l/spring/") == "Spring League · Seasons, divisions and standings"
    assert described("/l/spring/seasons/1/") == "2026 · Spring League · Divisions and standings"
    assert described("/").startswith("Mahjong leagues and tournaments")


def test_an_unknown_address_is_answered_in_the_readers_language(db):
    english, japanese = Client().get("/nowhere/"), Client().get("/ja/nowhere/")

    assert [english.status_code, japanese.status_code] == [404, 404]
    assert "There is nothing at this address" in english.content.decode()
    assert "このアドレスには何もありません" in japanese.content.decode()


def test_where_nothing_is_a_player_finds_the_way_to_the_table(db):
    page = Client().get("/nowhere/").content.decode()

    ways = re.search(r'<p class="actions">.*?</p>', page, re.DOTALL)[0]
    assert re.findall(r'href="([^"]+)"', ways) == ["/", "/seat/table/", "/me/"]


def test_a_name_is_isolated_so_that_it_cannot_turn_the_line_round(hall, table):
    seat = seats_of(table)[0]
    player = seat.entry.player
    player.name = "שלום"
    player.save(update_fields=["name"])

    for address in (
        "/t/spring-open/rounds/1/",
        f"/t/spring-open/tables/{table.pk}/",
        "/t/spring-open/players/",
    ):
        assert "<bdi>שלום</bdi>" in Client().get(address).content.decode()


def test_who_has_left_is_among_the_players_only_after_a_game(hall, table):
    report_sheet(table=table, report=TableReport(Figures([40_000, 30_000, 20_000, 10_000])), by=hall.rob)
    sheet = table.scoresheets.get()
    confirm_sheet(sheet=sheet, if_match=sheet.tag, by=hall.alice, as_referee=True)
    played = table.seats.get(wind=1).entry
    fresh = register(tournament=hall.tournament, player=add_player(name="Early Bird"), by=hall.alice)
    Entry.objects.filter(pk__in=[played.pk, fresh.pk]).update(status="withdrawn")

    page = text_of(Client().get("/t/spring-open/players/"))

    assert (played.player.name in page, "Early Bird" in page) == (True, False)


@pytest.mark.parametrize(
    "path",
    ["", "players/", "rounds/1/", "tables/{table}/", "draw/{draw}/", "ledger/", "hall/screen/"],
)
def test_no_page_finds_its_people_by_a_join_to_all_that_was_played(path, hall, table):
    """Joined to scores or seats and made distinct afterwards, all those of the house would be read."""
    address = "/t/spring-open/" + path.format(table=table.pk, draw=table.round.draw_id)

    with CaptureQueriesContext(connection) as asked:
        answer = Client().get(address)

    joined = re.compile(r'JOIN "tournaments_(?:score|seat)"')
    assert answer.status_code == 200
    assert [one["sql"] for one in asked if "DISTINCT" in one["sql"] and joined.search(one["sql"])] == []


# A table's hands are in no ledger, so they are asked for besides.
@pytest.mark.parametrize(("path", "statements"), [("rounds/1/", 1), ("tables/{table}/", 2)])
def test_an_open_page_asks_after_few_statements_and_shows_what_a_table_reports(
    path, statements, hall, table, django_assert_num_queries
):
    address = "/t/spring-open/" + path.format(table=table.pk)
    tag = tag_of(Client().get(address))
    with django_assert_num_queries(statements):
        quiet = Client().get(address, headers={"If-None-Match": tag})
    report_sheet(
        table=table,
        report=TableReport(Figures([40_000, 30_000, 20_000, 10_000])),
        by=phones_of(table, hall.alice)[0],
    )

    answer = Client().get(address, headers={"If-None-Match": tag})

    assert [quiet.status_code, answer.status_code] == [304, 200]
    assert "Waiting for confirmation" in text_of(answer)
    # The tag of what was done is the script's; the answer's own is of its bytes.
    assert answer.headers["ETag"] not in (tag, tag_of(answer))


def test_the_front_page_says_what_a_league_is_about_and_of_which_season_a_tournament_is():
    league = create_league(slug="club", name="Club League", about="Wednesdays at eight", by=CONSOLE)
    season = create_season(league=league, name="2026", by=CONSOLE)
    open_hall("a", season=season, division="A1")

    page = text_of(Client().get("/"))

    assert "Spring Open Club League 2026" in page
    assert "Club League Wednesdays at eight" in page
    assert "2026 · A1" in text_of(Client().get("/t/a/"))


def test_from_a_ledgers_last_page_a_link_leads_back_and_none_on(hall, monkeypatch):
    monkeypatch.setattr(tournaments, "ENTRIES_A_PAGE", 10)

    first, last = (Client().get(f"/t/spring-open/ledger/?page={page}").content.decode() for page in (1, 99))

    assert re.findall(r'href="([^"]*)" rel="(prev|next)"', first) == [("?page=2", "next")]
    assert re.findall(r'href="([^"]*)" rel="(prev|next)"', last) == [("?page=1", "prev")]


class TestATable:
    def test_before_its_round_it_waits_and_after_it_it_has_no_result(self, hall):
        round_ = publish_round(round_=hall.draw(), by=hall.alice)
        address = f"/t/spring-open/tables/{round_.tables.get(number=1).pk}/"
        before = text_of(Client().get(address))
        round_ = start_round(round_=round_, by=hall.alice)
        during = text_of(Client().get(address))
        close_round(round_=round_, by=hall.alice, leave_open=True)
        after = text_of(Client().get(address))

        sentences = (
            "This round has not started yet.",
            "Playing now – no result yet.",
            "This table has no result.",
        )
        assert [[words for words in sentences if words in page] for page in (before, during, after)] == [
            [words] for words in sentences
        ]

    def test_a_result_says_that_the_referee_agreed_and_what_was_disputed(self, hall, table):
        east, south, *_others = phones_of(table, hall.alice)
        address = f"/t/spring-open/tables/{table.pk}/"
        sheet = report_sheet(table=table, report=TableReport(BALANCED), by=east)
        sheet = dispute_sheet(sheet=sheet, if_match=sheet.tag, reason="South has 23,400", by=south)
        disputed = text_of(Client().get(address))
        sheet = report_sheet(table=table, report=TableReport(OTHERS, if_match=sheet.tag), by=east)
        confirm_sheet(sheet=sheet, if_match=sheet.tag, by=hall.rob)
        agreed = text_of(Client().get(address))

        assert "Disputed: South has 23,400" in disputed
        assert "agreed: the referee" in agreed

    def test_a_chombo_stands_beside_whoever_made_it(self, hall, table):
        south = seats_of(table)[1].entry.player.name
        figures = Figures([40_000, 30_000, 20_000, 10_000], chombo=[0, 1, 0, 0])
        correct_sheet(table=table, report=TableReport(figures), reason="paper", by=hall.rob)

        page = text_of(Client().get(f"/t/spring-open/tables/{table.pk}/"))

        assert f"{south} Chombo 30,000" in page
        # Once more as the column of what it cost, in how the totals add up.
        assert page.count("Chombo") == 2

    def test_of_a_result_from_the_console_it_is_not_said_who_reported_it(self, hall, table):
        correct_sheet(table=table, report=TableReport(BALANCED), reason="paper", by=CONSOLE)

        page = text_of(Client().get(f"/t/spring-open/tables/{table.pk}/"))

        assert "Reported " in page
        assert "by the staff" not in page


def test_all_rounds_are_on_one_page_of_as_many_statements(hall, round_):
    before = statements("/t/spring-open/rounds/")
    for _more in range(2):
        publish_round(round_=hall.draw(), by=hall.alice)

    page = text_of(Client().get("/t/spring-open/rounds/"))

    assert [name in page for name in ("Round 1", "Round 2", "Round 3")] == [True, True, True]
    assert statements("/t/spring-open/rounds/") == before
