"""Parsing of requests: JSON values to checked values; `SeatingError` says what was expected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast, get_args

from seating.constraints import SeatingConstraints
from seating.errors import SeatingError
from seating.metrics import Pair
from seating.schedules.schedule import MOST_ROUNDS
from seating.table_sizes import MOST_PLAYERS, Remainder

LARGEST_ID = 2**53 - 1
LONGEST_HISTORY = 500


def refuse(field: str, expected: str) -> SeatingError:
    return SeatingError("malformed", f"{field}: {expected} expected.", field=field)


def only(request: Mapping[str, object], *names: str) -> None:
    """Refuse unknown fields, which would be silently ignored."""
    for name in request:
        if name not in names:
            raise SeatingError(
                "unknown_field", f"There is no field {str(name)[:40]!r} here.", field=str(name)[:40]
            )


def whole(value: object, field: str, least: int, most: int, code: str = "malformed") -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise refuse(field, "a whole number")
    if not least <= value <= most:
        raise SeatingError(
            code, f"{field} must be {least:,} to {most:,}.", field=field, least=least, most=most
        )
    return value


def identity(value: object, field: str, walk_ons: bool = False) -> int:
    return whole(value, field, -LARGEST_ID if walk_ons else 0, LARGEST_ID, "player_unknown")


def row(value: object, field: str, most: int) -> list[object]:
    if not isinstance(value, list):
        raise refuse(field, "a list")
    if len(value) > most:
        raise SeatingError(
            "too_long", f"{field} holds {len(value):,} items; at most {most:,}.", field=field, most=most
        )
    return value


def text(value: object, field: str) -> str:
    if not isinstance(value, str):
        raise refuse(field, "a text")
    return value


def flag(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise refuse(field, "true or false")
    return value


def people(value: object, field: str) -> list[int]:
    """Return ids from a number of players (0, 1, 2 ...) or a list of ids."""
    if isinstance(value, int) and not isinstance(value, bool):
        if value > MOST_PLAYERS:
            raise SeatingError(
                "too_many_players",
                f"{value:,} players are too many; a draw holds at most {MOST_PLAYERS:,}."
                if value < 10**12
                else f"A draw holds at most {MOST_PLAYERS:,} players.",
                limit=MOST_PLAYERS,
            )
        if value < 1:
            raise SeatingError(
                "too_few_players", f"{field} must be a positive number.", given=max(value, -(10**12))
            )
        return list(range(value))
    if not isinstance(value, list):
        raise refuse(field, "a number of players or a list of ids")
    if len(value) > MOST_PLAYERS:
        raise SeatingError(
            "too_many_players",
            f"{len(value):,} players are too many; a draw holds at most {MOST_PLAYERS:,}.",
            limit=MOST_PLAYERS,
        )
    return [identity(p, field) for p in value]


def pairs(value: object, field: str) -> list[Pair]:
    out = []
    for item in row(value, field, 250_000):
        two = row(item, field, 2)
        if len(two) != 2:
            raise refuse(field, "pairs of ids")
        out.append((identity(two[0], field), identity(two[1], field)))
    return out


def groups(value: object, field: str) -> list[list[int]]:
    return [
        [identity(p, field) for p in row(g, field, MOST_PLAYERS)] for g in row(value, field, MOST_PLAYERS)
    ]


def schedule(value: object, field: str) -> list[list[tuple[int, ...]]]:
    """Return rounds of tables of three to five ids, without repeats in a round; walk-ons may be negative."""
    out = []
    for tables in row(value, field, LONGEST_HISTORY):
        seated: list[tuple[int, ...]] = []
        for table in row(tables, field, MOST_PLAYERS):
            ids = tuple(identity(p, field, walk_ons=True) for p in row(table, field, 5))
            if len(ids) < 3:
                raise refuse(field, "tables of three to five ids")
            seated.append(ids)
        everyone = [p for t in seated for p in t if p >= 0]
        if len(set(everyone)) < len(everyone):
            twice = sorted(p for p in set(everyone) if everyone.count(p) > 1)[:5]
            raise SeatingError(
                "player_twice", f"Player {twice[0]} sits twice in one round.", players=twice, field=field
            )
        out.append(seated)
    return out


def remainder(value: object) -> Remainder:
    if value not in get_args(Remainder):
        raise refuse("remainder", "three, five, byes or substitutes")
    return cast(Remainder, value)


def by_player(value: object, field: str, least: int, most: int, code: str) -> dict[int, int]:
    """Return a mapping from ids (text keys in JSON) to integers."""
    if not isinstance(value, dict):
        raise refuse(field, "an object from ids to numbers")
    out = {}
    for key, number in value.items():
        if not (isinstance(key, str) and key.isascii() and key.isdigit() and len(key) < 17):
            raise refuse(field, "ids as keys")
        out[int(key)] = whole(number, field, least, most, code)
    return out


def constraints(request: Mapping[str, object]) -> SeatingConstraints:
    featured = [
        None if p is None else identity(p, "featured")
        for p in row(request.get("featured", []), "featured", MOST_ROUNDS)
    ]
    return SeatingConstraints(
        groups=groups(request.get("groups", []), "groups"),
        never=pairs(request.get("avoid", []), "avoid"),
        rather_not=pairs(request.get("rather_not", []), "rather_not"),
        tables=by_player(request.get("tables", {}), "tables", 1, MOST_PLAYERS, "table_unknown"),
        winds=by_player(request.get("winds", {}), "winds", 0, 3, "seat_unknown"),
        featured=featured,
    )
