from collections.abc import Iterator

import pytest
from django.test import override_settings

from tests.tournaments.hall import Hall, hall_in_play, open_hall
from tournaments.models import Round, Table


@pytest.fixture(scope="module", autouse=True)
def _signed_in_for_long() -> Iterator[None]:
    """Let users signed in at a module's start end tokens at its end. tests/config/accounts covers the limit."""
    with override_settings(ACCOUNT_REAUTHENTICATION_TIMEOUT=60 * 60):
        yield


@pytest.fixture
def hall(db: None, request: pytest.FixtureRequest) -> Hall:
    """A hall without draws; if the test asks for `round_`, both are restored together."""
    if "round_" in request.fixturenames:
        return request.getfixturevalue("_hall_in_play")[0]
    return open_hall()


@pytest.fixture
def _hall_in_play(db: None) -> tuple[Hall, Round]:
    return hall_in_play()


@pytest.fixture
def round_(hall: Hall, request: pytest.FixtureRequest) -> Round:
    """A round in play."""
    if "_hall_in_play" in request.fixturenames:
        opened, round_ = request.getfixturevalue("_hall_in_play")
        if opened is hall:
            return round_
    return hall.started()


@pytest.fixture
def table(round_: Round) -> Table:
    """Table 1 of a round in play."""
    return round_.tables.get(number=1)
