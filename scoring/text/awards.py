"""A payment and a condition in words, step by step, in English and Japanese.

>>> from scoring.hand.payment import settle_win
>>> from scoring.rulebook.rulebook import load
>>> from scoring.hand.win import Hand, Win
>>> book = load("jpml_a")
>>> paid = settle_win(book, Hand(0, honba=1, deposits=2), [Win(1, han=4, fu=30)], 2)
>>> say_award(book, paid.awards[0], "en")
['30 fu 4 han 7,700', '+ 1 counter 300', '+ 2 sticks 2,000', '= 10,000']
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
from scoring.rulebook.labels import LANGUAGES, label
from scoring.rulebook.rulebook import Rulebook

LIMITS = {
    "mangan": ("mangan", "満貫"),
    "haneman": ("haneman", "ハネ満"),
    "baiman": ("baiman", "倍満"),
    "sanbaiman": ("sanbaiman", "三倍満"),
    "kazoe": ("counted yakuman", "数え役満"),
    "yakuman": ("yakuman", "役満"),
}
_SEATS = (("East", "東家"), ("South", "南家"), ("West", "西家"), ("North", "北家"))


def say_value(rulebook: Rulebook, value: Value, language: str) -> str:
    """A hand's worth: "30 fu 4 han", "mangan (5 han)", "2 x yakuman". Han are net, without bazoro."""
    ja = language == LANGUAGES[1]
    if not is_riichi(rulebook):
        return f"{value.basic}点" if ja else f"{value.basic} points"
    if value.units and value.limit:
        name = LIMITS[value.limit][ja]
        if value.units == 1:
            return name
        return f"{value.units}倍{name}" if ja else f"{value.units} x {name}"
    fu = (f"{value.fu}符" if ja else f"{value.fu} fu ") if value.fu else ""
    hand = f"{fu}{value.han}翻" if ja else f"{fu}{value.han} han"
    if not value.limit:
        return hand
    return f"{LIMITS[value.limit][ja]}（{hand}）" if ja else f"{LIMITS[value.limit][ja]} ({hand})"


def say_seat(seat: int, language: str) -> str:
    """What the seat at this distance from the dealer is called: "South", "南家". Seat 0 deals."""
    return _SEATS[seat][language == LANGUAGES[1]]


def say_award(rulebook: Rulebook, award: Award, language: str) -> list[str]:
    """What one winner received, a step a line: the hand, doubling, counters, sticks, the sum."""
    ja = language == LANGUAGES[1]
    unit = "点" if ja else ""
    plus, equals = ("＋", "＝") if ja else ("+ ", "= ")
    hand = sum(t.points for t in award.transfers)
    counters = sum(t.counters for t in award.transfers)
    steps = [f"{say_value(rulebook, award.value, language)} {hand:,}{unit}"]
    times = {t.times for t in award.transfers} - {1}
    if times:
        steps.append(f"（割れ目 {times.pop()}倍を含む）" if ja else f"(wareme pays {times.pop()} times)")
    if counters:
        count = _counters(rulebook, award)
        told = f"{count}本場" if ja else f"{count} counter{'s' if count != 1 else ''}"
        steps.append(f"{plus}{told} {counters:,}{unit}")
    if award.sticks:
        told = f"供託{award.sticks}本" if ja else f"{award.sticks} stick{'s' if award.sticks != 1 else ''}"
        steps.append(f"{plus}{told} {award.sticks * STICK:,}{unit}")
    if len(steps) > 1:
        steps.append(f"{equals}{hand + counters + award.sticks * STICK:,}{unit}")
    return steps


def _counters(rulebook: Rulebook, award: Award) -> int:
    """How many counters were paid for."""
    paid = max(award.transfers, key=lambda t: t.counters)
    each, on_ron = counter_values(rulebook, 1)
    all_of_it = sum(1 for t in award.transfers if t.counters)
    one = on_ron if not award.tsumo else each
    if award.tsumo and all_of_it == 1:
        one = each * (rulebook.hand_players - 1)
    times = paid.times if rulebook.overlay.wareme_on_honba else 1
    return paid.counters // (one * times) if one else 0


def say_level(level: Level, language: str, *, tsumo: bool, dealer: bool) -> str:
    """A worth as it is called at the table: "5,200", "1,300 / 2,600", "4,000 all", "mangan 8,000"."""
    ja = language == LANGUAGES[1]
    name = ""
    if level.units:
        name = LIMITS["yakuman"][ja]
        if level.units > 1:
            name = f"{level.units}倍{name}" if ja else f"{level.units} x {name}"
    elif level.limit:
        name = LIMITS[level.limit][ja]
    if not tsumo:
        told = f"{level.worth:,}"
    elif dealer:
        told = f"{level.parent:,}オール" if ja else f"{level.parent:,} all"
    else:
        told = f"{level.child:,}・{level.parent:,}" if ja else f"{level.child:,} / {level.parent:,}"
    return f"{name} {told}".strip()


