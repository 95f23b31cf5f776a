"""API tokens: made by a person, for a while, and not without end."""

import pytest

from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import Hall
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.api_tokens import LONGEST_LIFE, MOST_TOKENS, create_api_token
from tournaments.actions.errors import NotAllowed, RulesRefuse
from tournaments.models import ApiToken

pytestmark = pytest.mark.django_db


def made(by: Actor, days: int = 30) -> str:
    return create_api_token(name="results bot", scope="read", days=days, by=by)[1]


def test_who_is_not_signed_in_makes_none() -> None:
    says = refused(lambda: made(Actor()), NotAllowed, "not_allowed")

    assert says == "Please sign in to make an API token."


@pytest.mark.parametrize("days", [0, LONGEST_LIFE + 1])
def test_a_token_lives_for_a_day_to_a_year(hall: Hall, days: int) -> None:
    says = refused(lambda: made(hall.alice, days), RulesRefuse, "token_life")

    assert says == "A token is valid for 1 to 366 days."


def test_a_person_has_so_many_until_one_is_revoked(hall: Hall) -> None:
    for _token in range(MOST_TOKENS):
        made(hall.alice)

    says = refused(lambda: made(hall.alice), RulesRefuse, "rules_refuse")

    assert says == "You already have 50 tokens. Please revoke one first."
    assert ApiToken.objects.alive().count() == MOST_TOKENS
    assert made(hall.rob)
