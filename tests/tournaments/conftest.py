import pytest

from tests.tournaments.hall import Hall, open_hall
from tournaments.models import Round, Table


@pytest.fixture
def hall(db: None) -> Hall:
    return open_hall()


@pytest.fixture
def round_(hall: Hall) -> Round:
    """A round in play."""
    return hall.started()


@pytest.fixture
def table(round_: Round) -> Table:
    """Table 1 of a round in play."""
    return round_.tables.get(number=1)
