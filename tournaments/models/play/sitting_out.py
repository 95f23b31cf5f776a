"""Players of a round without a seat in it."""

import json
from collections.abc import Iterable
from typing import NamedTuple, cast

from tournaments.models.draws.draws import Draw
from tournaments.models.origins.records import entries_here, lists_here
from tournaments.models.people.entries import Entry
from tournaments.models.play.rounds import Round, Seat, waiting_for_line_ups


def sitting_out(rounds: Iterable[Round]) -> dict[int, list[Entry]]:
    """Return who sits out, by round id, ordered by number, with players loaded.

    As drawn, without players brought in since, absent players, and rounds waiting for line-ups. At most four queries,
    none if nothing was drawn.
    """
    listed = list(rounds)
    ids = drawn_without_seat(listed)
    found: dict[int, list[Entry]] = {round_.pk: [] for round_ in listed}
    if not any(ids.values()):
        return found
    undecided = waiting_for_line_ups(listed)
    ids = {round_id: row for round_id, row in ids.items() if round_id not in undecided}
    waiting = {pk for row in ids.values() for pk in row}
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
    """Return the entry ids that draws left without a seat, by round id; rounds not drawn are omitted. One query, one
    more for draws from another server, plus that of the rounds.
    """
    return {pk: without_seat.sits_out for pk, without_seat in _of_draws(rounds).items()}


def absent_from(round_: Round) -> set[int]:
    """Return the entry ids absent from a round: by the draw, or because someone replaces them. Empty for a round that
    was not drawn. Two queries, one more for a draw from another server.
    """
    drawn = _of_draws([round_]).get(round_.pk)
    if drawn is None:
        return set()
    seats = Seat.objects.filter(round=round_).order_by().values_list("entry_id", "replaces_id")
    seated, replaced = {entry for entry, _replaces in seats}, {replaces for _entry, replaces in seats}
    return ({*drawn.is_absent, *replaced} - {None}) - seated


class _WithoutSeat(NamedTuple):
    """Who is left out of a round: waiting, and reported absent."""

    sits_out: list[int]
    is_absent: list[int]


def _of_draws(rounds: Iterable[Round]) -> dict[int, _WithoutSeat]:
    drawn = [round_ for round_ in rounds if round_.draw_id is not None]
    if not drawn:
        return {}
    draws = Draw.objects.filter(pk__in={round_.draw_id for round_ in drawn}).only("pk", "record", "origin")
    stored = {}
    for draw in draws.prefetch_related("origin"):
        content, here = json.loads(draw.record), entries_here(draw.origin)
        byes, absent = content["byes"], content["plan"].get("sit_out", [])
        if here is not None:
            byes, absent = lists_here(byes, here), lists_here(absent, here)
        stored[draw.pk] = content["first"], byes, absent
    found = {}
    for round_ in drawn:
        first, byes, absent = stored[cast("int", round_.draw_id)]
        index = round_.number - first
        found[round_.pk] = _WithoutSeat(byes[index] if 0 <= index < len(byes) else [], absent)
    return found
