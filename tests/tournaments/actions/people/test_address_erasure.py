"""An address is kept as long as the tournament needs it, and a named time more; then the ledger says that it went."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.db.models.functions import Now
from django.test import Client, override_settings

from tests.tournaments.actions.people.test_registrations import NOBODY, opened
from tests.tournaments.hall import Hall
from tests.tournaments.long_ago import let_its_addresses_be_due
from tests.tournaments.verification.attacker import rebuild_chain, run, take_guards_down
from tournaments.actions.about.questions import set_questions
from tournaments.actions.people.address_erasure import erase_due_addresses
from tournaments.actions.people.registrations import About, decline_registration, sign_up
from tournaments.actions.play.ending import finish_tournament, reopen_tournament
from tournaments.actions.seen_versions import said_tag
from tournaments.actions.setup.discarding import discard_tournament
from tournaments.models import Answer, Discard, LedgerEntry, Registration, Tournament
from tournaments.models.about.events import QuestionsSet
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(hall: Hall) -> Hall:
    """Ken and Lars gave an address; Ken takes part, Lars waits."""
    opened(hall, places=1, email="optional")
    for name in ("Ken", "Lars"):
        sign_up(
            tournament=hall.tournament, about=About(name), email=f"{name.lower()}@home.example", by=NOBODY
        )
    return hall


def addresses() -> list[str]:
    return list(Registration.objects.exclude(email="").order_by("pk").values_list("email", flat=True))


def registered(days_ago: int) -> None:
    Registration.objects.update(created_at=Now() - timedelta(days=days_ago))


def finished(hall: Hall, days_ago: int) -> None:
    """It was finished so long ago: its ledger is moved back, as if its clock had been another."""
    take_guards_down()
    Tournament.objects.update(status=Tournament.Status.RUNNING)
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["stages_empty"])
    back = timedelta(days=days_ago)
    LedgerEntry.objects.update(recorded_at=F("recorded_at") - back)
    rebuild_chain(hall.tournament.pk)
    registered(days_ago + 10)


@pytest.mark.parametrize(("days", "kept"), [(29, 2), (31, 0)])
def test_thirty_days_after_it_was_finished_addresses_go(asked: Hall, days: int, kept: int) -> None:
    finished(asked, days)

    erased = erase_due_addresses()

    assert (erased, len(addresses())) == (2 - kept, kept)


def test_a_tournament_that_was_opened_again_keeps_them(asked: Hall) -> None:
    finished(asked, 31)
    reopen_tournament(tournament=asked.tournament, by=asked.alice)

    assert (erase_due_addresses(), len(addresses())) == (0, 2)


@pytest.mark.parametrize(("days", "kept"), [(29, 2), (33, 0)])
def test_one_that_is_never_finished_has_ended_after_its_last_day(asked: Hall, days: int, kept: int) -> None:
    let_its_addresses_be_due(asked.tournament, days)

    erase_due_addresses()

    assert len(addresses()) == kept


def test_one_that_has_only_a_first_day_has_ended_after_that(asked: Hall) -> None:
    let_its_addresses_be_due(asked.tournament)
    Tournament.objects.update(starts_on=F("ends_on"), ends_on=None)

    assert erase_due_addresses() == 2


@pytest.mark.parametrize(("days", "kept"), [(364, 2), (366, 0)])
def test_without_an_end_they_go_a_year_after_they_were_given(asked: Hall, days: int, kept: int) -> None:
    registered(days)

    erase_due_addresses()

    assert len(addresses()) == kept


def test_an_address_that_was_given_after_the_end_is_kept_as_long(asked: Hall) -> None:
    let_its_addresses_be_due(asked.tournament)
    Registration.objects.filter(name="Lars").update(created_at=Now() - timedelta(days=5))

    erase_due_addresses()

    assert addresses() == ["lars@home.example"]


def test_the_ledger_says_whose_and_is_sound(asked: Hall) -> None:
    let_its_addresses_be_due(asked.tournament)
    both = list(Registration.objects.order_by("pk").values_list("pk", flat=True))
    before = [str(problem) for problem in verify_ledger(asked.tournament.pk).problems]

    erased = [erase_due_addresses(), erase_due_addresses()]

    last = asked.tournament.ledger.order_by("seq").last()
    assert last is not None
    assert (erased, last.kind, last.content, last.actor) == (
        [2, 0],
        "addresses_erased",
        {"registrations": both},
        "console",
    )
    # What the test moved back is found, and nothing else.
    assert [str(problem) for problem in verify_ledger(asked.tournament.pk).problems] == before
    page = Client().get("/t/spring-open/ledger/").content.decode()
    assert "E-mail addresses of registrations were erased after the tournament: 2" in page


def test_an_address_that_came_back_is_found(asked: Hall) -> None:
    let_its_addresses_be_due(asked.tournament)
    erase_due_addresses()
    run("UPDATE tournaments_registration SET email = 'ken@home.example' WHERE name = 'Ken'")

    problems = [str(problem) for problem in verify_ledger(asked.tournament.pk).problems]

    assert sum(problem.endswith("email.") for problem in problems) == 1


def test_a_mail_that_still_waits_is_given_up(asked: Hall) -> None:
    Registration.objects.filter(name="Lars").update(mail="due")
    let_its_addresses_be_due(asked.tournament)

    erase_due_addresses()

    assert dict(Registration.objects.values_list("name", "mail")) == {"Ken": "", "Lars": "failed"}


def test_of_a_declined_registration_it_goes_at_once(asked: Hall) -> None:
    decline_registration(registration=Registration.objects.get(name="Lars"), by=asked.alice)

    assert addresses() == ["ken@home.example"]


def test_a_discarded_tournament_keeps_none_and_its_ledger_stays_closed(asked: Hall) -> None:
    discard_tournament(tournament=asked.tournament, by=asked.alice)
    entries = asked.tournament.ledger.count()
    take_guards_down()
    Discard.objects.update(discarded_at=Now() - timedelta(days=31))
    registered(40)

    erased = erase_due_addresses()

    assert (erased, addresses(), asked.tournament.ledger.count()) == (2, [], entries)


def test_the_house_sets_how_long(asked: Hall) -> None:
    let_its_addresses_be_due(asked.tournament, 10)

    with override_settings(REGISTRATION_ADDRESS_DAYS=60):
        kept = erase_due_addresses()
    with override_settings(REGISTRATION_ADDRESS_DAYS=5):
        erased = erase_due_addresses()

    assert (kept, erased) == (0, 2)


def test_who_registers_reads_when_it_goes(asked: Hall) -> None:
    with override_settings(REGISTRATION_ADDRESS_DAYS=45):
        page = Client().get("/t/spring-open/register/").content.decode()

    assert "It is erased 45 days after the tournament." in page


def test_looking_for_them_reads_no_tournament_without_any(asked: Hall, django_assert_num_queries) -> None:
    Registration.objects.update(email="")

    with django_assert_num_queries(1):
        erase_due_addresses()


def test_answers_go_with_the_addresses_and_where_there_is_no_address(hall: Hall) -> None:
    opened(hall, places=8, email="optional")
    question = {"kind": "text", "label_en": "Diet", "label_ja": ""}
    (diet,) = set_questions(
        tournament=hall.tournament, questions=[question], seen=said_tag(QuestionsSet, []), by=hall.alice
    )
    ken, lars = (
        sign_up(
            tournament=hall.tournament,
            about=About(name),
            email=email,
            answers={diet.pk: "no fish"},
            by=NOBODY,
        )
        for name, email in (("Ken", "ken@home.example"), ("Lars", ""))
    )
    finished(hall, days_ago=29)
    early = (erase_due_addresses(), Answer.objects.count())
    finished(hall, days_ago=31)

    late = (erase_due_addresses(), Answer.objects.count())

    assert (early, late) == ((0, 2), (2, 0))
    last = LedgerEntry.objects.latest("seq")
    assert (last.kind, last.content) == ("addresses_erased", {"registrations": [ken.pk, lars.pk]})
    assert erase_due_addresses() == 0
