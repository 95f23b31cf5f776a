"""Who takes part in a round and has no seat in it."""

import json
from collections.abc import Iterable
from typing import cast

from tournaments.models.draws.draws import Draw
from tournaments.models.origins.records import entries_here, lists_here
from tournaments.models.people.entries import Entry
from tournaments.models.play.rounds import Round, Seat


def sitting_out(rounds: Iterable[Round]) -> dict[int, list[Entry]]:
    """Return who sits out in each of these rounds, by the round's id; in order of their numbers, with their players.

    The draw says so; whoever has been brought in since does not sit out. Somebody who was not there is not listed.
    Three queries at most, none where nothing was drawn.
    """
    listed = list(rounds)
    ids = drawn_without_seat(listed)
    waiting = {pk for row in ids.values() for pk in row}
    found: dict[int, list[Entry]] = {round_.pk: [] for round_ in listed}
    if not waiting:
        return found
    seated = set(
        Seat.objects.filter(round__in=ids, entry__in=waiting).order_by().values_list("round_id", "entry_id")
    )
    entries = Entry.objects.filter(pk__in=waiting).select_related("player", "team").order_by("number")
    for entry in entries:
        for round_id, row in ids.items():
            if entry.pk in row and (round_id, entry.pk) not in seated:
                found[round_id].append(entry)
    return found


def drawn_without_seat(rounds: Iterable[Round]) -> dict[int, list[int]]:
    """Return the ids of the entries that the draws left without a seat, by the round's id; rounds that were not drawn
    are left out. One query, one more for draws that another server made, and that of the rounds.
    """
    drawn = [round_ for round_ in rounds if round_.draw_id is not None]
    if not drawn:
        return {}
    draws = Draw.objects.filter(pk__in={round_.draw_id for round_ in drawn}).only("pk", "record", "origin")
    byes: dict[int, tuple[int, list[list[int]]]] = {}
    for draw in draws.prefetch_related("origin"):
        stored, here = json.loads(draw.record), entries_here(draw.origin)
        byes[draw.pk] = stored["first"], lists_here(stored["byes"], here) if here else stored["byes"]
    found = {}
    for round_ in drawn:
        first, rows = byes[cast("int", round_.draw_id)]
        index = round_.number - first
        found[round_.pk] = rows[index] if 0 <= index < len(rows) else []
    return found
