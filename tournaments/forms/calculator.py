"""What the hand calculator asks: tiles, and what was special about the win."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.rulebook import Rulebook
from scoring.value import is_riichi

LONGEST = 120
WINDS = [("E", _("East")), ("S", _("South")), ("W", _("West")), ("N", _("North"))]
TARGETS = [
    ("hand", _("Hand")),
    ("chi", _("Chi")),
    ("pon", _("Pon")),
    ("kan", _("Open kan")),
    ("closed", _("Closed kan")),
    ("dora", _("Dora indicator")),
    ("ura", _("Ura indicator")),
]
_MELD_OR_TILE = re.compile(r"\([^()]*\)$|\[[^\[\]]*\]$|[0-9][mpsz]$")


def _tiles(label: Any, help_text: Any = "") -> forms.CharField:
    field = forms.CharField(label=label, help_text=help_text, max_length=LONGEST, required=False)
    field.widget.attrs |= {
        "autocomplete": "off",
        "autocapitalize": "none",
        "spellcheck": "false",
        "inputmode": "text",
    }
    return field


def _yes_no(label: Any) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False)


def _count(label: Any, most: int) -> forms.IntegerField:
    field = forms.IntegerField(label=label, min_value=0, max_value=most, required=False)
    field.widget.attrs |= {"inputmode": "numeric"}
    return field


class CalculatorForm(forms.Form):
    """Everything stands in the address, so that an answer can be sent to somebody. Nothing is required but tiles."""

    tiles = _tiles(
        _("Tiles"),
        _("Concealed tiles with the winning tile last, then melds: 123m406p9s9s (777z) [1111s]."),
    )
    last = _tiles(_("Winning tile, if it is not the last one"))
    dora = _tiles(_("Dora indicators"))
    ura = _tiles(_("Ura indicators"))
    to = forms.ChoiceField(label=_("A tap adds to"), choices=TARGETS, required=False)
    seat = forms.ChoiceField(label=_("Seat wind"), choices=WINDS, required=False)
    round = forms.ChoiceField(label=_("Round wind"), choices=WINDS, required=False)
    riichi = forms.ChoiceField(
        label=_("Riichi"),
        choices=[
            ("", pgettext_lazy("no riichi", "None")),
            ("riichi", _("Riichi")),
            ("double", _("Double riichi")),
        ],
        required=False,
    )
    ippatsu = _yes_no(_("Ippatsu"))
    end = _yes_no(_("Last tile or last discard"))
    kan = _yes_no(_("On a kan's replacement tile"))
    rob = _yes_no(_("Robbing a kan"))
    first = _yes_no(_("In the first turn"))
    kita = _count(_("Norths set aside"), 4)
    honba = _count(_("Counters"), 99)
    sticks = _count(_("Riichi sticks on the table"), 99)

    def __init__(self, book: Rulebook, data: Any) -> None:
        super().__init__(data)
        self.book = book
        self.fields["tiles"].widget.attrs["maxlength"] = LONGEST
        if book.table.players == 3:
            for name in ("seat", "round"):
                self.fields[name].choices = WINDS[:3]  # type: ignore[attr-defined]
        else:
            del self.fields["kita"]
        if not is_riichi(book):
            for name in ("dora", "ura", "round", "riichi", "ippatsu", "honba", "sticks"):
                del self.fields[name]
            self.fields["to"].choices = TARGETS[:5]  # type: ignore[attr-defined]

    @property
    def chances(self) -> list[forms.BoundField]:
        """What may be ticked."""
        return [self[name] for name in ("ippatsu", "end", "kan", "rob", "first") if name in self.fields]

    @property
    def table(self) -> list[forms.BoundField]:
        """What lies on the table."""
        names = ("dora", "ura", "honba", "sticks", "kita")
        return [self[name] for name in names if name in self.fields]


def with_tap(asked: Any) -> Any:
    """The query after a key of the keyboard was pressed without JavaScript: `add` a tile, or `undo` the last.

    `to` says where the tile goes: into the hand, into a new meld, or among the indicators.
    """
    query = asked.copy()
    tile, target = query.get("add", ""), query.get("to") or "hand"
    place = target if target in ("dora", "ura") else "tiles"
    if re.fullmatch(r"[0-9][mps]|[1-7]z", tile) and len(query.get(place, "")) < LONGEST - 8:
        query[place] = (query.get(place, "") + _added(tile, target)).strip()
    elif "undo" in query:
        query[place] = _MELD_OR_TILE.sub("", spelled_out(query.get(place, "").strip())).strip()
    for name in ("add", "undo"):
        query.pop(name, None)
    return query


def spelled_out(text: str) -> str:
    """Every tile outside of melds with its own suit: 123m becomes 1m2m3m."""
    parts = re.split(r"(\([^()]*\)|\[[^\[\]]*\])", text)
    return "".join(
        part
        if part[:1] in "(["
        else re.sub(r"([0-9]+)([mpsz])", lambda run: "".join(n + run[2] for n in run[1]), part)
        for part in parts
        if part
    )


def _added(tile: str, target: str) -> str:
    number, suit = int(tile[0]), tile[1]
    plain = number or 5
    if target == "chi" and suit != "z":
        low = min(plain, 7)
        run = [low, low + 1, low + 2]
        text = "".join("0" if number == 0 and n == 5 else str(n) for n in run)
        return f" ({text}{suit})"
    if target == "pon":
        return f" ({number}{plain}{plain}{suit})"
    if target == "kan":
        return f" ({number}{plain}{plain}{plain}{suit})"
    if target == "closed":
        return f" [{number}{plain}{plain}{plain}{suit}]"
    return tile
