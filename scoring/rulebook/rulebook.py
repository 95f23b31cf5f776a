"""A rulebook: everything on which the rules of mahjong differ, as one frozen value.

An *edition* is one TOML file in ``scoring/rulebook/editions/``. A league plays an edition, or house rules: an
edition plus declared changes. Both are the same kind of value, with a complete ``content()`` that can be stored and
read back (``from_content``) long after the edition has changed, and a ``hash()`` that identifies it.

>>> book = load("mleague")
>>> book.result.oka, book.result.tie
(20000, 'split')
>>> house = book.with_house_rules("Friday night", {"result.tie": "seat_order"})
>>> [(change.path, change.edition, change.here) for change in differences(book, house)]
[('result.tie', 'split', 'seat_order')]
>>> from_content(house.content()) == house
True
"""

import hashlib
import json
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from scoring.errors import RulebookError, ScoringError
from scoring.rulebook.fields import FIELDS, NA, UNSET, Limits, Mark, Uma
from scoring.rulebook.left_open import is_open, of_hands, of_results, of_tiles
from scoring.rulebook.sections import (
    Bonus,
    Chombo,
    Draw,
    Fu,
    GameEnd,
    Identity,
    Overlay,
    ResultRules,
    Score,
    Seating,
    Settlement,
    StandingRules,
    Table,
    Yaku,
)

__all__ = [
    "Difference",
    "Rulebook",
    "differences",
    "editions",
    "from_content",
    "is_open",
    "load",
    "plain",
    "read_toml",
    "unset_fields",
]

FORMAT = 1
MAX_NAME = 100

_SECTIONS: dict[str, type[Any]] = {
    "table": Table,
    "result": ResultRules,
    "game_end": GameEnd,
    "draw": Draw,
    "settlement": Settlement,
    "score": Score,
    "bonus": Bonus,
    "yaku": Yaku,
    "fu": Fu,
    "chombo": Chombo,
    "seating": Seating,
    "overlay": Overlay,
    "standing": StandingRules,
}
# Fields missing from older contents, which are read, hashed and written as they were.
_OPTIONAL = "standing"
_SILENT = StandingRules(UNSET)
_IDENTITY = ("id", "name_en", "name_ja", "status")


