"""What a hall needs its staff for now, through the API."""

from datetime import timedelta

from django.db.models.functions import Now

from tests.tournaments.api.callers import body_of, signed_in
from tests.tournaments.hall import BALANCED, Hall, phones_of, seats_of
from tournaments.actions.credentials.player_cards import claim_card, issue_player_cards
from tournaments.actions.hall.referee_calls import call_referee
from tournaments.actions.play.clocks import start_clock
from tournaments.actions.play.scoresheets.reporting import TableReport, dispute_sheet, report_sheet
from tournaments.models import Round, RoundClock

PATH = "/v1/tournaments/spring-open/attention/"
NOTHING = {"call": None, "seat": None, "entry": None, "sheet": None, "reason": "", "since": None}


def test_nothing_is_needed_before_anything_is_played(hall: Hall) -> None:
    assert body_of(signed_in(hall.rob.user).get(PATH)) == {"changes_in": None, "needs": [], "tables": []}


def test_each_need_names_what_it_is_about(hall: Hall, round_: Round, django_assert_num_queries) -> None:
    first, second = round_.tables.order_by("number")
    phones = phones_of(second, hall.alice)
    sheet = report_sheet(table=second, report=TableReport(BALANCED), by=phones[0])
    dispute_sheet(sheet=sheet, if_match=sheet.tag, reason="It was less", by=phones[1])
    call = call_referee(table=first, reason="A tile is missing", by=phones_of(first, hall.alice)[0])
    start_clock(round_=round_, minutes=60, by=hall.rob)
    RoundClock.objects.update(ends_at=Now() + timedelta(seconds=200))
    entry = seats_of(first)[3].entry
    issue_player_cards(tournament=hall.tournament, by=hall.alice)
    for key in ("first", "second"):
        claim_card(code=entry.cards.get().code, key=key)
    rob = signed_in(hall.rob.user)

    with django_assert_num_queries(7):
        found = body_of(rob.get(PATH))

    assert 190 <= found["changes_in"] <= 200
    assert [{**need, "since": None} for need in found["needs"]] == [
        {
            **NOTHING,
            "kind": "call",
            "tables": [first.pk],
            "call": call.pk,
            "seat": seats_of(first)[0].pk,
            "reason": "A tile is missing",
        },
        {
            **NOTHING,
            "kind": "dispute",
            "tables": [second.pk],
            "sheet": sheet.pk,
            "reason": "It was less",
        },
        {**NOTHING, "kind": "phone", "tables": [first.pk], "entry": entry.pk},
        {**NOTHING, "kind": "time", "tables": [first.pk]},
    ]
    assert [need["since"] is None for need in found["needs"]] == [False, False, False, True]
    assert [{**table, "seconds_left": table["seconds_left"] > 150} for table in found["tables"]] == [
        {
            "table": table.pk,
            "number": table.number,
            "round": round_.pk,
            "stage": hall.stage.pk,
            "state": state,
            "seconds_left": True,
        }
        for table, state in ((first, "calls"), (second, "disputed"))
    ]
