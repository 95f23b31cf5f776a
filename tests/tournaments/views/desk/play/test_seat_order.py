"""Who sits where at a table, at the desk."""

from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.test import Client

from tests.tournaments.hall import BALANCED, Hall, seats_of
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.models import Table


def desk(table: Table, rest: str = "") -> str:
    return f"/t/spring-open/desk/tables/{table.pk}/{rest}"


def send(client: Client, table: Table, order: list[int]) -> HttpResponse:
    sent = {f"seat_{wind}": entry for wind, entry in enumerate(order, start=1)}
    return client.post(desk(table, "seat-order/"), sent)  # type: ignore[return-value]


def players_of(table: Table) -> list[int]:
    return [seat.entry_id for seat in seats_of(table)]


def said(answer: HttpResponse) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]  # type: ignore[attr-defined]


def test_players_who_sat_down_otherwise_are_seated_so(alice: Client, table: Table) -> None:
    order = players_of(table)
    form = alice.get(desk(table)).context["seat_order_form"]
    assert [field.initial for field in form.fields.values()] == order

    answer = send(alice, table, [order[1], order[0], *order[2:]])

    assert (answer.status_code, answer["Location"]) == (302, desk(table))
    assert said(answer) == ["The seats were changed. Phones follow their players."]
    assert players_of(table) == [order[1], order[0], *order[2:]]


def test_somebody_named_twice_or_not_at_all_is_refused(alice: Client, table: Table) -> None:
    order = players_of(table)
    for wanted, message in (
        ([order[0], *order[:3]], "Please choose each player at this table once."),
        (order[:3], "Please choose a player for each seat."),
        ([*order[:3], 10**30], "Please choose a player for each seat."),
    ):
        assert said(send(alice, table, wanted))[-1] == message
    assert players_of(table) == order


def test_once_there_is_a_result_it_is_not_offered(hall: Hall, alice: Client, table: Table) -> None:
    order = players_of(table)
    report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)

    assert alice.get(desk(table)).context["seat_order_form"] is None
    assert said(send(alice, table, order[::-1])) == ["Table 1 has a result; the referee can void it first."]
    assert players_of(table) == order
