"""The form of the hand calculator: tiles, and the circumstances of the win."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.hand.doubled_seat import DEALT
from scoring.hand.value import MAX_FU, is_riichi
from scoring.rulebook.rulebook import Rulebook
from web.form_choices import offer, without_choice
from web.typed_fields import WholeField

LONGEST = 120
MOST_HAN = 39
LAST_TILE = 135
WINDS = [
    ("E", pgettext_lazy("wind", "East")),
    ("S", pgettext_lazy("wind", "South")),
    ("W", pgettext_lazy("wind", "West")),
    ("N", pgettext_lazy("wind", "North")),
]
TARGETS = [
    ("hand", pgettext_lazy("mahjong term", "Hand")),
    ("chi", pgettext_lazy("mahjong term", "Chi")),
    ("pon", pgettext_lazy("mahjong term", "Pon")),
    ("kan", pgettext_lazy("mahjong term", "Open kan")),
    ("closed", pgettext_lazy("mahjong term", "Closed kan")),
    ("dora", pgettext_lazy("mahjong term", "Dora indicator")),
    ("ura", pgettext_lazy("mahjong term", "Ura indicator")),
]
KEYS = tuple([f"{n}{suit}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9)] for suit in "mps")
RED = ["0m", "0p", "0s"]
HONOURS = [f"{n}z" for n in range(1, 8)]
OTHERS = ("b", "c")
"""The second and the third winner of one discard: their fields begin so."""
OTHER_TITLES = {
    "b": pgettext_lazy("mahjong term", "Second winner"),
    "c": pgettext_lazy("mahjong term", "Third winner"),
}
WRITES_FOR = [("", pgettext_lazy("mahjong term", "First winner")), *OTHER_TITLES.items()]
OTHERS_LIABLE = {"b": _("Liable for the second winner"), "c": _("Liable for the third winner")}
LIABLE = ("daisangen", "daisuushii", "suukantsu")
"""The yakuman that any rulebook knows liability for."""
RIICHI = [
    ("", pgettext_lazy("no riichi", "None")),
    ("riichi", pgettext_lazy("mahjong term", "Riichi")),
    ("double", pgettext_lazy("mahjong term", "Double riichi")),
]
NOBODY = [("", pgettext_lazy("in place of a name", "nobody"))]
NOT_GIVEN = [("", pgettext_lazy("in place of a text", "not specified"))]
DOUBLED = [
    ("", _("no seat is doubled")),
    ("wareme", pgettext_lazy("mahjong term", "wareme")),
    ("dokasen", pgettext_lazy("mahjong term", "dokasen")),
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


def _count(label: Any, most: int, least: int = 0, help_text: Any = "") -> WholeField:
    field = WholeField(label=label, min_value=least, max_value=most, required=False, help_text=help_text)
    field.widget.attrs |= {"inputmode": "numeric"}
    return field


def _choice(label: Any, choices: Any, help_text: Any = "") -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, required=False, help_text=help_text)


def _of_another(key: str) -> dict[str, forms.Field]:
    """Return the fields of another winner of the same discard."""
    return {
        f"{key}_seat": _choice(pgettext_lazy("mahjong term", "Seat wind"), WINDS),
        f"{key}_tiles": _tiles(
            pgettext_lazy("mahjong term", "Tiles"), _("With or without the winning tile.")
        ),
        f"{key}_riichi": _choice(pgettext_lazy("mahjong term", "Riichi"), RIICHI),
        f"{key}_ippatsu": _yes_no(pgettext_lazy("mahjong term", "Ippatsu")),
        f"{key}_han": _count(pgettext_lazy("mahjong term", "or han"), MOST_HAN, 1),
        f"{key}_fu": _count(pgettext_lazy("mahjong term", "and fu"), MAX_FU, 20),
    }


def keyboard(book: Rulebook) -> list[list[str]]:
    """Return rows of keyboard tiles; without red fives if the rulebook has none."""
    return [*KEYS, HONOURS + (RED if is_riichi(book) and book.bonus.red_fives != 0 else [])]


class CalculatorForm(forms.Form):
    """A GET form, so that answers can be shared by address. Only tiles are required."""

    tiles = _tiles(
        pgettext_lazy("mahjong term", "Tiles"),
        _("Concealed tiles with the winning tile last, then melds: 123m406p9s9s (777z) [1111s]."),
    )
    last = _tiles(_("Winning tile, if it is not the last one"))
    dora = _tiles(pgettext_lazy("mahjong term", "Dora indicators"))
    ura = _tiles(pgettext_lazy("mahjong term", "Ura indicators"))
    to = forms.ChoiceField(label=_("Tapped tiles go to"), choices=TARGETS, required=False)
    seat = _choice(pgettext_lazy("mahjong term", "Seat wind"), WINDS)
    round = _choice(pgettext_lazy("mahjong term", "Round wind"), WINDS)
    riichi = _choice(pgettext_lazy("mahjong term", "Riichi"), RIICHI)
    discarder = _choice(pgettext_lazy("field", "Who discarded"), NOT_GIVEN + WINDS)
    ippatsu = _yes_no(pgettext_lazy("mahjong term", "Ippatsu"))
    end = _yes_no(_("Last tile or last discard"))
    kan = _yes_no(_("On a kan's replacement tile"))
    rob = _yes_no(_("Robbing a kan"))
    first = _yes_no(_("In the first turn"))
    kita = _count(_("Norths set aside"), 4)
    honba = _count(pgettext_lazy("mahjong term", "Counters"), 99)
    sticks = _count(_("Riichi sticks on the table"), 99)
    han = _count(_("Han, without tiles"), MOST_HAN, 1)
    fu = _count(pgettext_lazy("mahjong term", "Fu"), MAX_FU, 20)
    of = _choice(_("The keyboard enters tiles for"), WRITES_FOR)
    liable = _choice(_("Liable for the yakuman"), NOBODY + WINDS)
    liable_for = _choice(
        _("Which yakuman, if there are two"),
        [
            ("", _("the only one")),
            ("daisangen", _("big three dragons")),
            ("daisuushii", _("big four winds")),
            ("suukantsu", pgettext_lazy("mahjong term", "four kans")),
        ],
    )
    kan_from = _choice(_("Fed the open kan"), NOBODY + WINDS)
    doubled = _choice(pgettext_lazy("mahjong term", "Doubled seat"), NOT_GIVEN + WINDS)
    dice = _count(_("or the total of the dice"), 12, 2, _("The dealer's roll that broke the wall."))
    drawn = _count(_("and tiles taken from the wall"), LAST_TILE, DEALT, _("53 after the deal."))
    wareme = _choice(_("Doubled seat (wareme, dokasen)"), DOUBLED)
    nolimit = _yes_no(_("No limits (aotenjo)"))

    def __init__(self, book: Rulebook, data: Any, *, is_pinned: bool = False) -> None:
        """Add the fields that this rulebook needs. `is_pinned`: a tournament's own rules, which no option changes."""
        super().__init__(data)
        self.book = book
        for key in OTHERS[: book.table.players - 2]:
            self.fields.update(_of_another(key))
            paid = {"b": book.settlement.ron_two, "c": book.settlement.ron_three}[key] == "all"
            if is_riichi(book) and paid:
                self.fields[f"{key}_liable"] = _choice(OTHERS_LIABLE[key], NOBODY + WINDS)
        self.fields["tiles"].widget.attrs["maxlength"] = LONGEST
        if book.table.players == 3:
            self._without_north()
        else:
            del self.fields["kita"]
        if not is_riichi(book):
            self._without(
                "dora ura round riichi ippatsu honba sticks han fu liable liable_for kan_from wareme nolimit"
            )
            self._without(
                " ".join(f"{key}_{name}" for key in OTHERS for name in ("riichi", "ippatsu", "han", "fu"))
            )
            offer(self, "to", TARGETS[:5])
        if is_pinned:
            self._without("wareme nolimit")
        if book.overlay.wareme == "none":
            self._without("doubled dice drawn")
        elif book.overlay.wareme == "wareme" or book.table.players == 3:
            self._without("drawn")

    def _without(self, names: str) -> None:
        for name in names.split():
            self.fields.pop(name, None)

    def _without_north(self) -> None:
        for field in self.fields.values():
            without_choice(field, "N")
        offer(self, "of", WRITES_FOR[:2])

    @property
    def targets(self) -> Any:
        """Return what a key of the keyboard can add to: values and labels."""
        field = self.fields["to"]
        assert isinstance(field, forms.ChoiceField), "declared above"
        return field.choices

    @property
    def chances(self) -> list[forms.BoundField]:
        return [self[name] for name in ("ippatsu", "end", "kan", "rob", "first") if name in self.fields]

    @property
    def table(self) -> list[forms.BoundField]:
        return self._fields("dora ura honba sticks kita")

    @property
    def others(self) -> list[tuple[str, Any, list[forms.BoundField]]]:
        names = ("seat", "tiles", "riichi", "ippatsu", "han", "fu")
        groups = [
            (key, OTHER_TITLES[key], self._fields(" ".join(f"{key}_{name}" for name in names)))
            for key in OTHERS
        ]
        return [one for one in groups if one[2]]

    @property
    def more(self) -> list[tuple[str, Any, Any, list[forms.BoundField], bool]]:
        """Return the collapsible groups of rarely used fields: key, title, explanation, fields, and whether it is
        open.
        """
        groups = [
            (
                "doubled",
                pgettext_lazy("mahjong term", "Doubled seat"),
                _("All payments of and to this seat are doubled. Seats are those of this hand: East deals."),
                self._fields("doubled dice drawn"),
                True,
            ),
            (
                "liability",
                pgettext_lazy("mahjong term", "Liability (pao)"),
                _(
                    "The player who fed the last set of a great yakuman, or the open kan before a win "
                    "on the replacement tile."
                ),
                self._fields("liable liable_for kan_from b_liable c_liable"),
                False,
            ),
            (
                "han",
                _("Han and fu instead of tiles"),
                _("When both players agree on the hand but not on the payment."),
                self._fields("han fu"),
                False,
            ),
            (
                "house",
                pgettext_lazy("heading", "House rules"),
                _(
                    "Applied on top of the rulebook. A tournament's own calculator already includes its "
                    "house rules."
                ),
                self._fields("wareme nolimit"),
                False,
            ),
        ]
        return [
            (key, title, why, fields, is_open or any(self._is_given(one) for one in fields))
            for key, title, why, fields, is_open in groups
            if fields
        ]

    @property
    def are_others_open(self) -> bool:
        return bool(self.data.get("of")) or any(
            self._is_given(one)
            for key, _title, fields in self.others
            for one in fields
            if one.name != f"{key}_seat"
        )

    def _fields(self, names: str) -> list[forms.BoundField]:
        return [self[name] for name in names.split() if name in self.fields]

    @staticmethod
    def _is_given(field: forms.BoundField) -> bool:
        return bool(field.data)


