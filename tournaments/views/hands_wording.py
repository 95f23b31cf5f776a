"""A game hand by hand, in words: which hand it is, what happened, who paid whom."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.game.ending import REASONS
from scoring.game.game import State, declare_riichi, play, start
from scoring.game.outcome import Outcome, from_json
from scoring.hand.dead_hand import REASONS as WHY_DEAD
from scoring.hand.details import Details
from scoring.hand.exhaustive_draw import ABORTS
from scoring.hand.payment import settle_win
from scoring.hand.riichi.named_yaku import BONUSES, ORDINARY
from scoring.hand.win import Award, Hand
from scoring.rulebook.rulebook import Rulebook
from scoring.text.awards import say_end, say_value
from tournaments.models import AfterGong, HandRecord, Wind
from tournaments.templatetags.jantaku import typed
from web.text.figures import minus_sign
from web.text.language import language

# The fifth of the winds is of whoever waits at a table of five: no round is named after it.
ROUND_WINDS = (Wind.EAST, Wind.SOUTH, Wind.WEST, Wind.NORTH)


@dataclass(frozen=True)
class Payer:
    """One payment: who pays whom, how much."""

    payer: str
    winner: str
    points: int


@dataclass(frozen=True)
class HandLine:
    """One hand of the log. `changes` has a number for each seat; `reason` is the referee's."""

    number: int
    name: str
    text: str
    changes: tuple[int, ...]
    reason: str


def name_of_hand(state: State) -> str:
    """Which hand is played: "East 2", with its counters and the sticks on the table."""
    wind = ROUND_WINDS[state.round % len(ROUND_WINDS)].label
    name = pgettext("a hand", "%(wind)s %(number)s") % {"wind": wind, "number": state.dealer + 1}
    more = []
    if state.honba:
        more.append(ngettext("%(count)s counter", "%(count)s counters", state.honba) % {"count": state.honba})
    if state.deposits:
        sticks = ngettext("%(count)s stick", "%(count)s sticks", state.deposits) % {"count": state.deposits}
        more.append(sticks)
    return " · ".join([name, *more])


def lines_of_log(
    rulebook: Rulebook, hands: dict[int, HandRecord], names: Sequence[str]
) -> tuple[list[HandLine], State]:
    """The hands that stand, first to last, and the game as they leave it. `names` by seat."""
    state, lines = start(rulebook), []
    for number, record in hands.items():
        outcome = from_json(record.content)
        after = play(rulebook, state, outcome)
        lines.append(
            HandLine(
                number,
                name_of_hand(state),
                say_outcome(rulebook, state, outcome, names),
                changes_of(state, after),
                record.reason,
            )
        )
        state = after
    return lines, state


def changes_of(before: State, after: State) -> tuple[int, ...]:
    return tuple(now - then for then, now in zip(before.points, after.points, strict=True))


def payments_of(rulebook: Rulebook, state: State, outcome: Outcome, names: Sequence[str]) -> list[Payer]:
    """Who pays whom for a win; nothing for what is no win."""
    return [
        Payer(names[one.payer], names[one.winner], one.points + one.counters)
        for award in _awards(rulebook, state, outcome)
        for one in award.transfers
    ]


def say_outcome(rulebook: Rulebook, state: State, outcome: Outcome, names: Sequence[str]) -> str:
    """What happened in a hand that began at `state`, in a line."""
    match outcome.kind:
        case "win":
            said = _wins(rulebook, state, outcome, names)
        case "draw":
            said = _("Draw, tenpai: %(names)s") % {"names": _listed(outcome.tenpai, names) or _("nobody")}
            if outcome.nagashi:
                said = _("Nagashi: %(names)s") % {"names": _listed(outcome.nagashi, names)}
        case "abort":
            said = _("Abortive draw: %(kind)s") % {"kind": ABORTS[outcome.abort].in_language(language())}
        case "chombo":
            said = _("Chombo: %(names)s") % {"names": _listed(outcome.offenders, names)}
        case "gong":
            said = _("Time is up")
        case _:
            said = _("Corrected by the referee: %(reason)s") % {"reason": typed(outcome.reason) or "–"}
    if outcome.riichi:
        said = f"{said} · " + _("riichi: %(names)s") % {"names": _listed(outcome.riichi, names)}
    for dead in outcome.dead_hands:
        why = WHY_DEAD[dead.why].in_language(language())
        said = f"{said} · " + _("%(name)s dead hand: %(why)s") % {"name": names[dead.seat], "why": why}
    return said


