"""Organizers thank at the end, in two languages: on the final ranking, and in the mail to players."""

import pytest
from django.db import IntegrityError, transaction

from tests.tournaments.actions.refusals import facts
from tests.tournaments.hall import Hall
from tests.tournaments.said import HIDDEN, THANKS
from tournaments.actions.about.about import thank_players
from tournaments.actions.errors import RulesRefuse, StaleVersion
from tournaments.actions.seen_versions import said_tag
from tournaments.models import LedgerEntry, Thanks
from tournaments.models.about.about import LONGEST_THANKS, Description, thanks_of
from tournaments.models.about.events import ThanksSet
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db


def thank(hall: Hall, **texts: str) -> Thanks | None:
    seen = said_tag(ThanksSet, list(Thanks.objects.filter(tournament=hall.tournament)))
    return thank_players(tournament=hall.tournament, seen=seen, by=hall.alice, **texts)


def test_closing_words_are_kept_without_a_word_in_the_ledger(hall: Hall) -> None:
    thank(hall, **THANKS)

    assert Thanks.objects.values("text_en", "text_ja").get() == THANKS
    assert hall.kinds()[-1] == "thanks_set"
    assert "Thank" not in "".join(LedgerEntry.objects.values_list("payload", flat=True))
    assert verify_ledger(hall.tournament.pk).is_sound


def test_once_more_changes_nothing_and_empty_ones_are_gone(hall: Hall) -> None:
    thank(hall, **THANKS)
    before = facts()

    thank(hall, **THANKS)

    assert facts() == before
    assert thank(hall, text_en=" ") is None
    assert not Thanks.objects.exists()
    assert verify_ledger(hall.tournament.pk).is_sound


def test_who_saw_others_changes_nothing(hall: Hall) -> None:
    thank(hall, **THANKS)
    before = facts()

    with pytest.raises(StaleVersion):
        thank_players(
            tournament=hall.tournament, seen=said_tag(ThanksSet, []), by=hall.alice, text_en="Goodbye"
        )

    assert facts() == before


@pytest.mark.parametrize("text", [*HIDDEN, "x" * (LONGEST_THANKS + 1)])
def test_texts_that_nobody_can_read_are_refused(hall: Hall, text: str) -> None:
    before = facts()

    with pytest.raises(RulesRefuse) as refused:
        thank(hall, text_en=text)

    assert (refused.value.code, "text_en" in refused.value.fields) == ("thanks_refused", True)
    assert facts() == before


def test_the_database_knows_their_end(hall: Hall) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Thanks.objects.create(tournament=hall.tournament, text_en="x" * (LONGEST_THANKS + 1))


@pytest.mark.parametrize(
    ("language", "found"),
    [("en", Description("Bye", "en")), ("ja", Description("Bye", "en")), ("fr", Description("Bye", "en"))],
)
def test_one_language_is_shown_to_all(hall: Hall, language: str, found: Description) -> None:
    assert thanks_of(hall.tournament, language) is None

    thank(hall, text_en="Bye")

    assert thanks_of(hall.tournament, language) == found
