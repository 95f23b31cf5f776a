"""Two players of a round in play are exchanged at the desk and from the referee's phone."""

import pytest
from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.tournaments.hall import BALANCED, Hall, phones_of, play, seats_of
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.play.scoresheets.deciding import void_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.models import Round, Table


def at(round_: Round) -> str:
    return reverse("desk_places", args=["spring-open", round_.pk])


def said(answer: HttpResponse) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]  # type: ignore[attr-defined]


def seated(round_: Round) -> list[list[int]]:
    return [[seat.entry_id for seat in seats_of(table)] for table in round_.tables.order_by("number")]


@pytest.fixture
def rob(hall: Hall) -> Client:
    return signed_in(hall.rob)


def chosen(rob: Client, round_: Round, one: int, other: int, **more: str) -> dict[str, str]:
    """The form that the page shows once two are chosen."""
    page = rob.get(at(round_), {"pick": [one, other], **more})
    exchange = page.context["exchange"]
    return {
        "one": str(exchange["one"].pk),
        "other": str(exchange["other"].pk),
        "if_match": exchange["places"].tag,
        **more,
    }


def test_the_page_shows_what_it_means_and_then_does_it(rob: Client, round_: Round) -> None:
    first, second = seated(round_)
    page = rob.get(at(round_), {"pick": [first[0], second[3]]})
    text = text_of(page)
    names = {seat.entry_id: seat.entry.player.name for t in round_.tables.all() for seat in seats_of(t)}
    assert f"Round 1: exchange {names[first[0]]} and {names[second[3]]}?" in text
    assert f"{names[first[0]]} will sit at Table 2, North." in text
    assert f"{names[second[3]]} will sit at Table 1, East." in text
    assert "What is compared" in text

    answer = rob.post(at(round_), chosen(rob, round_, first[0], second[3]))

    assert (answer.status_code, answer["Location"]) == (302, at(round_))
    assert said(answer) == ["Exchanged. Phones and cards follow their players."]
    assert seated(round_) == [[second[3], *first[1:]], [*second[:3], first[0]]]


def test_from_the_referees_phone_it_leads_back_there(rob: Client, round_: Round, table: Table) -> None:
    first, second = seated(round_)
    link = f"{at(round_)}?back=referee"
    assert (
        link
        in rob.get(
            reverse("desk_table", args=["spring-open", table.pk]), {"back": "referee"}
        ).content.decode()
    )

    answer = rob.post(at(round_), chosen(rob, round_, first[0], second[0], back="referee"))

    assert answer["Location"] == reverse("desk_referee", args=["spring-open"])


def test_both_phones_follow_their_players(hall: Hall, rob: Client, round_: Round) -> None:
    tables = list(round_.tables.order_by("number"))
    phones = [phones_of(table, hall.alice)[0] for table in tables]
    one, other = (seats_of(table)[0] for table in tables)

    rob.post(at(round_), chosen(rob, round_, one.entry_id, other.entry_id))

    for phone, table, seat in ((phones[0], tables[1], one), (phones[1], tables[0], other)):
        assert phone.seat_token is not None
        phone.seat_token.seat.refresh_from_db()
        assert (phone.seat_token.seat.table_id, phone.seat_token.seat.entry_id) == (table.pk, seat.entry_id)
    assert report_sheet(table=tables[1], report=TableReport(BALANCED), by=phones[0]).reported_by_seat == one


def test_where_something_stands_nobody_is_offered_and_it_says_what_to_do(
    hall: Hall, rob: Client, round_: Round, table: Table
) -> None:
    first, second = seated(round_)
    sheet = play(table, hall.alice)
    page = rob.get(at(round_))
    offered = [entry for entry in first + second if f'name="pick" value="{entry}"' in page.content.decode()]
    assert offered == second
    assert "This table has a result. To exchange a player, void it first." in text_of(page)
    refused = rob.get(at(round_), {"pick": [first[0], second[0]]})
    assert "Table 1 has a result; the referee can void it first." in text_of(refused)

    void_sheet(sheet=sheet, if_match=sheet.tag, reason="Wrong table", by=hall.rob)

    assert "Round 1: exchange" in text_of(rob.get(at(round_), {"pick": [first[0], second[0]]}))


def test_who_saw_other_places_and_who_chose_one_are_told(rob: Client, round_: Round) -> None:
    first, second = seated(round_)
    form = chosen(rob, round_, first[0], second[0])
    rob.post(at(round_), form)
    after = seated(round_)

    assert said(rob.post(at(round_), form))[-1] == (
        "The two players have moved to other places in the meantime. Please check the round again."
    )
    assert "Please choose two players of one round." in text_of(rob.get(at(round_), {"pick": [first[0]]}))
    assert said(rob.post(at(round_), {"one": "x"}))[-1] == "Please choose two players of one round."
    assert seated(round_) == after


def test_before_the_start_it_leads_to_the_draw(rob: Client, hall: Hall) -> None:
    draft = hall.draw()

    assert "This round is not in play." in text_of(rob.get(at(draft)))
