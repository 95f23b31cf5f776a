"""A settled win in words: each winner's steps, who pays what and why, and each seat's change of points."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import npgettext, pgettext

from rules.views.calculated_hand import Settled, Winner
from scoring.hand.payment import STICK
from scoring.hand.riichi.hand_value import HandValue
from scoring.hand.value import is_riichi
from scoring.hand.win import Award, Transfer
from scoring.hand.wsom.recognise import Recognised
from scoring.rulebook.fields import FIELDS
from scoring.rulebook.labels import label
from scoring.text.awards import say_award, say_seat, say_value
from web.visitor_language import language


@dataclass(frozen=True, slots=True)
class Line:
    """A counted item and its amount."""

    name: str
    worth: str


@dataclass(frozen=True, slots=True)
class WinnerText:
    """A winner: `headline` is the amount received, `steps` its computation, `payers` who pays what."""

    seat: str
    worth: str
    headline: int
    steps: list[str]
    payers: list[Line]
    remarks: list[str]
    counted: list[Line]
    fu: list[Line]
    fu_sum: str
    not_counted: list[str]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat's change of points: from each paid winner, and in total. `roles`: the seat's part in it."""

    name: str
    roles: str
    parts: list[int]
    total: int


@dataclass(frozen=True, slots=True)
class Answer:
    """The calculator's answer. `rows` are empty while the discarder is unknown."""

    winners: list[WinnerText]
    remarks: list[str]
    rows: list[SeatRow]
    sticks: int


def describe(done: Settled) -> Answer:
    """Describe a settled win in the reader's language."""
    paid = done.payment.awards
    texts = [
        _winner_text(done, next(one for one in done.winners if one.seat == award.winner), award)
        for award in paid
    ]
    return Answer(texts, _general_remarks(done), _rows(done), sum(award.sticks for award in paid) * STICK)


def _general_remarks(done: Settled) -> list[str]:
    if done.payment.abort:
        return [
            _(
                "With this many winners the hand is aborted: no payments are made, and the riichi sticks "
                "stay on the table."
            )
        ]
    paid = {award.winner for award in done.payment.awards}
    first = done.payment.awards[0].winner
    return [
        _("%(seat)s is not paid: %(first)s is next in turn after the discarder (head bump).")
        % {"seat": _seat(one.seat), "first": _seat(first)}
        for one in done.winners
        if one.seat not in paid
    ]


def _winner_text(done: Settled, winner: Winner, award: Award) -> WinnerText:
    valued = winner.valued
    steps = say_award(done.book, award, language())
    if isinstance(valued, Recognised):
        steps = _pattern_steps(valued)
    return WinnerText(
        seat=_seat(winner.seat),
        worth=pgettext("figure", "%(points)s points") % {"points": valued.value}
        if isinstance(valued, Recognised)
        else say_value(done.book, award.value, language()),
        headline=sum(t.points + t.counters for t in award.transfers) + award.sticks * STICK,
        steps=steps,
        payers=_payers(done, winner, award),
        remarks=_liability(done, winner, award),
        counted=_counted(valued),
        fu=_fu(valued),
        fu_sum=_fu_sum(valued) if isinstance(valued, HandValue) else "",
        not_counted=_not_counted(valued),
    )


def _counted(valued: HandValue | Recognised | None) -> list[Line]:
    if isinstance(valued, Recognised):
        return [Line(f"{one.code} {one.in_language(language())}", str(one.value)) for one in valued.patterns]
    if valued is None:
        return []
    return [
        Line(
            one.name.label(language()),
            pgettext("mahjong term", "yakuman") if one.name.is_yakuman else _han(one.han),
        )
        for one in valued.yaku
    ]


def _not_counted(valued: HandValue | Recognised | None) -> list[str]:
    """Return names of declared yaku and bonuses that the rulebook does not have."""
    if not isinstance(valued, HandValue):
        return []
    known = [
        FIELDS[f"{part}.{name}"]
        for name in valued.not_counted
        for part in ("bonus", "yaku")
        if f"{part}.{name}" in FIELDS
    ]
    return [field.named(language()) for field in known]


def _fu(valued: HandValue | Recognised | None) -> list[Line]:
    if not isinstance(valued, HandValue):
        return []
    return [Line(part.name.in_language(language()), str(part.fu)) for part in valued.fu_parts]


def _fu_sum(valued: HandValue) -> str:
    exact = sum(part.fu for part in valued.fu_parts)
    if valued.fu and exact != valued.fu:
        return _("%(exact)s, rounded up to %(fu)s fu") % {"exact": exact, "fu": valued.fu}
    return pgettext("figure", "%(fu)s fu") % {"fu": valued.fu}


def _han(han: int) -> str:
    return npgettext("figure", "%(n)s han", "%(n)s han", han) % {"n": han}


def _pattern_steps(valued: Recognised) -> list[str]:
    values = " + ".join(str(one.value) for one in valued.patterns)
    steps = [f"{values} = {valued.total}" if len(valued.patterns) > 1 else str(valued.total)]
    if not valued.patterns:
        steps = [_("no pattern: a chicken hand, 1 point")]
    elif valued.value != valued.total:
        steps.append(_("→ %(value)s by the limit") % {"value": valued.value})
    steps.append(f"{valued.value} × 3 = {3 * valued.value}")
    return steps


