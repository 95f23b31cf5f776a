"""Once a result stands, the phone says what it meant, and so does the page of the table."""

import re
from collections.abc import Callable

import pytest
from django.test import Client, override_settings

from tests.tournaments.actions.stages.finals import before_the_final
from tests.tournaments.hall import Hall, open_hall, seats_of
from tests.tournaments.views.seat.test_live_phones import ask_again, tag_of
from tests.tournaments.views.seat.test_seat_pages import PAGE, judge, report, text_of
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.seat_tokens import issue_seat_tokens
from tournaments.actions.people.entries import form_team
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.models import Round, Seat, Table
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.django_db

Phones = Callable[[Table], list[Client]]


def section(page: str) -> str:
    """What the page says a game has meant, without what it hides from the eye."""
    [found] = re.findall(r'<section class="card after".*?</section>', page, re.DOTALL)
    found = re.sub(r'<span class="vh">.*?</span>', "", found, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found).split())


def told(phone: Client, address: str = PAGE) -> str:
    return section(phone.get(address).content.decode())


def phone_of(seat: Seat, by: Actor) -> Client:
    """A phone that has taken this seat."""
    phone = Client()
    phone.get("/seat/")
    phone.post("/seat/", {"code": issue_seat_tokens(seats=[seat], by=by)[seat.pk]})
    return phone


def played(hall: Hall, table: Table, phones: Phones) -> list[Client]:
    """A game from report to confirmation, and in the standings."""
    four = phones(table)
    report(four[0])
    for other in four[1:]:
        judge(other, "confirm")
    publish_tournament(hall.tournament.pk)
    return four


def test_after_a_first_game(hall: Hall, table: Table, phones: Phones) -> None:
    east, south, *_others = played(hall, table, phones)
    first, second = (seat.entry.player.name for seat in seats_of(table)[:2])

    assert told(east) == (
        f"1st +60.0 You are now 1st of 8 50.0 ahead of 2nd ({second}) How the result was computed From 40,000 "
        "points +10.0 Uma +30.0 Oka +20.0 This game +60.0 Total in the standings +60.0"
    )
    assert told(south) == (
        f"2nd +10.0 You are now 2nd of 8 50.0 behind 1st ({first}) How the result was computed From 30,000 "
        "points 0.0 Uma +10.0 This game +10.0 Total in the standings +10.0"
    )


def test_after_a_second_game_it_says_what_moved_in_both_languages(
    hall: Hall, round_: Round, phones: Phones
) -> None:
    for table in round_.tables.all():
        correct_sheet(
            table=table,
            report=TableReport(Figures([31_000, 28_000, 24_000, 17_000])),
            reason="paper",
            by=hall.rob,
        )
    table = hall.started().tables.get(number=1)
    last = played(hall, table, phones)[3]

    words = told(last).partition(" How the result was computed")[0]

    found = re.fullmatch(r"4th −50\.0 You are now (\d)th of 8 ▼(\d) (\d+\.\d) behind (\d)th \((\w+)\)", words)
    assert found is not None, words
    rank, by, far, above, name = found.groups()
    assert told(last, f"/ja{PAGE}").partition(" 計算の内訳")[0] == (
        f"4着 ▲ 50.0 現在 8人中{rank}位 ▼{by} {above}位（{name}）まで{far}"
    )


def test_the_line_to_the_final_is_named(db: None) -> None:
    scene = before_the_final()
    scene.set()
    round_ = scene.main.rounds.get()
    Round.objects.filter(pk=round_.pk).update(status=Round.Status.STARTED)
    publish_tournament(scene.hall.tournament.pk)
    first, second = round_.tables.order_by("number")
    fifth, fourth = seats_of(second)[2].entry.player.name, seats_of(second)[1].entry.player.name

    pages = [told(phone_of(seat, scene.hall.alice)) for seat in seats_of(first)[1:3]]

    assert [page.partition(" How the result was computed")[0] for page in pages] == [
        f"2nd +12.6 You are now 3rd of 8 Line to Final: 32.6 ahead of 5th ({fifth})",
        f"3rd −20.3 You are now 6th of 8 Line to Final: 30.3 behind 4th ({fourth})",
    ]


def test_a_team_is_named_with_its_rank(table: Table, hall: Hall, phones: Phones) -> None:
    for name, seats in (("Bears", seats_of(table)[:2]), ("Deer", seats_of(table)[2:])):
        team = form_team(tournament=hall.tournament, name=name, by=hall.alice)
        hall.tournament.entries.filter(pk__in=[seat.entry_id for seat in seats]).update(team=team)

    third = played(hall, table, phones)[2]

    assert "Deer now 2nd of 2 140.0 behind 1st (Bears) How" in told(third)


def test_of_a_game_that_is_unranked_there_is_no_rank(hall: Hall, table: Table, phones: Phones) -> None:
    Table.objects.filter(pk=table.pk).update(is_unranked=True)

    east = played(hall, table, phones)[0]

    words = told(east).partition(" How the result was computed")[0]
    assert words == "1st +60.0 This game is unranked: it does not count in any standings."


