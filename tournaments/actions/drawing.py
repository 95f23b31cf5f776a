"""Running a drawing method: plain data in, plain data out, so that anybody can run it again.

`inputs` is a JSON object (see `Plan.inputs`): method, seed, entry ids, the rounds before, the standing, wishes. Equal
inputs give equal tables on every machine.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tournaments.models import Draw
from tournaments.seating.metrics import bounds, measure
from tournaments.seating.random_draw import draw_random
from tournaments.seating.schedule import draw_schedule
from tournaments.seating.swiss import draw_swiss
from tournaments.seating.wishes import Wishes

VERSION = 1
Method = Draw.Method


@dataclass(frozen=True)
class Drawn:
    """Rounds of tables of entry ids, East first; who sits out by round; how good it is, in numbers.

    Ids below 0 stand for places that substitutes take.
    """

    rounds: list[list[list[int]]]
    byes: list[list[int]]
    quality: dict[str, Any]


def run(inputs: Mapping[str, Any]) -> Drawn:
    """Draw as `inputs` say. Raises SeatingError, with nothing drawn, for what cannot be."""
    method = inputs["method"]
    history = [[tuple(table) for table in tables] for tables in inputs["history"]]
    if method == Method.SCHEDULE:
        schedule = draw_schedule(
            inputs["players"],
            inputs["rounds"],
            inputs["seed"],
            wishes=_wishes(inputs["wishes"]),
            remainder=inputs["remainder"],
        )
        return _drawn(schedule.rounds, schedule.byes, inputs, history, {"design": schedule.method})
    if method == Method.SWISS:
        wishes = _wishes(inputs["wishes"])
        together = [(a, b) for group in wishes.groups for a in group for b in group if a < b]
        swiss = draw_swiss(
            inputs["standing"],
            history,
            inputs["seed"],
            never=[*wishes.never, *together],
            rather_not=wishes.rather_not,
            balance_winds=inputs["balance_winds"],
            remainder=inputs["remainder"],
        )
        found = {name: value for name, value in asdict(swiss).items() if name not in ("tables", "byes")}
        return _drawn([swiss.tables], [swiss.byes], inputs, history, {"swiss": found})
    tables = draw_random(
        inputs["players"],
        inputs["seed"],
        table_size=inputs["table_size"],
        remainder=inputs["remainder"],
        history=history,
    )
    seated = {player for table in tables for player in table}
    byes = [player for player in inputs["players"] if player not in seated]
    return _drawn([tables], [byes], inputs, history, {})


def _wishes(said: Mapping[str, Any]) -> Wishes:
    return Wishes(
        groups=said["groups"],
        never=[(a, b) for a, b in said["never"]],
        rather_not=[(a, b) for a, b in said["rather_not"]],
        tables=dict(said["tables"]),
        winds=dict(said["winds"]),
    )


def _drawn(
    rounds: Sequence[Sequence[Sequence[int]]],
    byes: Sequence[Sequence[int]],
    inputs: Mapping[str, Any],
    history: Sequence[Sequence[Sequence[int]]],
    found: Mapping[str, Any],
) -> Drawn:
    everything = [[tuple(table) for table in tables] for tables in [*history, *rounds]]
    quality = {
        "numbers": measure(everything, inputs["players"]).as_dict(),
        "bounds": bounds(len(inputs["players"]), len(everything)).as_dict(),
        **found,
    }
    return Drawn(
        [[list(table) for table in tables] for tables in rounds], [list(out) for out in byes], quality
    )
