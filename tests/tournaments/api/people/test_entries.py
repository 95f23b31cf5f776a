"""Entries, players and their licences, by programs: what cannot be meant is refused beside its field."""

import pytest

from tests.permissions import digest
from tests.tournaments.actions.refusals import facts
from tests.tournaments.api.callers import Caller, body_of, code_of, signed_in
from tests.tournaments.hall import Hall
from tournaments.actions.people.merging import MERGED_FOR_GOOD
from tournaments.actions.seen_versions import player_tag
from tournaments.models import Entry

pytestmark = pytest.mark.django_db
NOBODY = 10**9


@pytest.fixture
def alice(hall: Hall) -> Caller:
    return signed_in(hall.alice.user)


def entry(number: int) -> Entry:
    return Entry.objects.select_related("player").get(number=number)


def test_who_is_on_file_needs_no_name(hall: Hall, alice: Caller) -> None:
    player, before = entry(2).player_id, digest()

    answer = alice.post(
        "/v1/tournaments/spring-open/entries/", {"player": player, "name": "Dora", "club": "Bears"}
    )

    known = ["This player is already on file; leave this out."]
    assert (answer.status_code, body_of(answer)["error"]["fields"]) == (400, {"name": known, "club": known})
    assert digest() == before


def test_a_licence_that_cannot_be_shown_is_refused(hall: Hall, alice: Caller) -> None:
    player, before = entry(2).player, digest()

    answer = alice.call(
        "PATCH",
        f"/v1/players/{player.pk}/",
        {"licences": [{"body": "EMA", "number": "0409\u0301\u0302\u0303"}]},
        if_match=player_tag(player),
    )

    most = "One letter has too many accents."
    assert (answer.status_code, body_of(answer)["error"]["fields"]) == (
        400,
        {"licences": {"0": {"number": [most]}}},
    )
    assert digest() == before


def test_nobody_is_merged_with_a_player_who_is_not_on_file(hall: Hall, alice: Caller) -> None:
    player, before = entry(2).player, facts()

    answer = alice.post(
        f"/v1/players/{player.pk}/merge/",
        {"other": NOBODY, "confirm": [MERGED_FOR_GOOD]},
        if_match=player_tag(player),
    )

    assert code_of(answer) == (422, "not_two_players")
    assert body_of(answer)["error"]["fields"] == {"other": ["Please choose another player on file."]}
    assert facts() == before
