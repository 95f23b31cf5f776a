"""What happened in a hand as one sentence: for pages, a tablet, or a choice in a list.

Who won how much from whom, the yaku or the yakuman, who is liable; who was tenpai, what a chombo costs; who had
declared riichi, and whose hand was dead.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.errors import ScoringError
from scoring.game.awards import awards_of
from scoring.game.game import State
from scoring.game.outcome import Outcome
from scoring.hand.chombo import AT_THE_END, punish
from scoring.hand.dead_hand import REASONS
from scoring.hand.details import Details
from scoring.hand.exhaustive_draw import ABORTS
from scoring.hand.riichi.named_yaku import BONUSES, ORDINARY
from scoring.hand.value import is_riichi
from scoring.hand.win import Award, Hand, Win
from scoring.hand.yakuman import YAKUMAN
from scoring.rulebook.rulebook import Rulebook
from scoring.text.awards import say_each, say_worth
from tournaments.templatetags.jantaku import typed
from web.text.figures import minus_sign
from web.visitor_language import language

_BETWEEN = " · "
# Characters that no text is written in, one for each seat: where a name stands in a sentence.
_MARKS = "\ue000\ue001\ue002\ue003"
_NO_MARKS = dict.fromkeys(map(ord, _MARKS))


def say_outcome(
    rulebook: Rulebook,
    state: State,
    outcome: Outcome,
    names: Sequence[str],
    *,
    riichi: bool = True,
    yaku: bool = True,
) -> str:
    """What happened in a hand that began at `state`: "Ann ron 5,200 (3 han 40 fu) from Bob". `names` by seat; who
    had declared `riichi` and of which `yaku` a win was are left out where they are shown in another way.
    """
    match outcome.kind:
        case "win":
            said = _wins(rulebook, state, outcome, names, yaku=yaku)
        case "draw":
            said = _draw(rulebook, outcome, names)
        case "abort":
            said = _("Abortive draw: %(kind)s") % {"kind": ABORTS[outcome.abort].in_language(language())}
        case "chombo":
            said = pgettext("between sentences", "; ").join(
                _chombo(rulebook, state, outcome, seat, names) for seat in outcome.offenders
            )
        case "gong":
            said = _gong(outcome)
        case _:
            said = _("Corrected by the referee: %(reason)s") % {"reason": typed(outcome.reason) or "–"}
    beside = [_riichi(rulebook, outcome, names)] if outcome.riichi and riichi else []
    return _BETWEEN.join([said, *beside, *_dead_hands(outcome, names)])


def outcome_as_html(
    rulebook: Rulebook,
    state: State,
    outcome: Outcome,
    names: Sequence[str],
    addresses: Sequence[str] = (),
    *,
    yaku: bool = True,
) -> SafeString:
    """The same sentence, without riichi, for a log that marks them: each name is set apart, and leads to the address
    of its seat, where there are addresses.
    """
    outcome = replace(outcome, reason=outcome.reason.translate(_NO_MARKS))
    html = str(escape(say_outcome(rulebook, state, outcome, _MARKS, riichi=False, yaku=yaku)))
    for seat, name in enumerate(names):
        shown = format_html("<bdi>{}</bdi>", name)
        if addresses:
            shown = format_html('<a href="{}">{}</a>', addresses[seat], shown)
        html = html.replace(_MARKS[seat], shown)
    return SafeString(html)


def names_of_yaku(details: Details | None) -> list[str]:
    """The yaku and dora that were told of a hand."""
    if details is None:
        return []
    names = [ORDINARY[code].in_language(language()) for code in details.yaku]
    return names + [f"{BONUSES[code].in_language(language())} {number}" for code, number in details.dora]


def names_of_yakuman(win: Win) -> list[str]:
    return [YAKUMAN[code].in_language(language()) for code in win.yakuman]


def say_yaku(details: Details | None) -> str:
    """The yaku and dora that were told of a hand, or nothing."""
    return pgettext("between names", ", ").join(names_of_yaku(details))


def _wins(rulebook: Rulebook, state: State, outcome: Outcome, names: Sequence[str], *, yaku: bool) -> str:
    awards = awards_of(rulebook, state, outcome)
    winners = [win.winner for win in outcome.wins]
    if not awards:
        return _("Ron by %(names)s: the hand is aborted") % {"names": _listed(winners, names)}
    told = {win.winner: win for win in outcome.wins}
    said = [
        _won(rulebook, state, award, told[award.winner], outcome.loser, names, yaku=yaku) for award in awards
    ]
    unpaid = [seat for seat in winners if seat not in {award.winner for award in awards}]
    if unpaid:
        said.append(_("ron by %(names)s too, only the nearest is paid") % {"names": _listed(unpaid, names)})
    return pgettext("between sentences", "; ").join(said)


def _won(
    rulebook: Rulebook,
    state: State,
    award: Award,
    win: Win,
    loser: int | None,
    names: Sequence[str],
    *,
    yaku: bool,
) -> str:
    """One win: whose, how much, from whom; its yaku; who is liable."""
    about = {
        "name": names[award.winner],
        "loser": "" if loser is None else names[loser],
        "points": _amount(rulebook, state, award, names),
        "worth": _worth(rulebook, award, win),
    }
    if is_riichi(rulebook):
        words = (
            _("%(name)s tsumo %(points)s (%(worth)s)")
            if loser is None
            else _("%(name)s ron %(points)s (%(worth)s) from %(loser)s")
        )
    else:
        words = (
            _("%(name)s wins by self-draw: %(worth)s, %(points)s")
            if loser is None
            else _("%(name)s wins on a discard of %(loser)s: %(worth)s")
        )
    said = words % about
    of_yaku = say_yaku(win.details) if yaku else ""
    if of_yaku:
        said = f"{said} – {of_yaku}"
    liable = _liable(rulebook, win, tsumo=loser is None, names=names)
    return _BETWEEN.join([said, liable]) if liable else said


def _worth(rulebook: Rulebook, award: Award, win: Win) -> str:
    """Han and fu, with the limit; a yakuman by its names."""
    worth = say_worth(rulebook, award.value, language())
    if not win.yakuman:
        return worth
    yakuman = pgettext("between names", ", ").join(names_of_yakuman(win))
    return pgettext("hand log", "%(limit)s: %(names)s") % {"limit": worth, "names": yakuman}


def _amount(rulebook: Rulebook, state: State, award: Award, names: Sequence[str]) -> str:
    """What the hand itself is paid with, without counters: of a tsumo what each pays."""
    paid = {one.payer: one.points for one in award.transfers}
    if not award.tsumo:
        return f"{sum(paid.values()):,}"
    amounts = {points for payer, points in paid.items() if payer != state.dealer}
    if len(paid) == rulebook.hand_players - 1 and len(amounts) == 1:
        child = amounts.pop()
        return say_each(child, paid.get(state.dealer, child), language())
    # A liable player pays for all, and a doubled seat pays more than others.
    said = (
        _("%(points)s from %(name)s") % {"points": f"{points:,}", "name": names[payer]}
        for payer, points in paid.items()
    )
    return pgettext("between names", ", ").join(said)


def _liable(rulebook: Rulebook, win: Win, *, tsumo: bool, names: Sequence[str]) -> str:
    bound = rulebook.settlement.pao_yaku
    if win.pao is not None and isinstance(bound, tuple) and win.pao.yaku in bound:
        yaku = YAKUMAN[win.pao.yaku].in_language(language())
        return _("%(name)s liable for %(yaku)s (pao)") % {"name": names[win.pao.seat], "yaku": yaku}
    if win.open_kan_from is not None and tsumo and rulebook.settlement.daiminkan_pao is True:
        return _("%(name)s liable for the open kan") % {"name": names[win.open_kan_from]}
    return ""


def _draw(rulebook: Rulebook, outcome: Outcome, names: Sequence[str]) -> str:
    tenpai = _listed(outcome.tenpai, names)
    if outcome.nagashi:
        said = _("Nagashi mangan: %(names)s") % {"names": _listed(outcome.nagashi, names)}
        return (
            _BETWEEN.join([said, pgettext("hand log", "tenpai: %(names)s") % {"names": tenpai}])
            if tenpai
            else said
        )
    if not is_riichi(rulebook):
        return _("Draw, no winner")
    if len(outcome.tenpai) == rulebook.hand_players:
        return _("Draw, everyone tenpai")
    if tenpai:
        return _("Draw, tenpai: %(names)s") % {"names": tenpai}
    # Without noten payments a table need not say who is tenpai.
    return _("Draw, no one tenpai") if rulebook.draw.noten_total else pgettext("a hand", "Exhaustive draw")


def _chombo(rulebook: Rulebook, state: State, outcome: Outcome, offender: int, names: Sequence[str]) -> str:
    """Whose chombo, and what it costs: points to the others, or a deduction once the game is over."""
    about = {"name": names[offender], "minus": minus_sign(), "points": ""}
    rules = rulebook.chombo
    if rules.kind in AT_THE_END and isinstance(rules.amount, int):
        about["points"] = f"{rules.amount:,}"
        if rules.kind == "minipoints":
            return _("Chombo: %(name)s, %(minus)s%(points)s before places are determined") % about
        return _("Chombo: %(name)s, %(minus)s%(points)s after the game") % about
    try:
        paid = punish(rulebook, Hand(state.dealer, marked=outcome.marked), [offender]).delta
    except ScoringError:
        return pgettext("hand log", "Chombo: %(name)s") % about
    others = {paid[seat] for seat in range(len(paid)) if seat not in (offender, state.dealer)}
    if len(others) == 1:
        child = others.pop()
        dealer = child if offender == state.dealer else paid[state.dealer]
        return _("Chombo: %(name)s pays %(points)s") % {
            **about,
            "points": say_each(child, dealer, language()),
        }
    return _("Chombo: %(name)s pays %(points)s") % {**about, "points": f"{-paid[offender]:,}"}


def _gong(outcome: Outcome) -> str:
    left = outcome.hands_left
    if not left:
        return _("Time is up: the game ends")
    return ngettext("Time is up: %(count)s hand left", "Time is up: %(count)s hands left", left) % {
        "count": left
    }


def _riichi(rulebook: Rulebook, outcome: Outcome, names: Sequence[str]) -> str:
    returned = outcome.kind == "chombo" and rulebook.chombo.riichi_sticks == "returned"
    words = _("riichi, returned: %(names)s") if returned else pgettext("hand log", "riichi: %(names)s")
    return words % {"names": _listed(outcome.riichi, names)}


def _dead_hands(outcome: Outcome, names: Sequence[str]) -> list[str]:
    """Whose hand was dead, and why."""
    said = []
    for dead in outcome.dead_hands:
        about = {"name": names[dead.seat], "why": REASONS[dead.why].in_language(language())}
        words = (
            _("%(name)s dead hand after riichi (%(why)s)")
            if dead.seat in outcome.riichi
            else _("%(name)s dead hand (%(why)s)")
        )
        said.append(words % about)
    return said


def _listed(seats: Sequence[int], names: Sequence[str]) -> str:
    return pgettext("between names", ", ").join(names[seat] for seat in seats)