def played(book: Rulebook, query: Any, name: str) -> Rulebook:
    """Return the rulebook with the options of the query: a doubled seat, no limits."""
    if not is_riichi(book):
        return book
    changes: dict[str, object] = {}
    if query.get("wareme") in ("wareme", "dokasen") and book.table.players == 4:
        changes["overlay.wareme"] = query["wareme"]
    if query.get("nolimit"):
        changes["overlay.unlimited"] = True
    return book.with_house_rules(name, changes) if changes else book


def with_tap(submitted: Any) -> Any:
    """Return the query after a key was pressed without JavaScript: `add` a tile, or `undo` the last.

    `to` says where the tile goes: into the hand, a new meld, or the indicators; `of` into which player's hand.
    """
    query = submitted.copy()
    tile, target = query.get("add", ""), query.get("to") or "hand"
    whose = query.get("of", "")
    place = f"{whose}_tiles" if whose in OTHERS else "tiles"
    if target in ("dora", "ura"):
        place = target
    if re.fullmatch(r"[0-9][mps]|[1-7]z", tile) and len(query.get(place, "")) < LONGEST - 8:
        query[place] = (query.get(place, "") + _added(tile, target)).strip()
    elif "undo" in query:
        query[place] = _MELD_OR_TILE.sub("", spelled_out(query.get(place, "").strip())).strip()
    for name in ("add", "undo"):
        query.pop(name, None)
    return query


def spelled_out(text: str) -> str:
    """Give each tile outside of melds its own suit: 123m becomes 1m2m3m."""
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