def _payers(done: Settled, winner: Winner, award: Award) -> list[Line]:
    """Return who pays what, counters included: in one phrase if possible, else by seat."""
    is_special = winner.win.pao or winner.win.open_kan_from is not None or done.table.marked is not None
    if is_special or done.is_loser_named:
        return [Line(_payer(done, winner, one), _sum_of(one)) for one in award.transfers]
    if not is_riichi(done.book):
        return _pattern_payers(award, done.loser)
    paid = {t.payer: t.points + t.counters for t in award.transfers}
    if not award.tsumo:
        return [Line(pgettext("mahjong term", "The discarder"), f"{sum(paid.values()):,}")]
    children = {points for payer, points in paid.items() if payer != 0}
    lines = [Line(pgettext("mahjong term", "Each child"), f"{points:,}") for points in children]
    if 0 in paid:
        lines.append(Line(pgettext("mahjong term", "The dealer"), f"{paid[0]:,}"))
    return lines


def _pattern_payers(award: Award, loser: int | None) -> list[Line]:
    paid = {t.payer: t.points for t in award.transfers}
    if len(set(paid.values())) == 1:
        return [Line(_("Each of the three"), f"{next(iter(paid.values())):,}")]
    others = next(points for payer, points in paid.items() if payer != loser)
    assert loser is not None, "a self-draw is paid alike by all"
    return [
        Line(pgettext("mahjong term", "The discarder"), f"{paid[loser]:,}"),
        Line(_("Each of the others"), f"{others:,}"),
    ]


def _payer(done: Settled, winner: Winner, one: Transfer) -> str:
    roles = _roles(done, one.payer, winner)
    if not roles:
        return _seat(one.payer)
    return pgettext("with a value", "%(seat)s (%(roles)s)") % {"seat": _seat(one.payer), "roles": roles}


def _sum_of(one: Transfer) -> str:
    times = f" (×{one.times})" if one.times > 1 else ""
    if one.counters:
        return f"{one.points:,} + {one.counters:,} = {one.points + one.counters:,}{times}"
    return f"{one.points:,}{times}"


def _roles(done: Settled, seat: int, *winners: Winner) -> str:
    """Return a seat's roles in these wins."""
    roles = [pgettext("mahjong term", "winner")] if any(one.seat == seat for one in winners) else []
    if done.is_loser_named and seat == done.loser:
        roles.append(pgettext("mahjong term", "discarder"))
    liable = {one.win.pao.seat for one in winners if one.win.pao} | {one.win.open_kan_from for one in winners}
    if seat in liable and any(_is_liability_known(done, one) for one in winners):
        roles.append(pgettext("mahjong term", "liable"))
    if done.book.overlay.wareme != "none" and seat == done.table.marked:
        roles.append(pgettext("mahjong term", "doubled"))
    return pgettext("between what one player is", ", ").join(roles)


def _liability(done: Settled, winner: Winner, award: Award) -> list[str]:
    """Return whether a player is liable, and what that means."""
    win = winner.win
    if win.pao is None and win.open_kan_from is None:
        return []
    if not _is_liability_known(done, winner):
        return [_("This rulebook has no liability for this hand: normal payments apply.")]
    if win.pao is None:
        assert win.open_kan_from is not None, "one of the two"
        return [_("%(seat)s fed the open kan and pays everything.") % {"seat": _seat(win.open_kan_from)}]
    words = {
        "seat": _seat(win.pao.seat),
        "yaku": label("settlement.pao_yaku", win.pao.yaku, language()),
    }
    if award.tsumo:
        return [_("%(seat)s is liable for %(yaku)s and pays all of it.") % words]
    if win.pao.seat == done.loser:
        return [_("%(seat)s is liable for %(yaku)s and discarded the tile: pays all of it.") % words]
    return [_("%(seat)s is liable for %(yaku)s and splits the payment with the discarder.") % words]


def _is_liability_known(done: Settled, winner: Winner) -> bool:
    rules, pao = done.book.settlement, winner.win.pao
    if pao is None:
        return winner.win.open_kan_from is not None and rules.daiminkan_pao is True
    return isinstance(rules.pao_yaku, tuple) and pao.yaku in rules.pao_yaku


def _rows(done: Settled) -> list[SeatRow]:
    awards = done.payment.awards
    if not awards or not done.are_seats_known:
        return []
    paid = [one for award in awards for one in done.winners if one.seat == award.winner]
    return [
        SeatRow(
            _seat(seat),
            _roles(done, seat, *paid),
            [_change(award, seat) for award in awards] if len(awards) > 1 else [],
            done.payment.delta[seat],
        )
        for seat in range(done.book.table.players)
    ]


def _change(award: Award, seat: int) -> int:
    """Return the change at a seat by one winner's award."""
    paid = sum(t.points + t.counters for t in award.transfers if t.payer == seat)
    if seat != award.winner:
        return -paid
    return sum(t.points + t.counters for t in award.transfers) + award.sticks * STICK


def _seat(seat: int) -> str:
    return say_seat(seat, language())
