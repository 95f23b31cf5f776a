"""The form for one hand: a tap for what happened, one for each player concerned, and the value of the win."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from rules.forms.calculator import LONGEST, TARGETS, keyboard
from scoring.ceremony.dice import CHAIRS, indicated
from scoring.game.ending import is_last_hand
from scoring.game.game import State
from scoring.game.winds import current_wind
from scoring.hand.dead_hand import REASONS
from scoring.hand.exhaustive_draw import ABORTS
from scoring.hand.payment import can_win, pays_several
from scoring.hand.riichi.names import BY_CODE
from scoring.hand.value import MAX_PATTERN_POINTS, is_riichi
from scoring.hand.yakuman import YAKUMAN
from scoring.rulebook.rulebook import Rulebook
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.forms.play.hand_details import Named, listed_yaku, told_yaku, typed_dora
from tournaments.forms.play.hand_rows import DeadHandField, HandRow, Tick
from tournaments.forms.play.hand_taps import LIMITS, YAKUMAN_CHOICE, taps_of
from tournaments.forms.play.laid_tiles import Win, chances_of, told_tiles, typed_tiles
from tournaments.models import Seat
from web.text.typed_figures import whole_number
from web.visitor_language import language

FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
# After the gong: how many hands are still finished, including the current one.
HANDS_LEFT = (0, 1, 2)
# Totals of two dice.
ROLLS = tuple(map(str, range(2, 13)))


class HandForm(forms.Form):
    """A hand at the game's `state`. `cleaned_data["outcome"]` is the outcome as JSON; whether it is possible is
    checked by the rulebook.
    """

    what = forms.CharField(
        error_messages={"required": gettext_lazy("Please tap what happened in this hand.")}
    )
    if_match = forms.CharField(max_length=40)

    def __init__(
        self,
        rulebook: Rulebook,
        seats: Sequence[Seat],
        state: State,
        *,
        mine: Seat | None = None,
        tag: str = "",
        tells: bool = False,
        outcome: Mapping[str, Any] | None = None,
        data: Any = None,
    ) -> None:
        # Initially checked: the outcome as entered.
        self.ticked = taps_of(outcome) if outcome else {}
        self.rulebook, self.seats, self.state, self.mine = rulebook, list(seats), state, mine
        self.has_riichi = is_riichi(rulebook)
        # Whether yaku and tiles may be entered. Rarely needed inputs are not sent to all phones.
        self.tells = self.has_riichi and (tells or bool(data and "tell" in data))
        super().__init__(data, initial={"if_match": tag})

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "what" in cleaned:
            cleaned["outcome"] = self._outcome(cleaned["what"])
        return cleaned

    def _outcome(self, what: str) -> dict[str, Any]:
        kind, seat = what[:-1], what[-1:]
        if kind in ("ron", "tsumo") and seat.isdecimal():
            return self._win(kind, int(seat))
        riichi = {"riichi": self._seats("riichi")} if self.has_riichi else {}
        common: dict[str, Any] = {**riichi, **self._dead_hands()}
        if what == "draw":
            # A player in riichi is tenpai, unless the hand is dead.
            in_riichi = [seat for seat in self._seats("riichi") if not self._why_dead(seat)]
            tenpai = sorted({*self._seats("tenpai"), *in_riichi})
            found = {**common, "kind": "draw", "tenpai": tenpai, "nagashi": self._seats("nagashi")}
            return {**found, **self._marked(), **self._stop()}
        if what == "abort":
            if not self._one("abort"):
                self.add_error(None, _("Please tap why this hand was aborted."))
            return {**common, "kind": "abort", "abort": self._one("abort")}
        if what == "chombo":
            if not self._seats("offenders"):
                self.add_error(None, _("Please tap whose chombo it is."))
            return {**common, "kind": "chombo", "offenders": self._seats("offenders"), **self._marked()}
        if what == "gong":
            left = self._one("hands_left") or "1"
            return {"kind": "gong", "hands_left": int(left) if left.isdecimal() else 1}
        self.add_error("what", _("Please tap what happened in this hand."))
        return {}

    def _win(self, kind: str, winner: int) -> dict[str, Any]:
        winners = [winner]
        outcome: dict[str, Any] = {"kind": "win", **self._dead_hands(), **self._marked(), **self._stop()}
        if kind == "ron":
            winners = sorted({winner, *self._seats("also")})
            loser = self._one("loser")
            if not loser.isdecimal():
                self.add_error(None, _("Please tap who dealt in."))
            outcome["loser"] = int(loser) if loser.isdecimal() else 0
        if self.has_riichi:
            outcome["riichi"] = self._seats("riichi")
        outcome["wins"] = [self._worth(one, kind) for one in winners]
        return outcome

    def _worth(self, winner: int, kind: str) -> dict[str, Any]:
        found: dict[str, Any] = {"winner": winner}
        name = self.seats[winner].entry.player.name if winner < len(self.seats) else ""
        if not self.has_riichi:
            points = whole_number(self._one(f"points{winner}"))
            if points is None or not 0 <= points < 10 * MAX_PATTERN_POINTS:
                self.add_error(None, _("Please enter what the hand of %(name)s is worth.") % {"name": name})
                return found
            return {**found, "points": points}
        han, fu = self._one(f"han{winner}"), self._one(f"fu{winner}")
        try:
            is_open = bool(self._one(f"open{winner}"))
            yaku = self._several(f"yaku{winner}")
            details = told_yaku(self.rulebook, str(winner), yaku, is_open=is_open, value_of=self._one)
        except ValueError as error:
            self.add_error(None, str(error))
            return found
        chances = self._several(f"chance{winner}")
        laid, problem = told_tiles(Win(winner, kind == "tsumo", self.state.dealer), self._text, chances)
        if problem:
            self.add_error(None, problem)
            return found
        if laid:
            details = {**(details or {}), "hand": laid}
        if details:
            found["details"] = details
        giver = self._one(f"giver{winner}")
        if laid and giver.isdecimal():
            found["open_kan_from"] = int(giver)
        if han == YAKUMAN_CHOICE:
            found["yakuman"] = self._several(f"yakuman{winner}")
            if not found["yakuman"]:
                self.add_error(None, _("Please tap which yakuman it is."))
            liable = self._one(f"pao{winner}")
            if liable.isdecimal() and found["yakuman"]:
                payable = [one for one in found["yakuman"] if one in self._pao_yaku()]
                found["pao"] = {"seat": int(liable), "yaku": (payable or found["yakuman"])[0]}
            return found
        if details and not han:
            # The yaku or tiles determine them.
            return {**found, "fu": int(fu[:3])} if fu.isdecimal() else found
        if not han.isdecimal():
            self.add_error(None, _("Please tap how many han the hand of %(name)s has.") % {"name": name})
            return found
        found["han"] = int(han[:3])
        if fu.isdecimal() and int(han[:3]) < LIMITS[0]:
            found["fu"] = int(fu[:3])
        return found

    def _dead_hands(self) -> dict[str, list[dict[str, Any]]]:
        """Return the dead hands and their reasons."""
        seats = range(len(self.seats))
        dead = [{"seat": seat, "why": self._why_dead(seat)} for seat in seats if self._why_dead(seat)]
        return {"dead_hands": dead} if dead else {}

    def _why_dead(self, seat: int) -> str:
        return next(reversed(self._several(f"dead{seat}")), "")

    def _marked(self) -> dict[str, int]:
        """Return whose wall was broken: as tapped, or by the dealer's roll."""
        marked, roll = self._one("marked"), self._one("dice")
        if marked.isdecimal() and self._is_doubled():
            return {"marked": int(marked)}
        if roll in ROLLS and self.dice:
            return {"marked": indicated(self.state.dealer, int(roll))}
        return {}

    def _stop(self) -> dict[str, bool]:
        return {"stop": True} if self._one("stop") and self.can_stop else {}

    def _one(self, name: str) -> str:
        return (self._several(name) or [""])[-1][:10]

    def _several(self, name: str) -> list[str]:
        if not self.is_bound:
            return self.ticked.get(name, [])
        assert isinstance(self.data, QueryDict), "what a browser sent"
        return [str(value)[:40] for value in self.data.getlist(name)[:20]]

    def _text(self, name: str) -> str:
        """Return the text of a field for tiles."""
        if not self.is_bound:
            return "".join(self.ticked.get(name, []))
        return str(self.data.get(name, ""))[:LONGEST]

    def _seats(self, name: str) -> list[int]:
        return sorted({int(value[:1]) for value in self._several(name) if value.isdecimal()})

    def _pao_yaku(self) -> tuple[str, ...]:
        named = self.rulebook.settlement.pao_yaku
        return named if isinstance(named, tuple) else ()

    def _is_doubled(self) -> bool:
        return self.rulebook.overlay.wareme != "none"

    @property
    def may_stop(self) -> bool:
        """Whether a leading dealer may end the game after some hands."""
        return "optional" in (self.rulebook.game_end.agariyame, self.rulebook.game_end.tenpaiyame)

    @property
    def can_stop(self) -> bool:
        """Whether a leading dealer may end the game after this hand."""
        position = self.state.round * self.rulebook.hand_players + self.state.dealer
        return self.may_stop and is_last_hand(self.rulebook, position)

    @property
    def stop(self) -> Tick:
        return self._tick("stop", "1", _("The dealer ends the game here"), kind="checkbox")

    @property
    def whats(self) -> list[Tick]:
        """Return the outcomes other than a win."""
        found = (
            [("draw", pgettext("a hand", "Draw"))]
            if self.has_riichi
            else [("draw", pgettext("mahjong term", "Nobody won"))]
        )
        if self.aborts:
            found.append(("abort", pgettext("mahjong term", "Abortive draw")))
        if self.rulebook.chombo.kind != "none":
            found.append(("chombo", pgettext("mahjong term", "Chombo")))
        if self.state.hands_left is None:
            found.append(("gong", _("Time is up")))
        return [self._tick("what", value, label) for value, label in found]

    @property
    def aborts(self) -> list[Tick]:
        kinds = self.rulebook.draw.aborts
        named = kinds if isinstance(kinds, tuple) else ()
        return [self._tick("abort", kind, ABORTS[kind].in_language(language())) for kind in named]

    @property
    def nagashi(self) -> list[Tick]:
        if not self.has_riichi or self.rulebook.draw.nagashi_mangan in ("none", None):
            return []
        return [
            self._tick("nagashi", str(place), seat.entry.player.name, kind="checkbox")
            for place, seat in enumerate(self.seats)
        ]

    @property
    def dead_hands(self) -> list[DeadHandField]:
        """Return a list of reasons for each player."""
        reasons = [(why, name.in_language(language())) for why, name in REASONS.items()]
        return [
            DeadHandField(f"dead{place}", seat.entry.player.name, self._why_dead(place), reasons)
            for place, seat in enumerate(self.seats)
        ]

    @property
    def tells_dead_hands(self) -> bool:
        """Whether the collapsible list of dead hands has any input."""
        return any(self._why_dead(place) for place in range(len(self.seats)))

    @property
    def dice(self) -> list[Tick]:
        """Return the dealer's roll if it decides who is doubled (wareme); else nothing."""
        if self.rulebook.overlay.wareme != "wareme" or len(self.seats) != CHAIRS:
            return []
        return [self._tick("dice", roll, roll) for roll in ROLLS]

    @property
    def hands_left(self) -> list[Tick]:
        labels = (
            _("Stop right away"),
            _("Finish the hand being played"),
            _("Finish the hand being played, then play one more"),
        )
        return [
            self._tick("hands_left", str(left), label) for left, label in zip(HANDS_LEFT, labels, strict=True)
        ]

    @cached_property
    def listed_yaku(self) -> list[Named]:
        return listed_yaku(self.rulebook) if self.tells else []

    @property
    def keys(self) -> list[list[str]]:
        """Return the keyboard of tiles, if tiles may be entered."""
        return keyboard(self.rulebook) if self.tells else []

    @property
    def targets(self) -> list[tuple[str, Any]]:
        """Return what a key of the keyboard can add to."""
        return TARGETS if self.rulebook.bonus.ura is not False else TARGETS[:-1]

    @cached_property
    def takes_several(self) -> bool:
        """Whether several players can win a discard: not if only the nearest is paid."""
        return pays_several(self.rulebook) or bool(self._several("also"))

    @cached_property
    def shown_yakuman(self) -> dict[str, str]:
        """Return the rulebook's yakuman, with classes by winner and way of winning if these matter.

        The style sheet hides those that do not apply: dealer and way of winning change without the server.
        """
        ways = {code: _ways(self.rulebook, code) for code in YAKUMAN}
        return {code: _classes(one) for code, one in ways.items() if one}

    @property
    def rows(self) -> list[HandRow]:
        mine = self.seats.index(self.mine) if self.mine in self.seats else None
        return [self._row(place, seat, mine) for place, seat in enumerate(self.seats)]

    def _row(self, place: int, seat: Seat, mine: int | None) -> HandRow:
        at, points = str(place), self.state.points
        han = [self._tick(f"han{at}", str(count), f"{count}") for count in range(1, LIMITS[0])]
        han += [
            self._tick(f"han{at}", str(count), name, is_limit=True)
            for count, name in zip(LIMITS, _limit_names(), strict=True)
        ]
        han.append(self._tick(f"han{at}", YAKUMAN_CHOICE, pgettext("mahjong term", "Yakuman"), is_limit=True))
        names = language()
        pao = [
            self._tick(f"pao{at}", str(other), one.entry.player.name)
            for other, one in enumerate(self.seats)
            if other != place and self._pao_yaku()
        ]
        return HandRow(
            seat=seat,
            place=place,
            wind=current_wind(place, self.state.dealer, len(self.seats)) + 1,
            points=points[place],
            lead=0 if mine is None else max(points[mine] - points[place], 0),
            trail=0 if mine is None else max(points[place] - points[mine], 0),
            is_dealer=self.state.dealer == place,
            deals_first=place == 0,
            is_mine=mine == place,
            riichi=self._tick("riichi", at, pgettext("mahjong term", "Riichi"), kind="checkbox")
            if self.has_riichi
            else None,
            ron=self._tick(
                "what",
                f"ron{at}",
                pgettext("mahjong term", "Ron") if self.has_riichi else _("Wins on a discard"),
            ),
            tsumo=self._tick(
                "what",
                f"tsumo{at}",
                pgettext("mahjong term", "Tsumo") if self.has_riichi else _("Wins by self-draw"),
            ),
            loser=self._tick("loser", at, pgettext("mahjong term", "Deals in")),
            also=self._tick("also", at, pgettext("mahjong term", "Wins too"), kind="checkbox")
            if self.takes_several
            else None,
            tenpai=self._tick("tenpai", at, pgettext("mahjong term", "Tenpai"), kind="checkbox")
            if self.has_riichi
            else None,
            offender=self._tick("offenders", at, pgettext("mahjong term", "Chombo"), kind="checkbox"),
            marked=self._tick("marked", at, pgettext("mahjong term", "Doubled"))
            if self._is_doubled()
            else None,
            han=han if self.has_riichi else [],
            fu=[self._tick(f"fu{at}", str(fu), str(fu)) for fu in FU] if self.has_riichi else [],
            yakuman=[
                (when, self._tick(f"yakuman{at}", code, BY_CODE[code].label(names), kind="checkbox"))
                for code, when in self.shown_yakuman.items()
            ]
            if self.has_riichi
            else [],
            yaku=[
                self._tick(f"yaku{at}", one.code, one.label, kind="checkbox", note=one.han)
                for one in self.listed_yaku
            ],
            dora=typed_dora(self.rulebook, at, self._one) if self.tells else [],
            is_open=self._tick(f"open{at}", "1", pgettext("mahjong term", "Has called"), kind="checkbox"),
            tiles=typed_tiles(self.rulebook, place, self._text) if self.tells else [],
            chances=[
                self._tick(f"chance{at}", value, label, kind="checkbox")
                for value, label in (chances_of(self.rulebook) if self.tells else [])
            ],
            givers=[
                self._tick(f"giver{at}", str(other), one.entry.player.name)
                for other, one in enumerate(self.seats)
                if self.tells and other != place and self.rulebook.settlement.daiminkan_pao is True
            ],
            pao=pao,
            takes_points=not self.has_riichi,
            typed_points=self._one(f"points{at}"),
        )

    def _tick(
        self,
        name: str,
        value: str,
        label: str,
        *,
        kind: str = "radio",
        note: str = "",
        is_limit: bool = False,
    ) -> Tick:
        return Tick(name, value, label, value in self._several(name), kind, note, is_limit)


