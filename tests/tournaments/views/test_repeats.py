"""A form sent twice leads where it led the first time, whatever has become of what it was about."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.test import Client

from players.actions import add_player
from players.models import Player
from tests.thorough import in_turn
from tests.tournaments.hall import Hall, seats_of
from tests.tournaments.views.seat.test_seat_pages import GOOD, value
from tournaments.actions.credentials.seat_tokens import issue_seat_tokens
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.draws.seating_constraints import Wish, add_seating_constraint
from tournaments.actions.people.entries import register, withdraw
from tournaments.actions.play.rounds import close_round
from tournaments.models import Entry, LedgerEntry, Scoresheet, SeatToken, Staff, Table, Tournament

pytestmark = pytest.mark.database("sqlite")

KEY = "11111111-2222-3333-4444-555555555555"
DESK = "/t/spring-open/desk/"


def send(browser: Client, path: str, **fields: object) -> HttpResponse:
    return browser.post(path, {"key": KEY, **fields})  # type: ignore[return-value]


def messages_of(answer: HttpResponse) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]  # type: ignore[attr-defined]


def typed(page: HttpResponse) -> dict[str, object]:
    """What a phone sends of the form it was shown."""
    return {"seated": value(page, "seated"), "if_match": "", **GOOD}


@dataclass
class Repeat:
    path: str
    fields: dict[str, object]


def constraint(hall: Hall) -> Repeat:
    entry = Entry.objects.get(number=1)
    made = add_seating_constraint(
        tournament=hall.tournament, wish=Wish("table", entry, table=1), by=hall.alice
    )
    return Repeat(f"draw/wishes/{made.pk}/drop/", {})


def new_constraint(hall: Hall) -> Repeat:
    return Repeat(
        "draw/wishes/", {"kind": "table", "entry": Entry.objects.get(number=1).pk, "table": 1, "reason": ""}
    )


def helper(hall: Hall) -> Repeat:
    return Repeat(f"staff/{hall.tournament.staff.get(user=hall.rob.user).pk}/dismiss/", {"confirm": "sure"})


def draft(hall: Hall) -> Repeat:
    return Repeat(f"rounds/{hall.draw().pk}/discard/", {"confirm": "sure"})


def drafts(hall: Hall) -> Repeat:
    stored = draw(stage=hall.stage, plan=Plan(method="schedule", rounds=2), by=hall.alice)
    return Repeat(f"draw/{stored.pk}/discard/", {"confirm": "sure"})


def newcomer(hall: Hall) -> Repeat:
    return Repeat("entries/", {"name": "Kei", "club": "", "team": "", "number": ""})


def penalty(hall: Hall) -> Repeat:
    entry = Entry.objects.get(number=1)
    return Repeat("penalties/", {"stage": hall.stage.pk, "entry": entry.pk, "amount": "5", "reason": "Late"})


def exchange(hall: Hall) -> Repeat:
    table = hall.started().tables.get(number=1)
    kei = register(
        tournament=hall.tournament, player=add_player(name="Kei"), is_substitute=True, by=hall.alice
    )
    return Repeat(f"tables/{table.pk}/substitute/", {"seat": seats_of(table)[0].pk, "entry": kei.pk})


def finish(hall: Hall) -> Repeat:
    close_round(round_=hall.started(), by=hall.alice, leave_open=True)
    return Repeat("finish/", {"confirm": "results_missing"})


def next_stage(hall: Hall) -> Repeat:
    return Repeat("stages/", {"name": "Final"})


SCENES = [constraint, new_constraint, helper, draft, drafts, newcomer, penalty, exchange, finish, next_stage]


def hidden(hall: Hall) -> None:
    """Alice is no longer staff, and strangers may not know of the tournament."""
    Tournament.objects.update(visibility=Tournament.Visibility.PRIVATE)
    Staff.objects.all().delete()


def players_gone(hall: Hall) -> None:
    """Whoever can has withdrawn: they are in no list any more that a form chooses from."""
    seated = Entry.objects.filter(seats__isnull=False)
    for entry in Entry.objects.filter(status="active").exclude(pk__in=seated):
        withdraw(entry=entry, by=hall.alice)


def nothing(hall: Hall) -> None:
    """What the form itself has done is enough."""


# Every day each after one of the things that may happen meanwhile, in turn.
@pytest.mark.parametrize(
    ("scene", "becomes"),
    [
        (scene, becomes)
        for turn, scene in enumerate(SCENES)
        for becomes in in_turn([hidden, players_gone, nothing], turn, of=3)
    ],
)
def test_a_form_that_is_sent_again_leads_to_the_same_page_with_the_same_words(
    hall: Hall, alice: Client, scene: Callable[[Hall], Repeat], becomes: Callable[[Hall], None]
) -> None:
    form = scene(hall)
    first = send(alice, DESK + form.path, **form.fields)
    becomes(hall)
    entries = LedgerEntry.objects.count()

    again = send(alice, DESK + form.path, **form.fields)

    assert (first.status_code, len(messages_of(first))) == (302, 1)
    assert (again.status_code, again["Location"], messages_of(again)[-1:]) == (
        302,
        first["Location"],
        messages_of(first),
    )
    assert LedgerEntry.objects.count() == entries


def test_who_is_registered_twice_by_two_taps_is_not_asked_about_a_namesake(hall: Hall, alice: Client) -> None:
    form = newcomer(hall)
    send(alice, DESK + form.path, **form.fields)

    again = send(alice, DESK + form.path, **form.fields)

    assert again.status_code == 302
    assert Player.objects.filter(name="Kei").count() == 1


def test_another_content_under_the_same_key_is_not_answered_by_the_first(hall: Hall, alice: Client) -> None:
    form = helper(hall)
    send(alice, DESK + form.path)
    hidden(hall)

    other = send(alice, DESK + form.path, more="than before")

    assert other.status_code == 404


class TestPhones:
    @pytest.fixture
    def east(self, table: Table, phones: Callable[[Table], list[Client]]) -> Client:
        return phones(table)[0]

    def over(self, hall: Hall, table: Table) -> None:
        close_round(round_=table.round, by=hall.alice, leave_open=True)

    def replaced(self, hall: Hall, table: Table) -> None:
        issue_seat_tokens(seats=seats_of(table), by=hall.alice)

    @pytest.mark.parametrize("becomes", ["over", "replaced"])
    def test_a_report_whose_answer_was_lost_is_known_although_the_seat_is_over(
        self, hall: Hall, table: Table, east: Client, becomes: str
    ) -> None:
        fields = typed(east.get("/seat/table/"))
        first = send(east, "/seat/table/report/", **fields)
        getattr(self, becomes)(hall, table)
        before = (Scoresheet.objects.count(), LedgerEntry.objects.count())

        again = send(east, "/seat/table/report/", **fields)

        assert (first.status_code, first["Location"]) == (302, "/seat/table/")
        assert (again.status_code, again["Location"]) == (302, "/seat/table/")
        assert messages_of(again) == ["We received what you sent."]
        assert (Scoresheet.objects.count(), LedgerEntry.objects.count()) == before

    def test_it_can_start_nothing_new(self, hall: Hall, table: Table, east: Client) -> None:
        fields = typed(east.get("/seat/table/"))
        self.over(hall, table)

        answer = send(east, "/seat/table/report/", **fields)

        assert (answer.status_code, answer["Location"]) == (302, "/seat/")
        assert not Scoresheet.objects.exists()

    def test_another_phone_is_not_told(
        self, hall: Hall, table: Table, phones: Callable[[Table], list[Client]]
    ) -> None:
        east, south, *_rest = phones(table)
        fields = typed(east.get("/seat/table/"))
        send(east, "/seat/table/report/", **fields)
        self.over(hall, table)

        answer = send(south, "/seat/table/report/", **fields)

        assert (answer.status_code, answer["Location"]) == (302, "/seat/")

    def test_a_claim_is_known_although_the_seat_is_over(self, hall: Hall, table: Table) -> None:
        seat = seats_of(table)[0]
        code = issue_seat_tokens(seats=[seat], by=hall.alice)[seat.pk]
        phone = Client()
        phone.get("/seat/")
        first = phone.post("/seat/", {"code": code})
        self.over(hall, table)

        again = phone.post("/seat/", {"code": code})

        assert (first.status_code, again.status_code, again["Location"]) == (302, 302, first["Location"])
        assert SeatToken.objects.get().second_claims == 0
