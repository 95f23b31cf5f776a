"""Rulebooks in the reader's language: fields in words and groups, with sources."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from scoring.hand.value import is_riichi
from scoring.rulebook.fields import FIELDS, NA
from scoring.rulebook.labels import label
from scoring.rulebook.provenance import Provenance, confidences, sources
from scoring.rulebook.rulebook import Rulebook, differences, is_open, unset_fields
from scoring.text.tie_breaks import label_in
from web.visitor_language import language

GROUPS: tuple[tuple[str, Promise | str, tuple[str, ...]], ...] = (
    ("table", pgettext_lazy("heading", "The table"), ("table.",)),
    ("result", _("The result of a game"), ("result.",)),
    ("standing", pgettext_lazy("heading", "The standings"), ("standing.",)),
    ("chombo", pgettext_lazy("mahjong term", "Chombo"), ("chombo.",)),
    ("end", _("The end of the game"), ("game_end.",)),
    ("draws", pgettext_lazy("mahjong term", "Draws"), ("draw.",)),
    (
        "winners",
        _("Counters and several winners"),
        ("settlement.honba", "settlement.ron", "settlement.multi"),
    ),
    ("liability", pgettext_lazy("mahjong term", "Liability"), ("settlement.pao", "settlement.daiminkan")),
    ("score", pgettext_lazy("heading", "The score"), ("score.",)),
    ("dora", pgettext_lazy("mahjong term", "Dora"), ("bonus.",)),
    ("yaku", _("Yaku and riichi"), ("yaku.",)),
    ("fu", pgettext_lazy("mahjong term", "Fu"), ("fu.",)),
    ("seating", _("Seats and wall"), ("seating.",)),
    ("overlay", _("Doubled seat, no limits"), ("overlay.",)),
)

FACTS = ("table.length", "table.starting_points", "result.return_points", "result.uma")


@dataclass(frozen=True, slots=True)
class Origin:
    """The source of a value. `marks` are the tags of its sources."""

    confidence: str
    meaning: str
    marks: tuple[str, ...]
    notes: tuple[str, ...]
    is_disputed: bool
    edition: str


@dataclass(frozen=True, slots=True)
class Row:
    """A field. `twin` is its name in the other language; `other` the value in the compared rulebook."""

    path: str
    name: str
    twin: str
    value: str
    is_open: bool
    origin: Origin | None = None
    other: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    key: str
    title: Promise | str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Brief:
    """A rulebook on a card: its distinguishing features, and whether events must decide something."""

    book: Rulebook
    facts: tuple[Row, ...]
    leaves_open: bool


def by_kind(books: Sequence[Rulebook]) -> list[tuple[Promise | str, list[Brief]]]:
    """Group rulebooks by kind of game, with its name; empty kinds are left out."""
    kinds = [
        (_("Riichi, four players"), [book for book in books if is_riichi(book) and book.table.players == 4]),
        (_("Riichi, three players"), [book for book in books if is_riichi(book) and book.table.players == 3]),
        (_("Pattern scoring games"), [book for book in books if not is_riichi(book)]),
    ]
    return [(kind, [_brief(book) for book in some]) for kind, some in kinds if some]


def _brief(book: Rulebook) -> Brief:
    return Brief(book, facts_of(book), bool(unset_fields(book, hands=False)))


def facts_of(book: Rulebook) -> tuple[Row, ...]:
    """Return what tells a rulebook from others at a glance."""
    return tuple(row(book, path) for path in FACTS)


def other_language() -> str:
    """Return the second language of terms: Japanese for readers of English, otherwise English."""
    return "ja" if language() == "en" else "en"


def can_calculate(book: Rulebook) -> bool:
    """Whether the hand calculator supports this game: han and fu, or World Series patterns."""
    return is_riichi(book) or book.score.table == "zung_jung"


def groups(book: Rulebook, about: Provenance | None = None) -> list[Group]:
    """Return the rulebook's fields in groups, without those that do not apply."""
    shown = []
    for key, title, prefixes in GROUPS:
        paths = [path for path in FIELDS if path.startswith(prefixes) and book.value(path) is not NA]
        if key == "overlay" and book.overlay.wareme == "none" and not book.overlay.unlimited:
            paths = ["overlay.wareme", "overlay.unlimited"]
        shown.append(Group(key, title, tuple(row(book, path, about) for path in paths)))
    return [group for group in shown if group.rows]


def row(book: Rulebook, path: str, about: Provenance | None = None) -> Row:
    field = FIELDS[path]
    name, twin = field.named(language()), field.named(other_language())
    value = book.value(path)
    return Row(
        path,
        name,
        twin,
        label_in(book, path, language()),
        is_open(value),
        _origin(about, path) if about else None,
    )


def compared(book: Rulebook, other: Rulebook) -> list[Group]:
    """Return the differences between two rulebooks, in the same groups."""
    by_group: dict[str, list[Row]] = {}
    for one in differences(other, book):
        field = FIELDS[one.path]
        name, twin = field.named(language()), field.named(other_language())
        there = label(one.path, one.edition, language())
        here = Row(one.path, name, twin, label(one.path, one.here, language()), False, other=there)
        # "unset" and "n/a" read the same to players.
        if here.value != there:
            by_group.setdefault(_group_of(one.path), []).append(here)
    return [Group(key, title, tuple(by_group[key])) for key, title, _prefixes in GROUPS if key in by_group]


def sources_of(about: Provenance) -> list[tuple[str, str]]:
    """Return the edition's sources, tag and text, ordered by tag."""
    tags = {mark.split()[0] for field in about.fields for mark in field.sources if mark}
    return [(tag, source.in_language(language())) for tag, source in sources().items() if tag in tags]


def open_rows(book: Rulebook, paths: Iterable[str]) -> list[Row]:
    """Return fields by path; unknown paths are left out."""
    return [row(book, path) for path in paths if path in FIELDS]


def _group_of(path: str) -> str:
    return next(key for key, _title, prefixes in GROUPS if path.startswith(prefixes))


def _origin(about: Provenance, path: str) -> Origin | None:
    """Return the field's own source, or those of its parts (each abortive draw has one)."""
    parts = [field for field in about.fields if field.path == path or field.path.startswith(path + ".")]
    if not parts:
        return None
    worst = max(parts, key=lambda field: "SP2IU".index(field.confidence))
    word = confidences()[worst.confidence]
    return Origin(
        worst.confidence,
        word.in_language(language()),
        _each_once(_mark(mark) for field in parts for mark in field.sources),
        _each_once(field.note.in_language(language()) for field in parts if field.note),
        any(field.conflict for field in parts),
        worst.edition,
    )


def _mark(mark: str) -> str:
    """Format a source's tag with its articles: "S2 art.58-59", "S2 第58～59条"; "43-3" is item 3 of article 43."""
    tag, separator, articles = mark.partition(" art.")
    if not separator or language() == "en":
        return mark
    between = str(pgettext("between the items of a list", ", "))
    return f"{tag} {between.join(_article(one) for one in articles.split(','))}"


def _article(text: str) -> str:
    first, _hyphen, second = text.partition("-")
    if not second:
        return pgettext("figure", "art. %(article)s") % {"article": first}
    if int(second) > int(first):
        return pgettext("figure", "art. %(first)s–%(last)s") % {"first": first, "last": second}
    return pgettext("figure", "art. %(article)s-%(item)s") % {"article": first, "item": second}


def _each_once(texts: Iterable[str]) -> tuple[str, ...]:
    unique: Sequence[str] = list(dict.fromkeys(texts))
    return tuple(unique)