def _ways(rulebook: Rulebook, yakuman: str) -> set[tuple[bool, bool, bool]]:
    """Return the ways to win it: by tsumo, by the dealer, in riichi."""
    every = product((True, False), repeat=3)
    return {
        (tsumo, dealer, riichi)
        for tsumo, dealer, riichi in every
        if can_win(rulebook, yakuman, tsumo=tsumo, dealer=dealer, riichi=riichi)
    }


def _classes(ways: set[tuple[bool, bool, bool]]) -> str:
    """Return the marker classes of a yakuman's button that does not apply to everyone (css/hands.css)."""
    only = (
        ({True: "by-tsumo", False: "by-ron"}, 0),
        ({True: "of-dealer", False: "of-others"}, 1),
        ({False: "without-riichi"}, 2),
    )
    found = []
    for names, at in only:
        values = {way[at] for way in ways}
        if len(values) == 1 and (name := names.get(values.pop())):
            found.append(name)
    return " ".join(found)


def _limit_names() -> tuple[str, ...]:
    return (
        pgettext("mahjong term", "Mangan"),
        pgettext("mahjong term", "Haneman"),
        pgettext("mahjong term", "Baiman"),
        pgettext("mahjong term", "Sanbaiman"),
        pgettext("mahjong term", "13 han"),
    )


class HandCorrectionForm(HandForm):
    """The corrected hand, and the reason."""

    reason = forms.CharField(
        label=gettext_lazy("Why this hand is corrected"), max_length=LONGEST_REASON, strip=True
    )
