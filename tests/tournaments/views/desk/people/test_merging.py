"""Two records of one person become one on a page of the desk."""

import pytest
from django.test import Client
from django.urls import reverse

from players.actions import add_player
from players.models import Player
from tests.permissions import digest
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.people.entries import register
from tournaments.actions.seen_versions import player_tag
from tournaments.actions.setup.tournaments import Frame, create_tournament
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    """Bob, who has an account and is merged into nobody, and four others."""
    return open_hall(players=5)


def page_of(entry: Entry) -> str:
    return reverse("desk_entry_merge", args=[entry.tournament.slug, entry.pk])


def dora(hall: Hall) -> Entry:
    return hall.tournament.entries.select_related("player").get(player__name="Dora")


def again(hall: Hall, name: str = "ＤＯＲＡ") -> Player:
    player = add_player(name=name)
    register(tournament=hall.tournament, player=player, by=hall.alice)
    return player


def test_whoever_has_the_same_name_is_proposed(hall: Hall) -> None:
    second = again(hall)

    page = signed_in(hall.alice).get(page_of(dora(hall)))

    assert f'<option value="{second.pk}" selected>' in page.content.decode()
    assert page.content.decode().count("<option") == 5


def test_of_very_many_those_of_the_tournament_are_listed_and_namesakes(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.forms.merging.MOST_LISTED", 4)
    last_year = create_tournament(
        frame=Frame(slug="last-year", name="Last year", rulebook_id="mleague"), by=hall.alice
    )
    namesake, other = add_player(name="Dora"), add_player(name="Zoe")
    for player in (namesake, other):
        register(tournament=last_year, player=player, by=hall.alice)

    page = signed_in(hall.alice).get(page_of(dora(hall))).content.decode()

    assert f'value="{namesake.pk}" selected' in page
    assert f'value="{other.pk}"' not in page
    assert page.count("<option") == 5


def test_it_is_asked_first_and_then_done(hall: Hall) -> None:
    entry, second = dora(hall), again(hall)
    browser: Client = signed_in(hall.alice)
    filled = {"other": second.pk, "seen": player_tag(entry.player)}

    asked = browser.post(page_of(entry), filled)

    assert (asked.status_code, Player.objects.filter(pk=second.pk).exists()) == (409, True)
    assert 'name="confirm" value="merged_for_good"' in asked.content.decode()

    done = browser.post(page_of(entry), filled | {"confirm": "merged_for_good"}, follow=True)

    assert done.redirect_chain == [(reverse("desk_entries", args=[hall.tournament.slug]), 302)]
    assert "The two records of Dora were merged." in done.content.decode()
    assert f"Merged into number {entry.number}" in done.content.decode()
    assert not Player.objects.filter(pk=second.pk).exists()


def test_a_player_of_somebody_elses_tournament_is_not_there(hall: Hall) -> None:
    other = open_hall("elsewhere", players=1)
    stranger = other.tournament.entries.get().player
    browser = signed_in(hall.alice)
    before = digest()

    page = browser.get(page_of(dora(hall)))
    refused = browser.post(
        page_of(dora(hall)),
        {"other": stranger.pk, "seen": player_tag(dora(hall).player), "confirm": "merged_for_good"},
    )

    assert f'value="{stranger.pk}"' not in page.content.decode()
    assert (refused.status_code, digest()) == (422, before)


def test_whoever_also_plays_for_others_is_merged_by_those_who_answer_for_them(hall: Hall) -> None:
    other, second = open_hall("elsewhere", players=1), again(hall)
    player, theirs = (
        dora(hall).player,
        register(tournament=other.tournament, player=second, by=other.alice),
    )

    answer = signed_in(hall.alice).post(
        page_of(dora(hall)),
        {"other": second.pk, "seen": player_tag(dora(hall).player), "confirm": "merged_for_good"},
    )

    theirs.refresh_from_db()
    assert (answer.status_code, theirs.player) == (302, player)


def test_the_number_that_was_merged_has_no_such_page(hall: Hall) -> None:
    entry, second = dora(hall), again(hall)
    merged = second.entries.get()
    browser = signed_in(hall.alice)
    browser.post(
        page_of(entry),
        {"other": second.pk, "seen": player_tag(entry.player), "confirm": "merged_for_good"},
    )

    assert browser.get(page_of(merged)).status_code == 404
    edit = browser.get(reverse("desk_entry_edit", args=[hall.tournament.slug, merged.pk]))
    assert page_of(merged) not in edit.content.decode()
    assert (
        page_of(entry)
        in browser.get(reverse("desk_entry_edit", args=[hall.tournament.slug, entry.pk])).content.decode()
    )
