from collections.abc import Iterator
from typing import Any

import pytest

from tests.tournaments.hall import Hall, hall_in_play
from tests.web.receiver import Receiver, receiving
from tournaments.models import Round


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    """A receiver on this machine, which the operator trusts."""
    settings.WEBHOOK_TRUSTED_HOSTS = ["127.0.0.1"]
    with receiving() as found:
        yield found


@pytest.fixture
def in_play(db: None) -> tuple[Hall, Round]:
    return hall_in_play()