def say_condition(condition: Condition, language: str, names: Sequence[str] = (), *, dealer: int = 0) -> str:
    """A condition as one sentence. ``names``: what the seats are called; else their winds at the start."""
    ja = language == LANGUAGES[1]
    if not names:
        names = [seat[ja] for seat in _SEATS]
    if condition.kind == "draw":
        told = (
            f"流局：テンパイが {_some(condition.tenpai, names, ja)}"
            if ja
            else (f"a draw with tenpai: {_some(condition.tenpai, names, ja)}")
        )
    elif condition.kind == "abort":
        told = "途中流局" if ja else "an abortive draw"
    elif condition.kind == "chombo":
        who = _some(condition.offenders, names, ja)
        told = f"チョンボ：{who}" if ja else f"a chombo by: {who}"
    elif condition.nagashi:
        who = _some(condition.nagashi, names, ja)
        told = f"流し満貫：{who}" if ja else f"nagashi mangan: {who}"
    else:
        told = _won(condition, language, names, dealer)
    if condition.riichi:
        told += "（リーチ棒1本を出して）" if ja else " (with a riichi stick)"
    if condition.sticks is not None and len(condition.sticks) < 2 ** len(names):
        who = _some(condition.sticks, names, ja)
        told += f"（リーチ棒を出した人：{who}）" if ja else f" (riichi sticks of: {who})"
    if not condition.sure:
        told += "（他卓の結果しだい）" if ja else " (unless rivals at other tables pass)"
    return told


def _won(condition: Condition, language: str, names: Sequence[str], dealer: int) -> str:
    """A win: whose, from whom, how dear; who wins with it; who is liable."""
    ja = language == LANGUAGES[1]
    if condition.winner is None:
        raise ScoringError("invalid_condition", "A win needs its winner.")
    winner = names[condition.winner]
    if condition.kind == "nagashi":
        return f"{winner}の流し満貫" if ja else f"{winner}: nagashi mangan"
    tsumo = condition.kind == "tsumo"
    how = _how(condition, winner, names, ja)
    bounds = say_range(
        condition.low, condition.high, language, tsumo=tsumo, dealer=dealer == condition.winner
    )
    told = f"{how} {bounds}" + _liable(condition.liable, condition.liable_for, names, language)
    for one in condition.others:
        bounds = say_range(one.low, one.high, language, tsumo=False, dealer=dealer == one.seat)
        more = _liable(() if one.liable is None else (one.liable,), one.liable_for, names, language)
        told += f"、{names[one.seat]}も{bounds}{more}" if ja else f", and {names[one.seat]} {bounds}{more}"
    return told


def _liable(seats: Sequence[int], yaku: Sequence[str], names: Sequence[str], language: str) -> str:
    if not yaku:
        return ""
    ja = language == LANGUAGES[1]
    who = ("／" if ja else " or ").join(names[seat] for seat in seats)
    if "open_kan" in yaku:
        what = "大明槓" if ja else "the open kan"
    else:
        what = ("／" if ja else " or ").join(label("settlement.pao_yaku", [one], language) for one in yaku)
    return f"（{who}の責任払い：{what}）" if ja else f" ({who} liable for {what})"


def _how(condition: Condition, winner: str, names: Sequence[str], ja: bool) -> str:
    if condition.loser is None:
        return f"{winner}のツモ" if ja else f"{winner}: tsumo"
    loser = names[condition.loser]
    return f"{winner}が{loser}からロン" if ja else f"{winner}: ron from {loser}"


def say_range(low: Level | None, high: Level | None, language: str, *, tsumo: bool, dealer: bool) -> str:
    """A range of worths: "5,200 or more", "1,000 to 3,900", "mangan 8,000 exactly"."""
    ja = language == LANGUAGES[1]
    assert low is not None, "wins have a range"
    least = say_level(low, language, tsumo=tsumo, dealer=dealer)
    if high is None:
        return f"{least}以上" if ja else f"{least} or more"
    most = say_level(high, language, tsumo=tsumo, dealer=dealer)
    if high == low:
        return f"{least}のみ" if ja else f"{least} exactly"
    return f"{least}以上{most}以下" if ja else f"{least} to {most}"


def _some(sets: Sequence[Sequence[int]], names: Sequence[str], ja: bool) -> str:
    """Sets of players: one of them, or another."""
    nobody = "なし" if ja else "nobody"
    told = [("・" if ja else " + ").join(names[s] for s in seats) or nobody for seats in sets]
    return ("／" if ja else " | ").join(told)


def say_end(over: str, language: str) -> str:
    """Why a game is over."""
    return REASONS[over][language == LANGUAGES[1]]
