"""What is needed in a last round is worked out beside the standings; pages only read it."""

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks
from rest_framework.response import Response

from tests.tournaments.actions.stages.finals import Final
from tests.tournaments.api.callers import body_of, stranger
from tests.tournaments.hall import play
from tests.tournaments.standings.needs.test_needed import (
    ADDRESS,
    draft,
    drawn,
    needs_on,
    page,
    scene,
    with_one_result,
)
from tournaments.actions.draws.draft_rounds import publish_round, unpublish_round
from tournaments.actions.play.changed_places import change_places, places_of
from tournaments.actions.play.rounds import start_round
from tournaments.models import LastRoundNeeds, LedgerHead, Publication
from tournaments.standings import publish_tournament
from tournaments.standings.publish import publish_stale
from web.page_memory import memory

__all__ = ["scene"]
pytestmark = pytest.mark.django_db


def kept(scene: Final) -> LastRoundNeeds:
    return LastRoundNeeds.objects.get(stage=scene.main)


def test_a_page_shows_what_is_kept_and_works_out_nothing(scene: Final) -> None:
    drawn(scene)
    one = kept(scene)
    one.needs = {entry: ["safe", False, []] for entry in one.needs}
    one.save()

    assert needs_on(page()) == ["Safe"] * 8


def test_it_is_of_the_publication_that_is_shown(scene: Final) -> None:
    with_one_result(scene)
    publication = Publication.objects.get(pk=scene.main.pk)
    assert kept(scene).as_of_seq == publication.as_of_seq

    LastRoundNeeds.objects.update(as_of_seq=publication.as_of_seq - 1)

    assert needs_on(page()) == []


def test_it_is_of_the_round_that_is_open(scene: Final) -> None:
    drawn(scene)
    LastRoundNeeds.objects.update(seating=1)

    assert needs_on(page()) == []


def test_until_a_new_result_is_published_standings_and_needs_stay_those_of_before(scene: Final) -> None:
    round_ = start_round(round_=drawn(scene), by=scene.hall.alice)
    before = kept(scene).needs
    play(round_.tables.order_by("number")[0], scene.hall.alice)
    assert kept(scene).needs == before

    publish_tournament(scene.hall.tournament.pk)

    assert kept(scene).needs != before


def test_nothing_is_worked_out_twice(scene: Final) -> None:
    drawn(scene)
    LastRoundNeeds.objects.update(needs={})

    publish_tournament(scene.hall.tournament.pk)
    publish_stale()

    assert kept(scene).needs == {}


def test_the_sweep_finds_a_round_whose_message_was_lost(scene: Final) -> None:
    publish_round(round_=draft(scene), by=scene.hall.alice)
    assert not LastRoundNeeds.objects.exists()

    publish_stale()

    assert len(kept(scene).needs) == 8


def test_that_nothing_can_be_said_is_kept_too(scene: Final) -> None:
    drawn(scene)
    drawn(scene)

    assert (kept(scene).round, kept(scene).needs) == (None, {})
    assert needs_on(page()) == []


def test_when_players_of_a_round_in_play_change_places_it_is_worked_out_anew(scene: Final) -> None:
    round_ = start_round(round_=drawn(scene), by=scene.hall.alice)
    before = needs_on(page())
    one, other = (table.seats.order_by("wind")[0].entry for table in round_.tables.order_by("number"))

    tag = places_of(round_=round_, one=one, other=other).tag
    change_places(round_=round_, one=one, other=other, if_match=tag, by=scene.hall.alice)
    publish_tournament(scene.hall.tournament.pk)
    memory.clear()

    after = needs_on(Client().get(ADDRESS).content.decode())
    assert after not in (before, [])
    assert kept(scene).seated_seq == LedgerHead.objects.get(tournament=scene.hall.tournament).seq


def test_with_the_round_it_is_gone_from_the_page(scene: Final) -> None:
    unpublish_round(round_=drawn(scene), by=scene.hall.alice)

    assert needs_on(page()) == []


def test_publishing_a_round_wakes_a_worker(
    scene: Final, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    round_ = draft(scene)

    with django_capture_on_commit_callbacks(execute=True):
        publish_round(round_=round_, by=scene.hall.alice)

    assert len(kept(scene).needs) == 8


def called(scene: Final, tag: str = "") -> Response:
    memory.clear()
    found: Response = stranger().get(f"/v1/stages/{scene.main.pk}/standings/", If_None_Match=tag)
    return found


def test_the_api_gives_what_the_page_says(scene: Final) -> None:
    assert [row["needed"] for row in body_of(called(scene))["standings"]] == [None] * 8

    with_one_result(scene)

    assert [row["needed"] for row in body_of(called(scene))["standings"]] == [
        {"outcome": "safe", "results": []},
        {"outcome": "enough", "results": []},
        {
            "outcome": "needs",
            "results": [
                *({"place": place, "points": None} for place in (1, 2)),
                {"place": 3, "points": 13_400},
                {"place": 4, "points": 20_000},
            ],
        },
        {
            "outcome": "needs",
            "results": [{"place": 1, "points": None}, {"place": 2, "points": 43_400}],
        },
        {"outcome": "needs", "results": [{"place": 1, "points": None}]},
        {"outcome": "needs", "results": [{"place": 1, "points": 56_700}]},
        None,
        None,
    ]


def test_who_polls_the_api_learns_that_it_was_worked_out(scene: Final) -> None:
    publish_round(round_=draft(scene), by=scene.hall.alice)
    before = called(scene)
    assert called(scene, before["ETag"]).status_code == 304

    publish_stale()

    answer = called(scene, before["ETag"])
    assert answer.status_code == 200
    assert all(row["needed"] for row in body_of(answer)["standings"])
