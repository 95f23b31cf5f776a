"""What the payload of a ledger entry says under which name: of which type, and which numbers are ids of rows.

A name means the same in every kind of entry, but for the few in `OF_KIND`. One that is missing here fails a test, and
a file that has one is refused: only a newer version can have written it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from tournaments.models.ledger_kinds import Kind
from tournaments.models.origins.id_maps import MOST_ID
from tournaments.models.texts.declared import FREE_TEXTS, SCHEME, TEXTS, is_declared

# Gives the id that stands for an id of some kind.
Other: TypeAlias = Callable[[str, int], int]
BIGGEST = 10**18
LONGEST = 10_000


class BadPayload(ValueError):
    """A payload says something that no version of Jantaku writes; the message says where, for programs."""


@dataclass(frozen=True)
class Id:
    """The id of a row of this kind."""

    kind: str

    def moved(self, value: Any, other: Other) -> Any:
        if type(value) is not int or not -BIGGEST < value <= MOST_ID:
            raise BadPayload
        return other(self.kind, value)


@dataclass(frozen=True)
class Plain:
    """A value that is the same everywhere."""

    types: tuple[type, ...]

    def moved(self, value: Any, _other: Other) -> Any:
        if type(value) not in self.types or (type(value) is int and not -BIGGEST < value < BIGGEST):
            raise BadPayload
        return value


@dataclass(frozen=True)
class ListOf:
    item: "Shape"

    def moved(self, value: Any, other: Other) -> Any:
        if type(value) is not list:
            raise BadPayload
        return [self.item.moved(one, other) for one in value]


@dataclass(frozen=True)
class Items:
    """A list of so many different things."""

    items: tuple["Shape", ...]

    def moved(self, value: Any, other: Other) -> Any:
        if type(value) is not list or len(value) != len(self.items):
            raise BadPayload
        return [item.moved(one, other) for item, one in zip(self.items, value, strict=True)]


@dataclass(frozen=True)
class ById:
    """An object whose names are ids of rows, as text."""

    kind: str
    item: "Shape"

    def moved(self, value: Any, other: Other) -> Any:
        if type(value) is not dict or not all(map(_is_number, value)):
            raise BadPayload
        key = Id(self.kind)
        return {str(key.moved(int(pk), other)): self.item.moved(one, other) for pk, one in value.items()}


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdigit() and len(name) < len(str(BIGGEST))


@dataclass(frozen=True)
class Named:
    """An object with these names, all or some of them."""

    items: Mapping[str, "Shape"]

    def moved(self, value: Any, other: Other) -> Any:
        if type(value) is not dict:
            raise BadPayload
        moved = {}
        for name, one in value.items():
            shape = self.items.get(name)
            if shape is None:
                raise BadPayload(name)
            try:
                moved[name] = shape.moved(one, other)
            except BadPayload as error:
                raise BadPayload(".".join(filter(None, [name, str(error)]))) from None
        return moved


@dataclass(frozen=True)
class Perhaps:
    """This, or null."""

    item: "Shape"

    def moved(self, value: Any, other: Other) -> Any:
        return None if value is None else self.item.moved(value, other)


@dataclass(frozen=True)
class Digests:
    """Those of the texts beside an entry, by their names."""

    def moved(self, value: Any, _other: Other) -> Any:
        if type(value) is not dict:
            raise BadPayload
        for name, digest in value.items():
            if not any(is_declared(kind, name) for kind in FREE_TEXTS):
                raise BadPayload(name)
            if type(digest) is not str:
                raise BadPayload
        return value


Shape: TypeAlias = Digests | Id | Plain | ListOf | Items | ById | Named | Perhaps

NUMBER, TEXT, YES_NO, OBJECT = Plain((int,)), Plain((str,)), Plain((bool,)), Plain((dict,))
ENTRY, TEAM, SEAT, DIGEST = Id("entry"), Id("team"), Id("seat"), TEXT
HANDS = Named({"count": NUMBER, "hash": DIGEST, "users": ListOf(Items((NUMBER, Id("user"))))})

NAMES: Mapping[str, Shape] = {
    # Rows
    "entry": ENTRY,
    "in": ENTRY,
    "out": ENTRY,
    "one": ENTRY,
    "other": ENTRY,
    "entries": ListOf(ENTRY),
    "left": ListOf(ENTRY),
    "came": ListOf(ENTRY),
    "tables": ListOf(ListOf(ENTRY)),
    "player": Id("player"),
    "into": Perhaps(ENTRY),
    # Nobody's any more.
    "merged": NUMBER,
    "team": Perhaps(TEAM),
    "teams": ListOf(TEAM),
    "stage": Id("stage"),
    "user": Perhaps(Id("user")),
    "by_user": Perhaps(Id("user")),
    "round": Id("round"),
    "table": Id("table"),
    "cleared": ListOf(Id("table")),
    "seat": Perhaps(SEAT),
    "by_seat": Perhaps(SEAT),
    "seats": ListOf(SEAT),
    "seats_before": ListOf(SEAT),
    "phones_out": ListOf(SEAT),
    "sheet": Id("sheet"),
    "hands": HANDS,
    "moved": ListOf(
        Named({"table": Id("table"), "seats_before": ListOf(SEAT), "seats": ListOf(SEAT), "hands": HANDS})
    ),
    "draw": Perhaps(Id("draw")),
    "job": Id("job"),
    "wish": Id("wish"),
    "terms": Named(
        {
            "rules": ListOf(Named({"source": Id("stage"), "among": TEXT, "first": NUMBER, "last": NUMBER})),
            **dict.fromkeys(
                ("of_teams", "forgives_penalties", "carries_head_to_head", "carries_points"), YES_NO
            ),
            **dict.fromkeys(("carries", "rounding"), TEXT),
            **dict.fromkeys(("numerator", "denominator", "quantum"), NUMBER),
            "by_rank": ListOf(NUMBER),
        }
    ),
    "qualifiers": ListOf(Named({"entry": ENTRY, "team": TEAM, "source": Perhaps(Id("stage"))})),
    "nights": ListOf(
        Named(
            {**dict.fromkeys(("night", "games", "turn"), NUMBER), "status": TEXT, "came": ListOf(ENTRY)},
        )
    ),
    # `content` is what was handed in, word for word, with the ids that were in force then.
    "line_ups": ListOf(Named({"team": TEAM, "entries": ListOf(ENTRY), "content": TEXT})),
    "line_up_quotas": ListOf(Named({"least": NUMBER, "hash": DIGEST})),
    "penalty": Id("penalty"),
    "announcement": Id("announcement"),
    "call": Id("referee_call"),
    # Rows that stay behind: what they were is over when a tournament is taken in
    "season": Perhaps(NUMBER),
    "invitation": NUMBER,
    **dict.fromkeys(("registration", "night"), NUMBER),
    "registrations": ListOf(NUMBER),
    "photo": NUMBER,
    "photos": ListOf(NUMBER),
    "token": NUMBER,
    "tokens": ListOf(NUMBER),
    "card": NUMBER,
    "phone": NUMBER,
    "cards": ListOf(NUMBER),
    "phones": ListOf(NUMBER),
    "kiosk": NUMBER,
    "kiosks": ListOf(NUMBER),
    "replaced": ListOf(NUMBER),
    "numbers": ListOf(NUMBER),
    # Figures
    **dict.fromkeys(("number", "ordinal", "players", "games", "amount", "version", "leftover"), NUMBER),
    **dict.fromkeys(("imbalance", "level", "days", "through"), NUMBER),
    **dict.fromkeys(("size", "width", "height"), NUMBER),
    **dict.fromkeys(("closes_before", "late_penalty", "absence_penalty", "turn"), NUMBER),
    "late": ListOf(TEAM),
    **dict.fromkeys(("minimum_games", "maximum_games", "missing_game_penalty", "least", "most"), NUMBER),
    **dict.fromkeys(("sitting_out_score", "absence_score"), NUMBER),
    **dict.fromkeys(("best_of_a_round", "games_of_a_player", "best_games"), NUMBER),
    "match_points": ListOf(NUMBER),
    "confirmations_needed": Perhaps(NUMBER),
    **dict.fromkeys(("live_delay", "photo_days"), Perhaps(NUMBER)),
    **dict.fromkeys(("place", "places"), Perhaps(NUMBER)),
    "substitute_score": Perhaps(NUMBER),
    **dict.fromkeys(("points", "chombo", "open"), ListOf(NUMBER)),
    **dict.fromkeys(("substitute", "is_on", "is_late", "is_last", "is_unranked"), YES_NO),
    # Words
    **dict.fromkeys(
        ("rulebook", "confirmation", "slug", "was", "visibility", "time_zone", "division", "kind"), TEXT
    ),
    **dict.fromkeys(("paper", "rule"), TEXT),
    **dict.fromkeys(("substitutes", "withdrawn", "admission", "given_for"), TEXT),
    **dict.fromkeys(
        ("role", "method", "procedure", "fell", "reason", "code", "status", "tag", "lot", "selection"), TEXT
    ),
    **dict.fromkeys(
        ("starts_on", "ends_on", "planned_at", "claimed_at", "closes_at", "seed", "commitment"), Perhaps(TEXT)
    ),
    **dict.fromkeys(("tie_breaks", "changed"), ListOf(TEXT)),
    **dict.fromkeys(("text", "day", "starts_at"), TEXT),
    "minutes": Perhaps(NUMBER),
    "after_gong": Perhaps(TEXT),
    **dict.fromkeys(("house_rules", "settings", "odd_house_rules"), OBJECT),
    # Hashes
    **dict.fromkeys(("hash", "name", "file", "content", "device", "imbalance_reason", "origins"), DIGEST),
    **dict.fromkeys(("seed_hash", "tables_hash", "request_hash", "sheets", "sha256"), DIGEST),
    "draw_hash": Perhaps(DIGEST),
    # Of texts beside the entry; and which of them were removed, of the entry with this number.
    TEXTS: Digests(),
    SCHEME: NUMBER,
    "of": NUMBER,
    "fields": ListOf(TEXT),
    "team_names": ListOf(DIGEST),
    # Those of an earlier version's state
    "draws": ById("draw", DIGEST),
    "wishes": ById("wish", DIGEST),
    **{
        name: ListOf(Items((Id(kind), TEXT)))
        for name, kind in (("why_drawn", "draw"), ("why_wished", "wish"), ("why_missing", "sheet"))
    },
}
CLOCK = {"ends_at": Perhaps(TEXT), "remaining": Perhaps(NUMBER)}
CLOCKS: Mapping[str, Shape] = {
    "clock": Named({**CLOCK, "minutes": NUMBER, "after_gong": TEXT}),
    "tables": ListOf(Named({"id": Id("table"), **CLOCK, "is_held": YES_NO})),
}
REGISTRATION = Named(
    {name: NAMES[name] for name in ("entry", "player", "number", "team", "substitute", "lot", "name")}
)
PERHAPS_A_ROUND: Mapping[str, Shape] = {"stage": Perhaps(Id("stage")), "number": Perhaps(NUMBER)}
OF_A_PENALTY: Mapping[str, Shape] = {"round": Perhaps(Id("round"))}
OF_KIND: Mapping[str, Mapping[str, Shape]] = {
    **dict.fromkeys((Kind.PENALIZED, Kind.BONUS_GIVEN, Kind.WARNED, Kind.PENALTY_LIFTED), OF_A_PENALTY),
    **dict.fromkeys(
        (Kind.TEAM_PENALIZED, Kind.TEAM_BONUS_GIVEN, Kind.TEAM_WARNED, Kind.TEAM_PENALTY_LIFTED), OF_A_PENALTY
    ),
    Kind.PLAYERS_IMPORTED: {"entries": ListOf(REGISTRATION)},
    **dict.fromkeys((Kind.TIME_LIMIT_SET, Kind.TEAM_CHANGED), PERHAPS_A_ROUND),
    **dict.fromkeys(
        (
            Kind.CLOCK_STARTED,
            Kind.CLOCK_PAUSED,
            Kind.CLOCK_RESUMED,
            Kind.CLOCK_EXTENDED,
            Kind.TABLE_CLOCK_PAUSED,
            Kind.TABLE_CLOCK_RESUMED,
            Kind.TABLE_CLOCK_EXTENDED,
        ),
        CLOCKS,
    ),
    Kind.CARDS_ISSUED: {"phones_out": ListOf(NUMBER)},
    Kind.CARD_PHONE_OUT: {"left": YES_NO},
    Kind.RESULTS_IMPORTED: {"rounds": ListOf(Items((Id("round"), NUMBER, Perhaps(TEXT))))},
    Kind.BASELINE: {
        "rounds": ById("round", Items((Id("stage"), NUMBER, Perhaps(Id("draw")), Perhaps(TEXT)))),
        "names": Named(
            {
                "tournament": Plain((dict,)),
                **{kind: ById(kind, DIGEST) for kind in ("stage", "team", "player")},
            }
        ),
    },
}
_SHAPES: Mapping[str, Named] = {kind.value: Named({**NAMES, **OF_KIND.get(kind, {})}) for kind in Kind}


def moved(kind: str, content: Mapping[str, Any], other: Other) -> dict[str, Any]:
    """Return a payload with every id in it replaced by what `other` gives for it.

    Raises BadPayload, with the name, where something is of another type than it always was, or is unknown.
    """
    shape = _SHAPES.get(kind)
    if shape is None:
        raise BadPayload("kind")
    found: dict[str, Any] = shape.moved(content, other)
    return found
