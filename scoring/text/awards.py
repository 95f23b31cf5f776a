"""Payments and conditions in words, step by step, in the reader's language.

>>> from scoring.hand.payment import settle_win
>>> from scoring.rulebook.rulebook import load
>>> from scoring.hand.win import Hand, Win
>>> book = load("jpml_a")
>>> paid = settle_win(book, Hand(0, honba=1, deposits=2), [Win(1, han=4, fu=30)], 2)
>>> say_award(book, paid.awards[0], "en")
['4 han 30 fu 7,700', '+ 1 counter 300', '+ 2 sticks 2,000', '= 10,000']
>>> say_award(book, paid.awards[0], "ja")
['30符4翻 7,700点', '＋1本場 300点', '＋供託2本 2,000点', '＝10,000点']
"""

from collections.abc import Sequence

from scoring.conditions.conditions import Condition
from scoring.conditions.win_levels import Level
from scoring.errors import ScoringError
from scoring.game.ending import REASONS
from scoring.hand.liability import counter_values
from scoring.hand.payment import STICK
from scoring.hand.value import Value, is_riichi
from scoring.hand.win import Award
from scoring.rulebook import labels
from scoring.rulebook.labels import label
from scoring.rulebook.rulebook import Rulebook
from scoring.translation import Term, catalogue

LIMITS = labels.LIMITS | {
    "kazoe": Term("counted yakuman", "数え役満"),
    "yakuman": Term("yakuman", "役満"),
}
_SEATS = (Term("East", "東家"), Term("South", "南家"), Term("West", "西家"), Term("North", "北家"))


def say_value(rulebook: Rulebook, value: Value, language: str | None) -> str:
    """Return a hand's value: "4 han 30 fu", "mangan (5 han)", "2 x yakuman". Han are net, without bazoro."""
    words = catalogue(language)
    if not is_riichi(rulebook):
        return words.npgettext("figure", "%(points)s point", "%(points)s points", value.basic) % {
            "points": value.basic
        }
    if value.units and value.limit:
        return _times(value.units, value.limit, language)
    hand = _han(value, language)
    if not value.limit:
        return hand
    return words.pgettext("figure", "%(limit)s (%(hand)s)") % {
        "limit": LIMITS[value.limit].in_language(language),
        "hand": hand,
    }


def say_worth(rulebook: Rulebook, value: Value, language: str | None) -> str:
    """Return a hand's value for brackets behind its points: "3 han 40 fu", "mangan, 5 han", "2 x yakuman"."""
    if not is_riichi(rulebook) or value.units or not value.limit:
        return say_value(rulebook, value, language)
    return catalogue(language).pgettext("figure", "%(limit)s, %(hand)s") % {
        "limit": LIMITS[value.limit].in_language(language),
        "hand": _han(value, language),
    }


def say_each(child: int, dealer: int, language: str | None) -> str:
    """Return what each pays of a tsumo: "1,000 all", "1,300 / 2,600" if the dealer pays more."""
    words = catalogue(language)
    if child == dealer:
        return words.pgettext("figure", "%(points)s all") % {"points": f"{dealer:,}"}
    return words.gettext("%(child)s / %(dealer)s") % {"child": f"{child:,}", "dealer": f"{dealer:,}"}


def _han(value: Value, language: str | None) -> str:
    words = catalogue(language)
    if not value.fu:
        return words.pgettext("figure", "%(han)s han") % {"han": value.han}
    return words.gettext("%(han)s han %(fu)s fu") % {"fu": value.fu, "han": value.han}


def _times(units: int, limit: str, language: str | None) -> str:
    """Return a limit with its multiple: "yakuman", "2 x yakuman"."""
    name = LIMITS[limit].in_language(language)
    if units == 1:
        return name
    return catalogue(language).gettext("%(times)s x %(limit)s") % {"times": units, "limit": name}


def say_seat(seat: int, language: str | None) -> str:
    """Return the name of the seat at this distance from the dealer: "South", "南家". Seat 0 deals."""
    return _SEATS[seat].in_language(language)


def say_award(rulebook: Rulebook, award: Award, language: str | None) -> list[str]:
    """Return what a winner received, one step per line: the hand, doubling, counters, sticks, the sum."""
    words = catalogue(language)
    hand = sum(t.points for t in award.transfers)
    counters = sum(t.counters for t in award.transfers)
    sticks = award.sticks * STICK
    parts = [
        words.pgettext("figure", "%(worth)s %(points)s")
        % {"worth": say_value(rulebook, award.value, language), "points": f"{hand:,}"}
    ]
    times = {t.times for t in award.transfers} - {1}
    if times:
        parts.append(words.gettext("(wareme pays %(times)s times)") % {"times": times.pop()})
    if counters:
        count = _counters(rulebook, award)
        line = words.ngettext("+ %(count)s counter %(points)s", "+ %(count)s counters %(points)s", count)
        parts.append(line % {"count": count, "points": f"{counters:,}"})
    if award.sticks:
        line = words.ngettext("+ %(count)s stick %(points)s", "+ %(count)s sticks %(points)s", award.sticks)
        parts.append(line % {"count": award.sticks, "points": f"{sticks:,}"})
    if len(parts) > 1:
        parts.append(words.pgettext("figure", "= %(points)s") % {"points": f"{hand + counters + sticks:,}"})
    return parts


