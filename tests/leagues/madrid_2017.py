"""Hand logs of an MCR tournament, as outcomes of the state machine. Hands without a row were drawn."""

import csv
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from scoring.game.outcome import Outcome
from scoring.hand.win import Win

FOLDER = Path(__file__).parent / "ema_mcr_madrid_2017"
WINDS = "ESWN"
HANDS = 16


def _read(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def tables() -> dict[tuple[int, int], tuple[list[str], tuple[int, ...], list[Fraction]]]:
    """Return, by round and table, the players in seat order, their table points, and their match points."""
    found: dict[tuple[int, int], list[dict[str, str]]] = {}
    for line in _read("games"):
        found.setdefault((int(line["round"]), int(line["table"])), []).append(line)
    return {
        key: (
            [line["player"] for line in lines],
            tuple(int(line["table_points"]) for line in lines),
            [Fraction(line["match_points"]) for line in lines],
        )
        for key, lines in found.items()
        if [line["seat"] for line in lines] == list(WINDS)
    }


def hands() -> dict[tuple[int, int], dict[int, dict[str, str]]]:
    """Return, by round and table, the logged hands by number."""
    found: dict[tuple[int, int], dict[int, dict[str, str]]] = {}
    for line in _read("hands"):
        found.setdefault((int(line["round"]), int(line["table"])), {})[int(line["hand"])] = line
    return found


def tell(players: list[str], logged: dict[int, dict[str, str]]) -> Iterator[Outcome]:
    """Yield the outcomes of one table."""
    for number in range(1, HANDS + 1):
        line = logged.get(number)
        penalties = tuple(int(line[f"penalty_{w}"] or 0) for w in WINDS) if line else (0, 0, 0, 0)
        if any(penalties):
            yield Outcome("adjust", delta=penalties, reason="penalty, paid to the others")
        if line is None or not line["winner"]:
            yield Outcome("draw")
            continue
        win = Win(players.index(line["winner"]), points=int(line["value"]))
        yield Outcome("win", wins=(win,), loser=players.index(line["loser"]) if line["loser"] else None)