def at_the_gong(rule: AfterGong) -> list[tuple[int, str]]:
    """What can follow the gong by the rule of the round: how many hands are still finished, the running one included,
    and in words when that is so. First what is so while a hand is being played.
    """
    match rule:
        case AfterGong.STOP:
            return [(0, _("The game ends here"))]
        case AfterGong.ONE_MORE_HAND:
            return [
                (2, _("A hand was being played: it and one more")),
                (1, _("No hand was being played: one more")),
            ]
        case _:
            return [
                (1, _("A hand was being played: it is the last")),
                (0, _("No hand was being played: the game ends here")),
            ]


def say_over(state: State) -> str:
    """Why the game is over; empty while it goes on."""
    return say_end(state.over, language()) if state.over else ""


def words_of_hands() -> dict[str, object]:
    """What a phone says by itself of a game and of a hand, with braces where names and numbers stand."""
    counters = [ngettext("%(count)s counter", "%(count)s counters", n) for n in (1, 2)]
    sticks = [ngettext("%(count)s stick", "%(count)s sticks", n) for n in (1, 2)]
    return {
        "name": pgettext("a hand", "%(wind)s %(number)s") % {"wind": "{wind}", "number": "{number}"},
        "winds": [str(wind.label) for wind in ROUND_WINDS],
        "counters": [words % {"count": "{}"} for words in counters],
        "sticks": [words % {"count": "{}"} for words in sticks],
        "pays": _("pays"),
        "difference": _("you %(difference)s") % {"difference": "{}"},
        "ends": _("The game ends: %(ends)s") % {"ends": "{}"},
        "over": {reason: say_end(reason, language()) for reason in REASONS},
        "minus": str(minus_sign()),
    }


def _wins(rulebook: Rulebook, state: State, outcome: Outcome, names: Sequence[str]) -> str:
    loser = None if outcome.loser is None else names[outcome.loser]
    awards = _awards(rulebook, state, outcome)
    told = {win.winner: win.details for win in outcome.wins}
    if not awards:
        return _("Ron by %(names)s: the hand is aborted") % {
            "names": _listed(tuple(win.winner for win in outcome.wins), names)
        }
    said = []
    for award in awards:
        about = {
            "name": names[award.winner],
            "loser": loser,
            "worth": say_value(rulebook, award.value, language()),
        }
        yaku = say_yaku(told.get(award.winner))
        words = (
            _("%(name)s, self-drawn: %(worth)s") if loser is None else _("%(name)s from %(loser)s: %(worth)s")
        )
        said.append(f"{words % about} – {yaku}" if yaku else words % about)
    return "; ".join(said)


def say_yaku(details: Details | None) -> str:
    """The yaku and dora that were told of a hand, or nothing."""
    if details is None:
        return ""
    names = [ORDINARY[code].in_language(language()) for code in details.yaku]
    names += [f"{BONUSES[code].in_language(language())} {number}" for code, number in details.dora]
    return _(", ").join(names)


def _awards(rulebook: Rulebook, state: State, outcome: Outcome) -> tuple[Award, ...]:
    if outcome.kind != "win":
        return ()
    at = declare_riichi(rulebook, state, outcome)
    hand = Hand(at.dealer, at.honba, at.deposits, outcome.riichi, outcome.marked)
    return settle_win(rulebook, hand, outcome.wins, outcome.loser).awards


def _listed(seats: Sequence[int], names: Sequence[str]) -> str:
    return _(", ").join(names[seat] for seat in seats)