def _counters(rulebook: Rulebook, award: Award) -> int:
    paid = max(award.transfers, key=lambda t: t.counters)
    each, on_ron = counter_values(rulebook, 1)
    all_of_it = sum(1 for t in award.transfers if t.counters)
    one = on_ron if not award.tsumo else each
    if award.tsumo and all_of_it == 1:
        one = each * (rulebook.hand_players - 1)
    times = paid.times if rulebook.overlay.wareme_on_honba else 1
    return paid.counters // (one * times) if one else 0


def say_level(level: Level, language: str | None, *, tsumo: bool, dealer: bool) -> str:
    """Return a worth as called at the table: "5,200", "1,300 / 2,600", "4,000 all", "mangan 8,000"."""
    points = f"{level.worth:,}"
    if tsumo:
        points = say_each(level.parent if dealer else level.child, level.parent, language)
    if level.units:
        return f"{_times(level.units, 'yakuman', language)} {points}"
    return f"{LIMITS[level.limit].in_language(language)} {points}" if level.limit else points


def say_condition(
    condition: Condition, language: str | None, names: Sequence[str] = (), *, dealer: int = 0
) -> str:
    """Return a condition as one sentence. ``names`` of the seats; else their winds at the start."""
    words = catalogue(language)
    names = names or [seat.in_language(language) for seat in _SEATS]
    if condition.kind == "draw":
        sentence = words.gettext("a draw with tenpai: %(players)s") % {
            "players": _some(condition.tenpai, names, language)
        }
    elif condition.kind == "abort":
        sentence = words.gettext("an abortive draw")
    elif condition.kind == "chombo":
        sentence = words.gettext("a chombo by: %(players)s") % {
            "players": _some(condition.offenders, names, language)
        }
    elif condition.nagashi:
        sentence = words.gettext("nagashi mangan: %(players)s") % {
            "players": _some(condition.nagashi, names, language)
        }
    else:
        sentence = _won(condition, language, names, dealer)
    if condition.riichi:
        sentence = words.gettext("%(what)s (with a riichi stick)") % {"what": sentence}
    if condition.sticks is not None and len(condition.sticks) < 2 ** len(names):
        sentence = words.gettext("%(what)s (riichi sticks of: %(players)s)") % {
            "what": sentence,
            "players": _some(condition.sticks, names, language),
        }
    if not condition.sure:
        sentence = words.gettext("%(what)s (unless rivals at other tables pass)") % {"what": sentence}
    return sentence


def _won(condition: Condition, language: str | None, names: Sequence[str], dealer: int) -> str:
    """Return a win: whose, from whom, its value; other winners; who is liable."""
    words = catalogue(language)
    if condition.winner is None:
        raise ScoringError("invalid_condition", "A win needs its winner.")
    winner = names[condition.winner]
    if condition.kind == "nagashi":
        return words.gettext("%(player)s: nagashi mangan") % {"player": winner}
    tsumo = condition.kind == "tsumo"
    bounds = say_range(
        condition.low, condition.high, language, tsumo=tsumo, dealer=dealer == condition.winner
    )
    if condition.loser is None:
        sentence = words.gettext("%(player)s: tsumo %(points)s") % {"player": winner, "points": bounds}
    else:
        sentence = words.gettext("%(player)s: ron from %(loser)s %(points)s") % {
            "player": winner,
            "loser": names[condition.loser],
            "points": bounds,
        }
    sentence = _with_liability(sentence, condition.liable, condition.liable_for, names, language)
    for one in condition.others:
        bounds = say_range(one.low, one.high, language, tsumo=False, dealer=dealer == one.seat)
        sentence = words.gettext("%(what)s, and %(player)s %(points)s") % {
            "what": sentence,
            "player": names[one.seat],
            "points": bounds,
        }
        liable = () if one.liable is None else (one.liable,)
        sentence = _with_liability(sentence, liable, one.liable_for, names, language)
    return sentence


def _with_liability(
    sentence: str, seats: Sequence[int], yaku: Sequence[str], names: Sequence[str], language: str | None
) -> str:
    if not yaku:
        return sentence
    words = catalogue(language)
    either = words.pgettext("between two of which either will do", " or ")
    liable_for = either.join(label("settlement.pao_yaku", [one], language) for one in yaku)
    if "open_kan" in yaku:
        liable_for = words.gettext("the open kan")
    return words.gettext("%(what)s (%(players)s liable for %(yaku)s)") % {
        "what": sentence,
        "players": either.join(names[seat] for seat in seats),
        "yaku": liable_for,
    }


def say_range(
    low: Level | None, high: Level | None, language: str | None, *, tsumo: bool, dealer: bool
) -> str:
    """Return a range of worths: "5,200 or more", "1,000 to 3,900", "mangan 8,000 exactly"."""
    words = catalogue(language)
    assert low is not None, "wins have a range"
    least = say_level(low, language, tsumo=tsumo, dealer=dealer)
    if high is None:
        return words.gettext("%(least)s or more") % {"least": least}
    if high == low:
        return words.pgettext("figure", "%(points)s exactly") % {"points": least}
    most = say_level(high, language, tsumo=tsumo, dealer=dealer)
    return words.gettext("%(least)s to %(most)s") % {"least": least, "most": most}


def _some(sets: Sequence[Sequence[int]], names: Sequence[str], language: str | None) -> str:
    """Return alternatives between sets of players."""
    words = catalogue(language)
    together = words.pgettext("between players who belong together", " + ")
    groups = [
        together.join(names[s] for s in seats) or words.pgettext("in place of a name", "nobody")
        for seats in sets
    ]
    return words.pgettext("between groups of which any will do", " | ").join(groups)


def say_end(over: str, language: str | None) -> str:
    return catalogue(language).gettext(REASONS[over])
