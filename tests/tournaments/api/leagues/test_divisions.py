"""The divisions of a season, set by programs."""

import pytest

from tests.permissions import digest
from tests.tournaments.api.callers import body_of, signed_in
from tests.tournaments.hall import Hall
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.seen_versions import divisions_tag

pytestmark = pytest.mark.django_db


def test_a_word_that_is_none_of_a_rule_is_named(hall: Hall) -> None:
    league = create_league(slug="river", name="River League", by=hall.charlie)
    season = create_season(league=league, name="2026", by=hall.charlie)
    charlie = signed_in(hall.charlie.user)
    divisions = [{"name": "A", "boundary": {"up": 1, "sideways": 2}}, {"name": "B"}]
    before = digest()

    answer = charlie.post(
        f"/v1/seasons/{season.pk}/divisions/", {"divisions": divisions}, if_match=divisions_tag([])
    )

    assert (answer.status_code, body_of(answer)["error"]["fields"]) == (
        400,
        {"divisions": {"0": {"boundary": ["sideways"]}}},
    )
    assert digest() == before
