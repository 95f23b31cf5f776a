"""Who takes part in a round and has no seat in it."""

import json
from collections.abc import Iterable

from tournaments.models.draws.draws import Draw
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
    are left out. One query, and that of the rounds.
    """
    rounds = list(rounds)
    drawn = {round_.draw_id for round_ in rounds if round_.draw_id is not None}
    if not drawn:
        return {}
    records = {
        pk: json.loads(record) for pk, record in Draw.objects.filter(pk__in=drawn).values_list("pk", "record")
    }
    found = {}
    for round_ in rounds:
        if round_.draw_id is not None:
            stored = records[round_.draw_id]
            index = round_.number - stored["first"]
            found[round_.pk] = stored["byes"][index] if 0 <= index < len(stored["byes"]) else []
    return found
