"""Calls for the referee, and when they ended."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import RefereeCall, Tournament
from tournaments.verification.made_and_ended import MadeAndEnded
from tournaments.verification.rounds import Rounds


class RefereeCalls(MadeAndEnded[RefereeCall, Tournament]):
    """Follows calls for the referee: made and ended."""

    def __init__(self, rounds: Rounds) -> None:
        super().__init__(RefereeCall, "seat__round__stage__tournament", _("the call for the referee %(id)s"))
        self.rounds = rounds

    def lost(self, of: Tournament, missing: list[Any]) -> Iterator[Any]:
        """Calls of a redrawn round were deleted with its seats."""
        there = self.rounds.still_there(of, {seat for pk in missing for seat in self._seats_of(pk)})
        return (pk for pk in missing if not self._seats_of(pk) - there)

    def _seats_of(self, call: object) -> set[Any]:
        """Return the seats that called and ended the call."""
        columns = self.recorded[call].columns
        return {columns["seat"], columns.get("ended_by_seat")} - {None}