@dataclass(frozen=True, slots=True)
class Rulebook:
    """An edition of rules, or house rules based on one."""

    identity: Identity
    table: Table
    result: ResultRules
    game_end: GameEnd
    draw: Draw
    settlement: Settlement
    score: Score
    bonus: Bonus
    yaku: Yaku
    fu: Fu
    chombo: Chombo
    seating: Seating
    overlay: Overlay
    standing: StandingRules = _SILENT
    hand_values: dict[tuple[int, int | None, bool, str], Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """The cells of the score table computed so far (see ``scoring.hand.value``); they follow from the rules."""

    def __hash__(self) -> int:
        # Cheap, because rulebooks are keys of caches; equality still compares everything.
        return hash((self.identity.id, self.identity.house))

    @property
    def units_per_point(self) -> int:
        """Return how many units make one shown point: the smallest number in which every share is exact.

        1,000 if a unit is a game point, 3,000 if a tie of three is shared exactly, 12 for table points (halves,
        thirds and quarters; 60 with fifths), 10,000 for square roots with four decimals.
        """
        match self.result.kind:
            case "table_points":
                # Five players may share everything, and fifths are not multiples of a twelfth.
                fifths = self.table.players == 5 and self.result.tie == "split"
                return 60 if fifths and any(sum(row) % 5 for _, row in self.result.uma.rows) else 12
            case "signed_sqrt":
                return 10_000
            case "raw":
                return 1
        exact = self.result.tie == "split" and self.result.tie_remainder == "exact"
        return 3_000 if exact else 1_000

    @property
    def hand_players(self) -> int:
        """Return how many play a hand: 3 or 4. ScoringError ``hands_of_four`` as by ``check_hands``."""
        players = self.table.players
        if players > 4:
            self.check_hands()
        return players

    def check_hands(self) -> None:
        """Refuse a rulebook for five, where four play and one waits in turn: it settles results of games only."""
        if self.table.players > 4:
            raise ScoringError(
                "hands_of_four",
                "This rulebook is for tables of five, of whom four play a hand while one waits: it settles the "
                "result of a game, but no hands. Please name a rulebook for four.",
                fields=["rulebook"],
            )

    def value(self, path: str) -> Any:
        """Return the value of a field, by its dotted path such as ``result.tie``. Unknown: RulebookError."""
        if path not in FIELDS:
            raise _unknown_field(path)
        section, _, name = path.partition(".")
        return getattr(getattr(self, section), name)

    def content(self) -> dict[str, Any]:
        """Return the complete rulebook as plain JSON values, which ``from_content`` reads. If the rulebook is silent
        on standings they are left out, which preserves hashes of contents stored before there was such a field.
        """
        identity = {name: getattr(self.identity, name) for name in (*_IDENTITY, "house")}
        content: dict[str, Any] = {"format": FORMAT, "identity": identity}
        for path in FIELDS:
            section, _, name = path.partition(".")
            if section == _OPTIONAL and self.value(path) is UNSET:
                continue
            content.setdefault(section, {})[name] = plain(self.value(path))
        return content

    def hash(self) -> str:
        """Return the SHA-256 of the canonical JSON of ``content()``: equal hashes mean equal rules and names."""
        return _hash_of(self)

    def with_house_rules(self, name: str, changes: Mapping[str, Any]) -> "Rulebook":
        """Return these rules with some fields changed, under a new name.

        ``changes`` maps dotted paths to plain values: ``{"result.tie": "seat_order"}``. Raises RulebookError for an
        unknown field, an invalid value, values that contradict each other, and a name that is empty, too long or not
        printable. Every field is bounded, so no rulebook exceeds 16 KB.
        """
        if not isinstance(changes, Mapping) or len(changes) > len(FIELDS):
            raise RulebookError("invalid_changes", "House rules are a table of fields and their new values.")
        checked: dict[str, Any] = {}
        for path, value in changes.items():
            if not isinstance(path, str) or path not in FIELDS:
                raise _unknown_field(path)
            checked[path] = FIELDS[path].check(value)
        book = replace(self, identity=replace(self.identity, house=_name(name)))
        for section in {path.partition(".")[0] for path in checked}:
            mine = {
                path.partition(".")[2]: v for path, v in checked.items() if path.startswith(section + ".")
            }
            book = replace(book, **{section: replace(getattr(book, section), **mine)})
        _consistent(book)
        return book


@dataclass(frozen=True, slots=True)
class Difference:
    """A field in which a rulebook differs from its edition. Values are plain, as in ``content()``."""

    path: str
    title: str
    edition: Any
    here: Any


def editions() -> tuple[str, ...]:
    """Return the identifiers of all editions, in alphabetical order."""
    names = (entry.name for entry in files("scoring.rulebook").joinpath("editions").iterdir())
    return tuple(sorted(n.removesuffix(".toml") for n in names if n.endswith(".toml") and n[0] != "_"))


@cache
def _known_editions() -> frozenset[str]:
    return frozenset(editions())


def load(edition_id: str) -> Rulebook:
    """Return the edition with this name; RulebookError ``unknown_rulebook`` if there is none."""
    if not isinstance(edition_id, str) or edition_id not in _known_editions():
        raise RulebookError(
            "unknown_rulebook", f"There is no rulebook {str(edition_id)[:40]!r}.", fields=["rulebook"]
        )
    return _load(edition_id)


@cache
def _load(edition_id: str) -> Rulebook:
    data = read_toml(edition_id)
    return _build({key: data[key] for key in ("identity", *_SECTIONS) if key in data}, house=False)


@cache
def read_toml(name: str) -> dict[str, Any]:
    """Return the parsed TOML file of an edition (``_sources`` for the list of sources)."""
    text = files("scoring.rulebook").joinpath("editions", f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def from_content(content: Mapping[str, Any]) -> Rulebook:
    """Return the rulebook of a ``content()``; RulebookError if it is not exactly such a description."""
    if not isinstance(content, Mapping) or type(content.get("format")) is not int:
        raise RulebookError("invalid_content", "This is not the content of a rulebook.")
    if content["format"] != FORMAT:
        raise RulebookError(
            "unknown_format",
            "This rulebook was written by another version of the program; its format is not known here.",
            fields=["format"],
        )
    return _build({key: value for key, value in content.items() if key != "format"}, house=True)


def unset_fields(
    book: Rulebook, *, hands: bool = True, tiles: bool = True, sticks_left: bool = True, chombos: bool = True
) -> list[str]:
    """Return the open fields an event has to set so that no game under this rulebook raises NeedsEventSetting.

    First those that every result depends on, then those of ``hands`` (games are played hand by hand, or conditions
    are computed), then those of ``tiles`` (hands are valued by tiles). For events that enter only points,
    ``unset_fields(book, hands=False)`` is enough. ``sticks_left`` and ``chombos`` say whether riichi sticks may be
    left on the table at the end, and whether a chombo may happen. All are returned at once, including those that
    only matter for some answers.
    """
    paths = of_results(book, sticks_left=sticks_left, chombos=chombos)
    if hands:
        paths += [path for path in of_hands(book) if chombos or not path.startswith("chombo.")]
        paths += of_tiles(book) if tiles else []
    return list(dict.fromkeys(paths))


def differences(edition: Rulebook, book: Rulebook) -> list[Difference]:
    """Return where ``book`` differs from ``edition``, in the order of the schema."""
    changed = (field for path, field in FIELDS.items() if edition.value(path) != book.value(path))
    return [
        Difference(f.path, f.title, plain(edition.value(f.path)), plain(book.value(f.path))) for f in changed
    ]


def plain(value: Any) -> Any:
    """Return a field's value as JSON and TOML write it."""
    if isinstance(value, Mark):
        return value.value
    if isinstance(value, Uma | Limits):
        return value.as_dict()
    return list(value) if isinstance(value, tuple) else value


def _build(data: Mapping[str, Any], *, house: bool) -> Rulebook:
    data = {_OPTIONAL: {"tie_breaks": "unset"}, **data}
    _same_keys("rulebook", data, ("identity", *_SECTIONS))
    identity = data["identity"]
    _same_keys("identity", identity, (*_IDENTITY, "house") if house else _IDENTITY)
    words = {name: _name(value, empty=name == "house") for name, value in identity.items()}
    parts: dict[str, Any] = {"identity": Identity(**words)}
    for section, kind in _SECTIONS.items():
        names = [field.name for field in fields(kind)]
        _same_keys(section, data[section], names)
        checked = {name: FIELDS[f"{section}.{name}"].check(data[section][name]) for name in names}
        parts[section] = kind(**checked)
    book = Rulebook(**parts)
    _consistent(book)
    return book


def _same_keys(where: str, data: object, expected: Iterable[str]) -> None:
    if not isinstance(data, Mapping):
        raise RulebookError("invalid_content", f"{where} is not a table.", fields=[where])
    wanted = set(expected)
    for key in data:
        if key not in wanted:
            raise _unknown_field(f"{where}.{key}")
    for key in sorted(wanted - set(data)):
        raise RulebookError("missing_field", f"{where}.{key} is missing.", fields=[f"{where}.{key}"])


def _unknown_field(path: object) -> RulebookError:
    return RulebookError(
        "unknown_field", f"A rulebook has no field {str(path)[:60]!r}.", fields=[str(path)[:60]]
    )


def _name(name: object, *, empty: bool = False) -> str:
    if not isinstance(name, str) or len(name) > MAX_NAME or (not empty and not name.strip()):
        raise RulebookError("invalid_name", f"A name has 1 to {MAX_NAME} characters.", fields=["name"])
    # Control, format (bidi overrides), surrogate and unassigned characters are not allowed in a name.
    if any(unicodedata.category(char).startswith("C") for char in name):
        raise RulebookError("invalid_name", "A name has only printable characters.", fields=["name"])
    return name


def _canonical(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


# Cached, because each report includes its rulebook's hash: 0.3 ms of the 5 ms that a report takes.
@lru_cache(maxsize=256)
def _hash_of(book: Rulebook) -> str:
    return hashlib.sha256(_canonical(book.content())).hexdigest()


def _consistent(book: Rulebook) -> None:
    """Refuse values that are valid alone but not together."""
    result, players = book.result, book.table.players
    for key, row in result.uma.rows:
        if len(row) != players:
            raise _contradiction(
                "result.uma", f"The uma of row {key!r} is for {len(row)} players, not {players}."
            )
    if result.uma.by_floating:
        if not isinstance(result.floating_threshold, int) or result.floating_threshold == 0:
            raise _contradiction(
                "result.floating_threshold", "Uma by floating count needs a floating threshold."
            )
        keys = {key for key, _ in result.uma.rows}
        missing = [str(n) for n in range(players + 1) if str(n) not in keys and "*" not in keys]
        if missing or any(key != "*" and int(key) > players for key in keys):
            raise _contradiction(
                "result.uma", f"The uma needs one row for each floating count, 0 to {players}."
            )
    if result.tie == "shared_rank" and result.kind in ("points", "table_points"):
        raise _contradiction("result.tie", "Players who share a place must split what the places bring.")
    if result.kind == "table_points" and result.tie_remainder not in ("exact", UNSET):
        raise _contradiction("result.tie_remainder", "Table points must be split exactly.")
    if result.kind == "points" and result.leftover_deposits is NA:
        raise _contradiction(
            "result.leftover_deposits", "A riichi rulebook must say who takes the sticks left over."
        )
    if book.score.table in ("formula", "simple_seed003", "unlimited") and book.score.limits is NA:
        raise _contradiction("score.limits", "This score table needs its limits.")


def _contradiction(path: str, message: str) -> RulebookError:
    return RulebookError("contradiction", message, fields=[path])
