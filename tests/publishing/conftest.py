from tests.tournaments.conftest import _hall_in_play, hall, round_

__all__ = ["_hall_in_play", "hall", "round_"]
