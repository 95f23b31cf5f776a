"""A form's action is done once, and the person reads what refused it."""

from django.http import HttpRequest
from django.test import RequestFactory

from tests.tournaments.hall import Hall
from tournaments.models import LedgerEntry, Stage
from tournaments.views.repeatable_forms import Outcome, do_form
from web.idempotency_keys import new_key


def sent(key: str) -> HttpRequest:
    return RequestFactory().post("/t/spring-open/desk/stages/", {"key": key, "name": "Final"})


def test_who_was_a_moment_too_late_is_told_so_and_may_send_the_form_again(hall: Hall) -> None:
    request, before = sent(new_key()), LedgerEntry.objects.count()

    def add(ordinal: int) -> dict[str, object]:
        """What a stage would be whose number somebody else has taken since it was looked up."""
        return {
            "stage": Stage.objects.create(tournament=hall.tournament, name="Final", ordinal=ordinal).ordinal
        }

    late = do_form(request, by=hall.alice, action=lambda: add(1))
    again = do_form(request, by=hall.alice, action=lambda: add(2))

    assert late == Outcome(409, code="one_stage_per_ordinal", refusal="A stage has just been added.")
    assert again == Outcome(200, body={"stage": 2})
    assert (Stage.objects.count(), LedgerEntry.objects.count()) == (2, before)
