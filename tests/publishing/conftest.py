import pytest

from tests.races.conftest import own_copy, template
from tests.tournaments.conftest import _hall_in_play, hall, round_, table

pytestmark = [pytest.mark.database("sqlite"), pytest.mark.run("leagues")]

__all__ = ["_hall_in_play", "hall", "own_copy", "round_", "table", "template"]
