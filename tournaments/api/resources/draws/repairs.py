"""Repairs of rounds that have not started, after players leave or join."""

from typing import Any

from rest_framework import serializers

from players.api.fields import Name
from tournaments.actions.draws.repairs import ScheduleChange, repair_schedule
from tournaments.actions.people.newcomers import Newcomer
from tournaments.actions.player_records import namesakes_known_to
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.api.fields import REMAINDERS, Confirmed
from tournaments.api.operations import writes
from tournaments.api.resources.draws.draws import DrawView, entries_of
from tournaments.api.resources.play.rounds import MOST_SITTING_OUT
from tournaments.api.resources.setup.tournaments import NO_SUCH, find_stage
from tournaments.api.schemas.draws import DrawShape
from tournaments.models import Stage
from tournaments.permissions import can_run
from web.api.fields import Id, Input, OneOf, Several, Text, YesNo

MOST_NEWCOMERS = 20


class TakingOver(Input):
    out = Id(help_text="Id of the entry that leaves.")
    into = Id(help_text="Id of the entry that takes over its seats.")


class NewHere(Input):
    """A player who is not on the list yet. If the `name` is on file, `player` says which record is meant, or
    `is_another` that it is a different person.
    """

    name = Name(help_text="Name of the player.")
    club = Name(required=False, allow_blank=True, help_text="Name of the club; empty if none.")
    player = Id(
        required=False, allow_null=True, help_text="Id of the player on file; null if it is not settled."
    )
    is_another = YesNo(default=False, help_text="True: a different person of the same name.")


class Mending(Input):
    """`leavers` stop playing, `joiners` start playing, `substitutes` take over another player's seats, and
    `newcomers` are registered by name and start playing. A player of another division of the season is refused with
    the code please_confirm; repeat the call with in_another_division in `confirm` to proceed.
    """

    leavers = Several(
        child=Id(), max_length=MOST_SITTING_OUT, default=list, help_text="Ids of entries that play no more."
    )
    joiners = Several(
        child=Id(),
        max_length=MOST_SITTING_OUT,
        default=list,
        help_text="Ids of entries that play from now on.",
    )
    substitutes = Several(
        child=TakingOver(),
        max_length=MOST_SITTING_OUT,
        default=list,
        help_text="Entries that take over the seats of others.",
    )
    newcomers = Several(
        child=NewHere(),
        max_length=MOST_NEWCOMERS,
        default=list,
        help_text="Players to register, who play from now on.",
    )
    remainder = OneOf(REMAINDERS, default="refuse")
    reason = Text(
        max_length=LONGEST_REASON,
        default="",
        allow_blank=True,
        help_text="Reason, for the ledger; may be empty.",
    )
    confirm = Confirmed(default=list)


class Repair(DrawView):
    @writes(
        "repairSchedule",
        "Repair the rounds that have not started after players left or came, as drafts",
        permission=can_run,
        finds=find_stage,
        of="tournament",
        takes=Mending,
        gives=DrawShape,
    )
    def post(self, stage: Stage, data: dict[str, Any]) -> DrawShape:
        swaps = data["substitutes"]
        named = {
            "leavers": data["leavers"],
            "joiners": data["joiners"],
            "substitutes": [swap[side] for swap in swaps for side in ("out", "into")],
        }
        found = {field: entries_of(stage.tournament, ids, field) for field, ids in named.items()}
        substitutes = {
            found["substitutes"][swap["out"]]: found["substitutes"][swap["into"]] for swap in swaps
        }
        change = ScheduleChange(
            leavers=list(found["leavers"].values()),
            joiners=list(found["joiners"].values()),
            substitutes=substitutes,
            newcomers=self._newcomers(data["newcomers"]),
            remainder=data["remainder"],
        )
        stored = repair_schedule(
            stage=stage,
            change=change,
            reason=data["reason"],
            confirm=data["confirm"],
            by=self.actor,
        )
        return self.shown(stored.pk)

    def _newcomers(self, given: list[dict[str, Any]]) -> list[Newcomer]:
        """Return the newcomers with their records on file; a field error if a record has another name."""
        found = []
        for one in given:
            players = {player.pk: player for player in namesakes_known_to(self.actor, one["name"])}
            wanted = one.get("player")
            if wanted is not None and (one["is_another"] or wanted not in players):
                raise serializers.ValidationError({"newcomers": [NO_SUCH]})
            player = players[wanted] if wanted is not None else None
            found.append(
                Newcomer(one["name"], one.get("club", ""), player=player, is_another=one["is_another"])
            )
        return found
