"""Whoever moves up from the waiting list is told by mail: once, in their language, and nobody else."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.db import IntegrityError, connection, transaction
from django.utils import translation

from tests.config.accounts.test_mail import refusing
from tests.tournaments.actions.people.test_registrations import NOBODY, opened
from tests.tournaments.hall import Hall, let_a_week_pass
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.draws.draft_rounds import discard_round
from tournaments.actions.draws.draws import discard_draw
from tournaments.actions.people.editing import edit_entry, remove_entry
from tournaments.actions.people.entries import withdraw
from tournaments.actions.people.move_up_mails import message_to, send_due_mails
from tournaments.actions.people.registrations import (
    NO_PLACE,
    About,
    accept_registration,
    accept_registrations,
    cancel_registration,
    decline_registration,
    sign_up,
)
from tournaments.actions.rate_limits import MAILS_OF_FOUNDERS_TO_AN_ADDRESS, count_attempt
from tournaments.actions.seen_versions import entry_tag
from tournaments.models import Registration

pytestmark = pytest.mark.django_db
Status = Registration.Status


def signed_up(hall: Hall, name: str, email: str | None = None) -> Registration:
    address = f"{name.lower()}@home.example" if email is None else email
    return sign_up(tournament=hall.tournament, about=About(name), email=address, by=NOBODY)


def full(hall: Hall, *, approval: bool = False) -> Registration:
    """Ken has the last place; Lars and Mia wait for it, in this order."""
    let_a_week_pass(hall.alice)
    opened(hall, places=1, email="optional", needs_approval=approval)
    first = signed_up(hall, "Ken")
    signed_up(hall, "Lars")
    signed_up(hall, "Mia")
    return first


def told() -> list[tuple[str, str]]:
    """To whom mails went, and about what."""
    return [(", ".join(message.recipients()), message.subject) for message in mail.outbox]


def mails() -> dict[str, str]:
    return dict(Registration.objects.order_by("pk").values_list("name", "mail"))


def discard_the_round(hall: Hall) -> None:
    discard_round(round_=hall.stage.rounds.get(), by=hall.alice)


def discard_the_draw(hall: Hall) -> None:
    discard_draw(old=hall.stage.rounds.get().draw, by=hall.alice)


def become_a_substitute(hall: Hall) -> None:
    entry = Registration.objects.get(name="Ken").entry
    edit_entry(entry=entry, changes={"is_substitute": True}, seen=entry_tag(entry), by=hall.alice)


WAYS: dict[str, Callable[[Hall], object]] = {
    "they cancel": lambda hall: cancel_registration(registration=Registration.objects.first(), by=NOBODY),
    "withdrawal": lambda hall: withdraw(entry=Registration.objects.first().entry, by=hall.alice),
    "off the list": lambda hall: remove_entry(entry=Registration.objects.first().entry, by=hall.alice),
    "a substitute": become_a_substitute,
    "another place": lambda hall: opened(hall, places=1, email="optional"),
    "accepted beyond the places": lambda hall: accept_registration(
        registration=Registration.objects.get(name="Lars"), by=hall.alice, confirm=[NO_PLACE]
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_whichever_way_a_place_becomes_free_the_first_in_line_is_told_once(
    hall: Hall, way: str, django_capture_on_commit_callbacks
) -> None:
    full(hall)

    with django_capture_on_commit_callbacks(execute=True):
        WAYS[way](hall)
    send_due_mails()

    assert told() == [("lars@home.example", "Your place is confirmed: Spring Open")]
    assert mails()["Lars"] == "sent"
    assert mails()["Mia"] == ""


@pytest.mark.parametrize("discard", [discard_the_round, discard_the_draw])
def test_when_the_last_draft_is_discarded_they_are_told_then(
    hall: Hall, discard: Callable[[Hall], None], django_capture_on_commit_callbacks
) -> None:
    let_a_week_pass(hall.alice)
    opened(hall, places=0, email="optional")
    signed_up(hall, "Lars")
    hall.draw()
    # A place becomes free in the meantime: with tables drawn nobody moves up by themselves.
    opened(hall, places=1, email="optional")

    with django_capture_on_commit_callbacks(execute=True):
        before = told()
        discard(hall)

    assert before == []
    assert told() == [("lars@home.example", "Your place is confirmed: Spring Open")]


def test_who_is_declined_makes_room_and_who_then_waits_for_the_organizer_reads_that(
    hall: Hall, django_capture_on_commit_callbacks
) -> None:
    first = full(hall, approval=True)

    with django_capture_on_commit_callbacks(execute=True):
        decline_registration(registration=first, by=hall.alice)
    with django_capture_on_commit_callbacks(execute=True):
        accept_registrations(tournament=hall.tournament, by=hall.alice)

    assert told() == [("lars@home.example", "A place became free: Spring Open")]
    assert "reserved for you until the organizer decides" in mail.outbox[0].body


def test_several_are_told_each_alone(hall: Hall, django_capture_on_commit_callbacks) -> None:
    full(hall)

    with django_capture_on_commit_callbacks(execute=True):
        opened(hall, places=3, email="optional")

    assert [message.recipients() for message in mail.outbox] == [["lars@home.example"], ["mia@home.example"]]
    bodies = [message.message().as_string() for message in mail.outbox]
    assert ["mia@" in bodies[0], "lars@" in bodies[1]] == [False, False]


def test_it_is_in_the_language_in_which_they_registered_and_has_their_own_link(hall: Hall) -> None:
    let_a_week_pass(hall.alice)
    opened(hall, places=1, email="optional")
    first = signed_up(hall, "Ken")
    with translation.override("ja"):
        lars = signed_up(hall, "Lars")
    cancel_registration(registration=first, by=NOBODY)

    send_due_mails()

    (message,) = mail.outbox
    assert message.subject == "参加が決まりました：Spring Open"
    assert f"{settings.SITE_URL}/registration/#{lars.code}" in message.body
    # Nothing in it was typed by whoever registered: it may be somebody else's address.
    assert "Lars" not in message.body
    assert translation.get_language() == "en"


def test_who_gave_no_address_is_no_reason_for_a_mail(hall: Hall, django_capture_on_commit_callbacks) -> None:
    opened(hall, places=1, email="optional")
    first = signed_up(hall, "Ken")
    signed_up(hall, "Lars", email="")

    with django_capture_on_commit_callbacks(execute=True) as callbacks:
        cancel_registration(registration=first, by=NOBODY)

    assert Registration.objects.get(name="Lars").status == Status.ACCEPTED
    assert (mail.outbox, [one.__name__ for one in callbacks].count("wake_for_mails")) == ([], 0)


def test_what_is_rolled_back_tells_nobody(hall: Hall, django_capture_on_commit_callbacks) -> None:
    first = full(hall)

    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        cancel_registration(registration=first, by=NOBODY)
        transaction.set_rollback(True)
    send_due_mails()

    assert (mail.outbox, mails()) == ([], {"Ken": "", "Lars": "", "Mia": ""})


def test_who_gives_the_place_back_before_the_mail_goes_out_gets_none(hall: Hall) -> None:
    cancel_registration(registration=full(hall), by=NOBODY)
    cancel_registration(registration=Registration.objects.get(name="Lars"), by=NOBODY)

    send_due_mails()

    assert told() == [("mia@home.example", "Your place is confirmed: Spring Open")]


def test_what_somebody_else_is_sending_is_not_sent_again(hall: Hall) -> None:
    cancel_registration(registration=full(hall), by=NOBODY)
    Registration.objects.filter(name="Lars").update(mail="sending")

    send_due_mails()

    assert (mail.outbox, mails()["Lars"]) == ([], "sending")


def test_of_two_who_send_at_the_same_moment_one_does(hall: Hall) -> None:
    cancel_registration(registration=full(hall), by=NOBODY)
    others = [send_due_mails]

    def another_is_quicker(execute: Any, sql: str, *rest: Any) -> Any:
        if others and sql.startswith("UPDATE"):
            others.pop()()
        return execute(sql, *rest)

    with connection.execute_wrapper(another_is_quicker):
        send_due_mails()

    assert (others, told()) == ([], [("lars@home.example", "Your place is confirmed: Spring Open")])


def test_when_the_mail_server_is_away_the_desk_says_whom_nobody_told(hall: Hall) -> None:
    full(hall)
    opened(hall, places=3, email="optional")

    with refusing():
        send_due_mails()

    assert mails() == {"Ken": "", "Lars": "failed", "Mia": "due"}
    page = signed_in(hall.alice).get("/t/spring-open/desk/registrations/").content.decode()
    assert page.count("but the e-mail about it may not have been sent") == 2
    send_due_mails()
    assert mails() == {"Ken": "", "Lars": "failed", "Mia": "sent"}
    assert told() == [("mia@home.example", "Your place is confirmed: Spring Open")]


def test_nobodys_letter_box_is_filled(hall: Hall) -> None:
    cancel_registration(registration=full(hall), by=NOBODY)
    for _ in range(MAILS_OF_FOUNDERS_TO_AN_ADDRESS.most):
        count_attempt(MAILS_OF_FOUNDERS_TO_AN_ADDRESS, "lars@home.example")

    send_due_mails()

    assert (mail.outbox, mails()["Lars"]) == ([], "failed")


def test_who_registered_before_languages_were_noted_is_told_in_the_houses_own(hall: Hall) -> None:
    first = full(hall)
    Registration.objects.update(language="")
    cancel_registration(registration=first, by=NOBODY)

    with translation.override("ja"):
        message = message_to(Registration.objects.get(name="Lars"))

    assert message.subject == "Your place is confirmed: Spring Open"


def test_a_link_that_this_house_cannot_work_out_any_more_is_left_out(hall: Hall) -> None:
    full(hall)
    Registration.objects.filter(name="Lars").update(code_hash="0" * 64)
    cancel_registration(registration=Registration.objects.first(), by=NOBODY)

    send_due_mails()

    assert "/registration/" not in mail.outbox[0].body
    assert "please tell the organizer" in mail.outbox[0].body


def test_what_became_of_a_mail_is_one_of_the_words_for_it(hall: Hall) -> None:
    full(hall)

    with pytest.raises(IntegrityError, match="what_became_of_a_mail_is_known"), transaction.atomic():
        Registration.objects.update(mail="lost")