def test_before_a_result_stands_nothing_is_said(table: Table, phones: Phones) -> None:
    four = phones(table)
    report(four[0])

    assert [one.get(PAGE).content.count(b'class="card after"') for one in four] == [0] * 4


@override_settings(EMBEDDED=False)
def test_while_the_standings_are_behind_it_says_so_and_looks_again_in_two_seconds(
    hall: Hall, table: Table, phones: Phones
) -> None:
    east, *others = phones(table)
    report(east)
    for other in others:
        judge(other, "confirm")
    waiting = east.get(PAGE)
    still = ask_again(east, tag_of(waiting))
    publish_tournament(hall.tournament.pk)

    there = ask_again(east, tag_of(waiting))

    assert section(waiting.content.decode()).startswith(
        "1st +60.0 The standings do not include this game yet. Your rank will appear in a moment. Refresh"
    )
    assert 'data-due="2000"' in waiting.content.decode()
    assert (still.status_code, there.status_code) == (304, 200)
    assert section(there.content.decode()).startswith("1st +60.0 You are now 1st of 8")


@override_settings(EMBEDDED=False)
def test_a_reload_says_what_other_tables_have_changed(hall: Hall, table: Table, phones: Phones) -> None:
    east = played(hall, table, phones)[0]
    before = east.get(PAGE)
    other = table.round.tables.get(number=2)
    figures = Figures([60_000, 20_000, 15_000, 5_000])
    correct_sheet(table=other, report=TableReport(figures), reason="paper", by=hall.rob)
    reported = ask_again(east, tag_of(before))
    publish_tournament(hall.tournament.pk)

    after = ask_again(east, tag_of(before))

    # Another table's report alone is no news here.
    assert (reported.status_code, after.status_code) == (304, 200)
    assert section(after.content.decode()).startswith("1st +60.0 You are now 2nd of 8 20.0 behind 1st")
    assert 'data-due="60000"' in after.content.decode()


def test_a_table_of_three_says_how_many_are_ranked(db: None) -> None:
    hall = open_hall(rulebook_id="mahjongsoul_sanma", players=6)
    table = hall.started().tables.get(number=1)
    correct_sheet(
        table=table,
        report=TableReport(Figures([50_000, 35_000, 20_000])),
        reason="paper",
        by=hall.rob,
    )
    publish_tournament(hall.tournament.pk)

    assert re.match(r"3rd −\d+\.\d You are now 3rd of 6 ", told(phone_of(seats_of(table)[2], hall.alice)))


def test_it_costs_two_statements(hall: Hall, table: Table, phones: Phones, django_assert_num_queries) -> None:
    east = played(hall, table, phones)[0]
    Table.objects.filter(pk=table.pk).update(is_unranked=True)
    with django_assert_num_queries(8) as without:
        east.get(PAGE)
    Table.objects.filter(pk=table.pk).update(is_unranked=False)

    with django_assert_num_queries(10) as counted:
        east.get(PAGE)

    assert len(counted) - len(without) == 2


def test_the_tables_page_says_it_of_all_four(hall: Hall, table: Table, phones: Phones) -> None:
    played(hall, table, phones)
    first, second, third, last = (seat.entry.player.name for seat in seats_of(table))

    page = text_of(Client().get(f"/t/spring-open/tables/{table.pk}/"))

    words = page.partition("In the standings ")[2]
    assert words.startswith(
        f"1 {first} now 1st of 8 50.0 ahead of 2nd ({second}) +60.0"
        f" 2 {second} now 2nd of 8 50.0 behind 1st ({first}) +10.0"
        f" 3 {third} now 3rd of 8 30.0 behind 2nd ({second}) −20.0"
        f" 4 {last} now 4th of 8 30.0 behind 3rd ({third}) −50.0"
    )


@override_settings(EMBEDDED=False)
def test_the_tables_page_waits_for_the_standings_and_then_has_them(hall: Hall, table: Table) -> None:
    correct_sheet(
        table=table,
        report=TableReport(Figures([40_000, 30_000, 20_000, 10_000])),
        reason="paper",
        by=hall.rob,
    )
    address = f"/t/spring-open/tables/{table.pk}/"

    waiting = Client().get(address, headers={"Cookie": "a=b"})
    publish_tournament(hall.tournament.pk)
    there = Client().get(address, headers={"Cookie": "a=b", "If-None-Match": tag_of(waiting)})

    assert "The standings do not include this game yet. The ranks will appear in a moment." in text_of(
        waiting
    )
    assert 'data-due="2000"' in waiting.content.decode()
    assert there.status_code == 200
    assert "In the standings" in text_of(there)


def test_an_older_game_of_those_who_have_played_on_says_nothing_of_now(hall: Hall, table: Table) -> None:
    figures = Figures([40_000, 30_000, 20_000, 10_000])
    correct_sheet(table=table, report=TableReport(figures), reason="paper", by=hall.rob)
    for later in hall.started().tables.all():
        correct_sheet(table=later, report=TableReport(figures), reason="paper", by=hall.rob)
    publish_tournament(hall.tournament.pk)

    page = text_of(Client().get(f"/t/spring-open/tables/{table.pk}/"))

    assert "In the standings" not in page
