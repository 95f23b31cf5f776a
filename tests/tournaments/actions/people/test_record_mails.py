"""After the tournament, players who asked are e-mailed the way to their own record: once, in their language."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.core import mail
from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.test import override_settings
from django.utils import translation

from players.actions import add_player
from players.models import User
from tests.config.accounts.test_mail import refusing
from tests.tournaments.hall import Hall, let_a_week_pass, open_hall, play
from tests.tournaments.said import THANKS
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK
from tournaments.actions.about.about import thank_players
from tournaments.actions.actor import Actor
from tournaments.actions.errors import StateRefuses
from tournaments.actions.people.address_erasure import erase_due_addresses
from tournaments.actions.people.editing import edit_entry
from tournaments.actions.people.entries import register
from tournaments.actions.people.record_mails import mail_records, record_mail_to, send_record_mails
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.people.registrations import About, sign_up
from tournaments.actions.play.ending import finish_tournament, reopen_tournament
from tournaments.actions.play.rounds import close_round
from tournaments.actions.seen_versions import entry_tag, said_tag
from tournaments.models import Registration, Tournament
from tournaments.models.about.events import ThanksSet
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db
KIT = f"{DESK}results/"


@pytest.fixture
def asked() -> Hall:
    """Ken, Lars and Mia registered with an address and played; Mia asked for no mail. Nora was entered by the
    organizer. Olaf, a substitute, asked for a mail and did not play. The tournament is finished.
    """
    hall = open_hall(players=0)
    let_a_week_pass(hall.alice)
    set_self_registration(
        tournament=hall.tournament, terms=RegistrationTerms(is_open=True, email="optional"), by=hall.alice
    )
    registered(hall, "Ken")
    with translation.override("ja"):
        registered(hall, "Lars")
    registered(hall, "Mia", wants_record=False)
    register(tournament=hall.tournament, player=add_player(name="Nora"), by=hall.alice)
    olaf = registered(hall, "Olaf").entry
    assert olaf is not None
    edit_entry(entry=olaf, changes={"is_substitute": True}, seen=entry_tag(olaf), by=hall.alice)
    round_ = hall.started()
    play(round_.tables.get(), hall.alice)
    close_round(round_=round_, by=hall.alice)
    finish_tournament(tournament=hall.tournament, by=hall.alice)
    return hall


def registered(hall: Hall, name: str, *, wants_record: bool = True) -> Registration:
    return sign_up(
        tournament=hall.tournament,
        about=About(name),
        email=f"{name.lower()}@home.example",
        wants_record=wants_record,
        by=Actor(),
    )


def mails() -> dict[str, str]:
    return dict(Registration.objects.order_by("pk").values_list("name", "record_mail"))


def told() -> list[tuple[list[str], str]]:
    return [(message.recipients(), message.subject) for message in mail.outbox]


def test_players_who_asked_and_played_get_it_once_each_in_their_language(
    asked: Hall, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        count = mail_records(tournament=asked.tournament, by=asked.alice)
    send_record_mails()

    assert count == 2
    assert told() == [
        (["ken@home.example"], "Your results: Spring Open"),
        (["lars@home.example"], "大会の結果：Spring Open"),
    ]
    assert mails() == {"Ken": "sent", "Lars": "sent", "Mia": "", "Olaf": "wanted"}
    ken = Registration.objects.select_related("entry").get(name="Ken")
    assert ken.entry is not None
    body = mail.outbox[0].body
    assert f"{settings.SITE_URL}/players/{ken.entry.player_id}/" in body
    assert f"{settings.SITE_URL}/t/spring-open/final-ranking/" in body
    # The address may belong to another person.
    assert "Ken" not in body


def test_a_mail_has_the_closing_words_of_trusted_organizers_in_its_language(
    asked: Hall, django_capture_on_commit_callbacks
) -> None:
    thank_players(tournament=asked.tournament, seen=said_tag(ThanksSet, []), by=asked.alice, **THANKS)
    ken = Registration.objects.select_related("entry").get(name="Ken")

    with django_capture_on_commit_callbacks(execute=True):
        mail_records(tournament=asked.tournament, by=asked.alice)
    send_record_mails()
    let_nobody_be_trusted(asked)

    assert [text in message.body for text, message in zip(THANKS.values(), mail.outbox, strict=True)] == [
        True,
        True,
    ]
    assert THANKS["text_en"] not in record_mail_to(ken).body


def let_nobody_be_trusted(hall: Hall) -> None:
    assert hall.alice.user is not None
    User.objects.filter(pk=hall.alice.user.pk).update(date_joined=Now())


def test_the_ledger_says_to_whom_and_is_sound(asked: Hall) -> None:
    chosen = list(
        Registration.objects.filter(name__in=["Ken", "Lars"]).order_by("pk").values_list("pk", flat=True)
    )

    mail_records(tournament=asked.tournament, by=asked.alice)

    last = asked.tournament.ledger.order_by("seq").last()
    assert last is not None
    assert (last.kind, last.content) == ("records_mailed", {"registrations": chosen})
    assert verify_ledger(asked.tournament.pk).problems == []


def test_a_mail_that_was_never_ordered_is_found(asked: Hall) -> None:
    Registration.objects.filter(name="Mia").update(record_mail="sent")

    [problem] = verify_ledger(asked.tournament.pk).problems

    assert "record_mail" in str(problem)


def again(hall: Hall) -> None:
    mail_records(tournament=hall.tournament, by=hall.alice)


def again_after_more_games(hall: Hall) -> None:
    again(hall)
    reopen_tournament(tournament=hall.tournament, by=hall.alice)
    finish_tournament(tournament=hall.tournament, by=hall.alice)


def hidden(hall: Hall) -> None:
    Tournament.objects.update(visibility="private")


def erased(hall: Hall) -> None:
    with override_settings(REGISTRATION_ADDRESS_DAYS=0):
        assert erase_due_addresses() == 4


@pytest.mark.parametrize(
    ("before", "code"),
    [
        (again, "already_mailed"),
        (again_after_more_games, "already_mailed"),
        (lambda hall: reopen_tournament(tournament=hall.tournament, by=hall.alice), "not_now"),
        (hidden, "tournament_private"),
        (erased, "no_recipients"),
    ],
)
def test_refuses_and_changes_nothing(asked: Hall, before: Callable[[Hall], object], code: str) -> None:
    before(asked)
    there = (mails(), asked.tournament.ledger.count())

    with pytest.raises(StateRefuses) as refusal:
        mail_records(tournament=asked.tournament, by=asked.alice)

    assert (refusal.value.code, mails(), asked.tournament.ledger.count()) == (code, *there)


def test_when_the_mail_server_is_away_the_rest_wait(asked: Hall) -> None:
    mail_records(tournament=asked.tournament, by=asked.alice)

    with refusing():
        send_record_mails()
    between = mails()
    send_record_mails()

    assert between == {"Ken": "failed", "Lars": "due", "Mia": "", "Olaf": "wanted"}
    assert mails() == {"Ken": "failed", "Lars": "sent", "Mia": "", "Olaf": "wanted"}


def test_what_is_still_due_is_not_sent_to_an_erased_address(asked: Hall) -> None:
    mail_records(tournament=asked.tournament, by=asked.alice)

    erased(asked)
    send_record_mails()

    assert (mail.outbox, mails()) == ([], {"Ken": "failed", "Lars": "failed", "Mia": "", "Olaf": "wanted"})


def test_the_kit_asks_with_the_number_of_mails_and_says_what_became_of_them(asked: Hall) -> None:
    alice = signed_in(asked.alice)

    asking = alice.post(f"{KIT}mail/", {"once_key": "1"}).content.decode()
    before = (alice.get(KIT).content.decode(), mails())
    alice.post(f"{KIT}mail/", {"once_key": "1", "confirm": "sure"})
    send_record_mails()

    assert "2 e-mails will be sent, one to each player who asked for it." in asking
    assert "E-mail 2 players" in before[0]
    assert before[1] == {"Ken": "wanted", "Lars": "wanted", "Mia": "", "Olaf": "wanted"}
    after = alice.get(KIT).content.decode()
    assert "<dt>Sent</dt><dd>2</dd>" in after
    assert f"{KIT}mail/" not in after


def test_the_kit_says_that_addresses_were_erased(asked: Hall) -> None:
    erased(asked)

    page = signed_in(asked.alice).get(KIT).content.decode()

    assert "3 players asked for it, but their addresses have been erased since." in page


def test_a_referee_sees_no_button(asked: Hall) -> None:
    page = signed_in(asked.rob).get(KIT).content.decode()

    assert (f"{KIT}mail/" in page, "E-mail to players" in page) == (False, False)


def test_what_became_of_a_mail_is_one_of_the_words_for_it(asked: Hall) -> None:
    with (
        pytest.raises(IntegrityError, match="what_became_of_a_record_mail_is_known"),
        transaction.atomic(),
    ):
        Registration.objects.update(record_mail="lost")
