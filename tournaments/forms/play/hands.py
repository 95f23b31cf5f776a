"""The form for one hand: a tap for what happened, one for each player it concerns, and what the win was worth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.ceremony.dice import CHAIRS, indicated
from scoring.game.ending import is_last_hand
from scoring.game.game import State
from scoring.hand.exhaustive_draw import ABORTS
from scoring.hand.value import MAX_PATTERN_POINTS, is_riichi
from scoring.hand.yakuman import YAKUMAN
from scoring.rulebook.rulebook import Rulebook
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.forms.play.hand_details import (
    Named,
    Typed,
    listed_yaku,
    taps_of_details,
    told_yaku,
    typed_dora,
)
from tournaments.models import Seat
from web.text.language import language

# A hand of so many han is worth the same whatever its fu are.
LIMITS = (5, 6, 8, 11, 13)
FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
YAKUMAN_CHOICE = "yakuman"
# After the gong: how many hands are still finished, the running one included.
HANDS_LEFT = (0, 1, 2)
# Totals of two dice.
ROLLS = tuple(map(str, range(2, 13)))


@dataclass(frozen=True)
class Tick:
    """One button of the form: a radio button or a checkbox."""

    name: str
    value: str
    label: str
    is_ticked: bool
    kind: str = "radio"
    # What stands smaller behind it.
    note: str = ""
    # Is a hand of it worth what it is whatever its fu are?
    is_limit: bool = False

    @property
    def id(self) -> str:
        return f"{self.name}-{self.value}"


@dataclass(frozen=True)
class HandRow:
    """A player's line: the points so far, and the buttons that can concern them. `difference` is to whoever holds the
    phone, None for themselves."""

    seat: Seat
    points: int
    difference: int | None
    is_dealer: bool
    is_mine: bool
    riichi: Tick | None
    ron: Tick
    tsumo: Tick
    loser: Tick
    also: Tick
    tenpai: Tick | None
    offender: Tick
    marked: Tick | None
    han: list[Tick]
    fu: list[Tick]
    yakuman: list[Tick]
    yaku: list[Tick]
    dora: list[Typed]
    is_open: Tick
    pao: list[Tick]
    takes_points: bool
    typed_points: str

    @property
    def tells_yaku(self) -> bool:
        """Is anything of the folded list filled in?"""
        return any(tick.is_ticked for tick in self.yaku) or any(field.value for field in self.dora)


class HandForm(forms.Form):
    """One hand of a game between these seats, which stands at `state`. `cleaned_data["outcome"]` is the outcome as
    JSON; whether it can be is for the rulebook to say.
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
        outcome: Mapping[str, Any] | None = None,
        data: Any = None,
    ) -> None:
        # What is ticked before anybody has tapped: an outcome as it was entered.
        self.ticked = taps_of(outcome) if outcome else {}
        self.rulebook, self.seats, self.state, self.mine = rulebook, list(seats), state, mine
        self.has_riichi = is_riichi(rulebook)
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
        common = {"riichi": self._seats("riichi")} if self.has_riichi else {}
        if what == "draw":
            tenpai = sorted({*self._seats("tenpai"), *self._seats("riichi")})
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
        outcome: dict[str, Any] = {"kind": "win", **self._marked(), **self._stop()}
        if kind == "ron":
            winners = sorted({winner, *self._seats("also")})
            loser = self._one("loser")
            if not loser.isdecimal():
                self.add_error(None, _("Please tap who dealt in."))
            outcome["loser"] = int(loser) if loser.isdecimal() else 0
        if self.has_riichi:
            outcome["riichi"] = self._seats("riichi")
        outcome["wins"] = [self._worth(one) for one in winners]
        return outcome

    def _worth(self, winner: int) -> dict[str, Any]:
        found: dict[str, Any] = {"winner": winner}
        name = self.seats[winner].entry.player.name if winner < len(self.seats) else ""
        if not self.has_riichi:
            points = self._one(f"points{winner}")
            if not points.isdecimal() or len(points) > len(str(MAX_PATTERN_POINTS)):
                self.add_error(None, _("Please type what the hand of %(name)s is worth.") % {"name": name})
                return found
            return {**found, "points": int(points)}
        han, fu = self._one(f"han{winner}"), self._one(f"fu{winner}")
        try:
            is_open = bool(self._one(f"open{winner}"))
            yaku = self._several(f"yaku{winner}")
            details = told_yaku(self.rulebook, str(winner), yaku, is_open=is_open, value_of=self._one)
        except ValueError as error:
            self.add_error(None, str(error))
            return found
        if details:
            found["details"] = details
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
            # The yaku say how many.
            return {**found, "fu": int(fu[:3])} if fu.isdecimal() else found
        if not han.isdecimal():
            self.add_error(None, _("Please tap how many han the hand of %(name)s has.") % {"name": name})
            return found
        found["han"] = int(han[:3])
        if fu.isdecimal() and int(han[:3]) < LIMITS[0]:
            found["fu"] = int(fu[:3])
        return found

    def _marked(self) -> dict[str, int]:
        """Whose wall was broken, as it was tapped, or by the dealer's roll."""
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

    def _seats(self, name: str) -> list[int]:
        return sorted({int(value[:1]) for value in self._several(name) if value.isdecimal()})

    def _pao_yaku(self) -> tuple[str, ...]:
        named = self.rulebook.settlement.pao_yaku
        return named if isinstance(named, tuple) else ()

    def _is_doubled(self) -> bool:
        return self.rulebook.overlay.wareme != "none"

    @property
    def may_stop(self) -> bool:
        """Whether there are hands here with which a leading dealer may end the game."""
        return "optional" in (self.rulebook.game_end.agariyame, self.rulebook.game_end.tenpaiyame)

    @property
    def can_stop(self) -> bool:
        """Whether this may be the hand with which a leading dealer ends the game."""
        position = self.state.round * self.rulebook.hand_players + self.state.dealer
        return self.may_stop and is_last_hand(self.rulebook, position)

    @property
    def stop(self) -> Tick:
        return self._tick("stop", "1", _("The dealer ends the game here"), kind="checkbox")

    @property
    def whats(self) -> list[Tick]:
        """What can happen besides a win."""
        found = [("draw", pgettext("a hand", "Draw"))] if self.has_riichi else [("draw", _("Nobody won"))]
        if self.aborts:
            found.append(("abort", _("Abortive draw")))
        if self.rulebook.chombo.kind != "none":
            found.append(("chombo", _("Chombo")))
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
    def dice(self) -> list[Tick]:
        """The dealer's roll, where it says who is doubled (wareme); nothing elsewhere."""
        if self.rulebook.overlay.wareme != "wareme" or len(self.seats) != CHAIRS:
            return []
        return [self._tick("dice", roll, roll) for roll in ROLLS]

    @property
    def hands_left(self) -> list[Tick]:
        labels = (
            _("Stop at once"),
            _("Finish the hand being played"),
            _("Finish the hand being played, then play one more"),
        )
        return [
            self._tick("hands_left", str(left), label) for left, label in zip(HANDS_LEFT, labels, strict=True)
        ]

    @cached_property
    def listed_yaku(self) -> list[Named]:
        return listed_yaku(self.rulebook) if self.has_riichi else []

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
        han.append(self._tick(f"han{at}", YAKUMAN_CHOICE, _("Yakuman"), is_limit=True))
        names = language()
        pao = [
            self._tick(f"pao{at}", str(other), one.entry.player.name)
            for other, one in enumerate(self.seats)
            if other != place and self._pao_yaku()
        ]
        return HandRow(
            seat=seat,
            points=points[place],
            difference=None if mine is None or mine == place else points[mine] - points[place],
            is_dealer=self.state.dealer == place,
            is_mine=mine == place,
            riichi=self._tick("riichi", at, _("Riichi"), kind="checkbox") if self.has_riichi else None,
            ron=self._tick("what", f"ron{at}", _("Ron") if self.has_riichi else _("Wins on a discard")),
            tsumo=self._tick("what", f"tsumo{at}", _("Tsumo") if self.has_riichi else _("Wins by self-draw")),
            loser=self._tick("loser", at, _("Deals in")),
            also=self._tick("also", at, _("Wins too"), kind="checkbox"),
            tenpai=self._tick("tenpai", at, _("Tenpai"), kind="checkbox") if self.has_riichi else None,
            offender=self._tick("offenders", at, _("Chombo"), kind="checkbox"),
            marked=self._tick("marked", at, _("Doubled")) if self._is_doubled() else None,
            han=han if self.has_riichi else [],
            fu=[self._tick(f"fu{at}", str(fu), str(fu)) for fu in FU] if self.has_riichi else [],
            yakuman=[
                self._tick(f"yakuman{at}", code, term.in_language(names), kind="checkbox")
                for code, term in YAKUMAN.items()
            ]
            if self.has_riichi
            else [],
            yaku=[
                self._tick(f"yaku{at}", one.code, one.label, kind="checkbox", note=one.han)
                for one in self.listed_yaku
            ],
            dora=typed_dora(self.rulebook, at, self._one) if self.has_riichi else [],
            is_open=self._tick(f"open{at}", "1", _("Has called"), kind="checkbox"),
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


def _limit_names() -> tuple[str, ...]:
    return (_("Mangan"), _("Haneman"), _("Baiman"), _("Sanbaiman"), _("13 han"))


def taps_of(outcome: Mapping[str, Any]) -> dict[str, list[str]]:
    """The ticks of the form that say this outcome, by the names of the form's fields."""
    seats = ("riichi", "tenpai", "nagashi", "offenders")
    found = {name: [str(seat) for seat in outcome[name]] for name in seats if name in outcome}
    found |= {
        name: [str(outcome[name])] for name in ("loser", "marked", "abort", "hands_left") if name in outcome
    }
    wins = outcome.get("wins", [])
    for win in wins:
        at = win["winner"]
        if win.get("yakuman"):
            found[f"han{at}"], found[f"yakuman{at}"] = [YAKUMAN_CHOICE], list(win["yakuman"])
        elif "han" in win:
            found[f"han{at}"] = [str(max((one for one in LIMITS if one <= win["han"]), default=win["han"]))]
            found[f"fu{at}"] = [str(win["fu"])] if "fu" in win else []
        found |= taps_of_details(win.get("details", {}), at)
        if "points" in win:
            found[f"points{at}"] = [str(win["points"])]
        if "pao" in win:
            found[f"pao{at}"] = [str(win["pao"]["seat"])]
    if wins:
        found["what"] = [f"{'ron' if 'loser' in outcome else 'tsumo'}{wins[0]['winner']}"]
        found["also"] = [str(win["winner"]) for win in wins[1:]]
    elif outcome["kind"] != "adjust":
        found["what"] = [str(outcome["kind"])]
    if outcome.get("stop"):
        found["stop"] = ["1"]
    return found


class HandCorrectionForm(HandForm):
    """What a hand was, and why it is said only now."""

    reason = forms.CharField(
        label=gettext_lazy("Why this hand is corrected"), max_length=LONGEST_REASON, strip=True
    )
