"""One of a team's players acts for it; the ledger says who, and since when."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from tests.permissions import digest
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.models.test_promises import refuses
from tournaments.actions.errors import ActionError, RulesRefuse, StateRefuses
from tournaments.actions.people.editing import edit_entry, remove_entry
from tournaments.actions.people.entries import form_team, withdraw
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.rounds import pin_rulebook
from tournaments.actions.seen_versions import entry_tag
from tournaments.actions.teams.captains import name_captain, remove_captain
from tournaments.models import Captain, Entry, Team
from tournaments.verification.ledger import verify_ledger

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    """Of eight players Bob and Dora are Bears, Emil is a Fox."""
    hall = open_hall()
    for name, team in (("Bob", "Bears"), ("Dora", "Bears"), ("Emil", "Foxes")):
        move(hall, name, form_team(tournament=hall.tournament, name=team, by=hall.alice))
    return hall


def entry(name: str) -> Entry:
    return Entry.objects.select_related("player", "team").get(player__name=name)


def move(hall: Hall, name: str, team: Team | None) -> None:
    found = entry(name)
    edit_entry(entry=found, changes={"team": team}, seen=entry_tag(found), by=hall.alice)


def bears() -> Team:
    return Team.objects.get(name="Bears")


def captains() -> dict[str, str]:
    return dict(Captain.objects.values_list("team__name", "entry__player__name"))


def problems(hall: Hall) -> list[str]:
    return [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]


def refused(act: Callable[[], object], error: type[ActionError], code: str) -> None:
    before = digest()
    with pytest.raises(error) as refusal:
        act()
    assert (refusal.value.code, digest()) == (code, before)


def test_a_team_has_one_captain_at_most_and_the_ledger_says_who(hall: Hall) -> None:
    name_captain(team=bears(), entry=entry("Bob"), by=hall.alice)
    first = hall.last_payload()
    name_captain(team=bears(), entry=entry("Dora"), by=hall.alice)

    assert captains() == {"Bears": "Dora"}
    assert hall.kinds()[-2:] == ["captain_named", "captain_named"]
    assert (first, hall.last_payload()) == (
        {"team": bears().pk, "entry": entry("Bob").pk},
        {"team": bears().pk, "entry": entry("Dora").pk},
    )
    assert problems(hall) == []


def test_the_same_again_changes_nothing(hall: Hall) -> None:
    name_captain(team=bears(), entry=entry("Bob"), by=hall.alice)
    before = digest()

    name_captain(team=bears(), entry=entry("Bob"), by=hall.alice)

    assert digest() == before


def test_a_team_may_have_none_again(hall: Hall) -> None:
    name_captain(team=bears(), entry=entry("Bob"), by=hall.alice)

    remove_captain(team=bears(), by=hall.alice)

    assert (captains(), hall.kinds()[-1], hall.last_payload()) == (
        {},
        "captain_removed",
        {"team": bears().pk},
    )
    before = digest()
    remove_captain(team=bears(), by=hall.alice)
    assert digest() == before
    assert problems(hall) == []


@pytest.mark.parametrize("name", ["Emil", "Fumi"])
def test_who_plays_elsewhere_or_in_no_team_is_no_captain(hall: Hall, name: str) -> None:
    def act() -> object:
        return name_captain(team=bears(), entry=entry(name), by=hall.alice)

    refused(act, RulesRefuse, "not_of_the_team")


def test_who_has_withdrawn_is_not_named_and_who_withdraws_later_stays(hall: Hall) -> None:
    name_captain(team=bears(), entry=entry("Bob"), by=hall.alice)
    for name in ("Bob", "Dora"):
        withdraw(entry=entry(name), by=hall.alice)

    refused(lambda: name_captain(team=bears(), entry=entry("Dora"), by=hall.alice), StateRefuses, "withdrawn")
    assert captains() == {"Bears": "Bob"}


def test_a_captain_neither_leaves_the_team_nor_the_list(hall: Hall) -> None:
    name_captain(team=bears(), entry=entry("Bob"), by=hall.alice)

    refused(lambda: move(hall, "Bob", None), StateRefuses, "is_captain")
    refused(lambda: remove_entry(entry=entry("Bob"), by=hall.alice), StateRefuses, "entry_in_use")
    move(hall, "Dora", None)


def test_a_finished_tournament_keeps_its_captains(hall: Hall) -> None:
    name_captain(team=bears(), entry=entry("Bob"), by=hall.alice)
    pin_rulebook(hall.tournament, by=hall.alice)
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["stages_empty"])

    for act in (
        lambda: name_captain(team=bears(), entry=entry("Dora"), by=hall.alice),
        lambda: remove_captain(team=bears(), by=hall.alice),
    ):
        refused(act, StateRefuses, "tournament_finished")


class TestTheDatabaseItself:
    def test_a_captain_plays_in_the_team(self, hall: Hall) -> None:
        refuses(
            lambda: Captain.objects.create(team=bears(), entry=entry("Emil")), "a_captain_plays_in_the_team"
        )
        Captain.objects.create(team=bears(), entry=entry("Bob"))
        refuses(lambda: Captain.objects.update(entry=entry("Emil")), "a_captain_plays_in_the_team")

    def test_a_captain_stays_in_the_team(self, hall: Hall) -> None:
        Captain.objects.create(team=bears(), entry=entry("Bob"))

        refuses(
            lambda: Entry.objects.filter(player__name="Bob").update(team=None), "a_captain_stays_in_the_team"
        )

    def test_a_team_has_one(self, hall: Hall) -> None:
        Captain.objects.create(team=bears(), entry=entry("Bob"))

        with pytest.raises(IntegrityError), transaction.atomic():
            Captain.objects.create(team=bears(), entry=entry("Dora"))
