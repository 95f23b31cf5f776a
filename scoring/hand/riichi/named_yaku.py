"""Riichi hands reported by yaku and dora: their value, and impossible combinations.

>>> from scoring.rulebook.rulebook import load
>>> told = Details(("riichi", "pinfu"), dora=(("dora", 1),))
>>> completed(load("mleague"), told, Course(tsumo=True, riichi=True)).yaku
('tsumo', 'riichi', 'pinfu')
"""

from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from itertools import combinations
from typing import NamedTuple

from scoring.errors import NeedsEventSetting
from scoring.hand.details import Details
from scoring.hand.riichi.library import han_by_number
from scoring.hand.riichi.names import DORA, KITA, RED_DORA, URA_DORA, YAKU, Name
from scoring.hand.riichi.refusals import YakuRefused
from scoring.rulebook.fields import UNSET, Limits
from scoring.rulebook.rulebook import Rulebook
from scoring.translation import Sentence, Term, Terms
from scoring.translation import gettext_noop as _

MOST_DORA = 40
BONUSES: Mapping[str, Name] = {one.code: one for one in (DORA, URA_DORA, RED_DORA, KITA)}
_HAN = han_by_number()
_HAN_OF = {YAKU[number].code: han for number, han in _HAN.items() if number in YAKU}
ORDINARY: Mapping[str, Name] = {name.code: name for name in YAKU.values() if not name.is_yakuman}
"""All yaku that are no yakuman, by code, in the order in which they are listed."""

BY_FREQUENCY = (
    *("riichi", "tsumo", "tanyao", "pinfu", "ippatsu", "haku", "hatsu", "chun", "seat_wind", "round_wind"),
    *("honitsu", "iipeikou", "sanshoku", "toitoi", "chiitoitsu", "ittsuu", "chanta", "chinitsu", "sanankou"),
    *("haitei", "houtei", "junchan", "rinshan", "shousangen", "double_riichi", "honroutou", "chankan"),
    *("ryanpeikou", "sanshoku_doukou", "renhou", "sankantsu"),
)
"""The same from the most frequent to the rarest, as a list for people has them; value tiles stand together."""

_DRAGONS = frozenset(("haku", "hatsu", "chun"))
_WINDS = frozenset(("seat_wind", "round_wind"))
_HONOURS = _DRAGONS | _WINDS
_RUNS = {
    "pinfu": 4,
    "ryanpeikou": 4,
    "sanshoku": 3,
    "ittsuu": 3,
    "iipeikou": 2,
    **dict.fromkeys(("chanta", "junchan", "chankan"), 1),
}
"""How many runs a hand with this yaku has at least. The tile of a robbed kan completes one: it is the only one."""
_TRIPLETS = {"toitoi": 4, "sanankou": 3, "sankantsu": 3, "rinshan": 1}
_ALL_SETS = {*_RUNS, *_TRIPLETS, *_HONOURS, "sanshoku_doukou", "shousangen"}
_APART = {
    "tanyao": {*_HONOURS, "chanta", "junchan", "honroutou", "ittsuu", "honitsu", "shousangen"},
    "chinitsu": {*_HONOURS, "honitsu", "chanta", "honroutou", "shousangen", "sanshoku", "sanshoku_doukou"},
    "honitsu": {"junchan", "sanshoku", "sanshoku_doukou"},
    "junchan": {*_HONOURS, "chanta", "honroutou", "ittsuu", "shousangen"},
    "chanta": {"honroutou", "ittsuu"},
    "sanshoku": {"ittsuu"},
    "ryanpeikou": {"iipeikou", "sanshoku", "ittsuu"},
    "chiitoitsu": _ALL_SETS,
    "riichi": {"double_riichi"},
    "ippatsu": {"rinshan"},
    "haitei": {"rinshan"},
    "houtei": {"chankan"},
    "renhou": {"riichi", "double_riichi", "houtei", "chankan", "rinshan", "sankantsu"},
}
"""What no hand has together, each pair written once, unless the number of its sets says so."""
_BY_TSUMO, _BY_RON = ("haitei", "rinshan"), ("houtei", "chankan")


class Course(NamedTuple):
    """How the hand was won, as known to the game. ``double_wind``: the winner's seat wind is the round's."""

    tsumo: bool
    riichi: bool = False
    is_dealer: bool = False
    double_wind: bool = False


def yaku_of(book: Rulebook) -> dict[str, tuple[int, int]]:
    """Return the yaku of a rulebook with their han: concealed, and open (0: never open). Without yakuman.

    Includes what the rulebook leaves open.
    """
    found = {code: _HAN_OF[code] for code in ORDINARY}
    if book.bonus.ippatsu is False:
        del found["ippatsu"]
    if book.yaku.kuitan is False:
        found["tanyao"] = found["tanyao"][0], 0
    if book.hand_players == 3:
        del found["sanshoku"]
    if book.yaku.renhou in ("mangan", "mangan_alternative"):
        limits = book.score.limits
        found["renhou"] = limits.mangan if isinstance(limits, Limits) else 5, 0
    else:
        del found["renhou"]
    return found


def bonuses_of(book: Rulebook) -> list[str]:
    """Return the kinds of dora possible under a rulebook, including those it leaves open."""
    bonus = book.bonus
    has = {
        "ura_dora": bonus.ura is not False,
        "red_dora": bonus.red_fives != 0,
        "kita": book.hand_players == 3,
    }
    return [code for code in BONUSES if has.get(code, True)]


def completed(book: Rulebook, told: Details, course: Course) -> Details:
    """Return the reported details in list order, plus the yaku known from the game: riichi, the concealed self-draw,
    and for a double-wind triplet the other wind. Refuses (``YakuRefused``) what no hand has under this rulebook.
    """
    yaku = list(told.yaku)
    _check_names(book, yaku, is_open=told.is_open)
    if course.riichi and not {"riichi", "double_riichi"} & set(yaku):
        yaku.append("riichi")
    if course.tsumo and not told.is_open and "tsumo" not in yaku:
        yaku.append("tsumo")
    if course.double_wind and len(_WINDS & set(yaku)) == 1:
        yaku += sorted(_WINDS - set(yaku))
    _check_course(book, yaku, told, course)
    _check_together(yaku)
    _check_sets(yaku, is_open=told.is_open, course=course)
    _check_bonuses(book, told, yaku)
    in_order = tuple(code for code in ORDINARY if code in yaku)
    return told._replace(yaku=in_order, dora=tuple((code, n) for code, n in told.dora if n))


def han_of(book: Rulebook, told: Details) -> int:
    """Return the han of completed yaku and dora. Refuses a hand without yaku, and below the rulebook's minimum."""
    values = yaku_of(book)
    if not told.yaku:
        raise YakuRefused("no_yaku", Sentence(_("Dora alone do not win: please choose a yaku.")))
    han = sum(values[code][told.is_open] for code in told.yaku)
    if han < book.score.min_han:
        text = _("A win here needs at least %(least)s han without dora; these yaku make %(han)s.")
        raise YakuRefused("below_minimum", Sentence(text, {"least": book.score.min_han, "han": han}))
    return han + sum(number for _code, number in told.dora)


def fu_of(told: Details, course: Course) -> int | None:
    """Return the fu determined by `completed` yaku; None if they have to be entered."""
    if "chiitoitsu" in told.yaku:
        return 25
    if "pinfu" in told.yaku:
        return 20 if course.tsumo else 30
    return None


def check_fu(told: Details, course: Course, fu: int) -> None:
    """Refuse fu that require other yaku."""
    for yaku, only in (
        ("chiitoitsu", fu == 25),
        ("pinfu", fu == 20 and course.tsumo),
        ("pinfu", fu == 30 and not course.tsumo and not told.is_open),
    ):
        if only and yaku not in told.yaku:
            text = _("A hand of %(fu)s fu won this way has %(yaku)s, which is not among its yaku.")
            raise _impossible(text, "fu", fu=fu, yaku=_term(yaku))


def names_of(codes: Collection[str]) -> Terms:
    """Return yaku names, in this order."""
    return Terms(tuple(_term(code) for code in codes))


def _term(code: str) -> Term:
    name = ORDINARY.get(code) or BONUSES[code]
    return Term(name.en, name.ja)


def _check_names(book: Rulebook, yaku: list[str], *, is_open: bool) -> None:
    known = yaku_of(book)
    for code in yaku:
        if code not in ORDINARY:
            text = _("There is no yaku “%(code)s”. Known yaku: %(known)s.")
            near = get_close_matches(code, ORDINARY, n=3) or ORDINARY
            raise YakuRefused("unknown_yaku", Sentence(text, {"code": code[:40], "known": ", ".join(near)}))
        if code not in known:
            raise _impossible(_("By this rulebook no hand has %(yaku)s."), yaku=_term(code))
        if code == "tanyao" and is_open and book.yaku.kuitan is UNSET:
            raise NeedsEventSetting(["yaku.kuitan"])
        if code == "tanyao" and is_open and not known[code][1]:
            raise _impossible(_("By this rulebook no open hand has %(yaku)s."), yaku=_term(code))
        if code == "ippatsu" and book.bonus.ippatsu is UNSET:
            raise NeedsEventSetting(["bonus.ippatsu"])
        if yaku.count(code) > 1:
            raise _impossible(_("%(yaku)s is listed twice."), yaku=_term(code))


def _check_course(book: Rulebook, yaku: list[str], told: Details, course: Course) -> None:
    declared = next((code for code in yaku if code in ("riichi", "double_riichi")), None)
    if declared and not course.riichi:
        raise _impossible(
            _("%(yaku)s: this player has not declared riichi in this hand."), yaku=_term(declared)
        )
    if "ippatsu" in yaku and not declared:
        raise _impossible(_("Ippatsu requires riichi, which this player has not declared."))
    if told.is_open:
        closed = next((code for code in yaku if not _HAN_OF[code][1]), None)
        if closed:
            raise _impossible(_("A hand that has called a tile cannot have %(yaku)s."), yaku=_term(closed))
    for codes, so, text in (
        (("tsumo", *_BY_TSUMO), course.tsumo, _("%(yaku)s requires tsumo; this hand was won by ron.")),
        ((*_BY_RON, "renhou"), not course.tsumo, _("%(yaku)s requires ron; this hand was won by tsumo.")),
    ):
        wrong = next((code for code in yaku if code in codes), None)
        if wrong and not so:
            raise _impossible(text, yaku=_term(wrong))
    if "pinfu" in yaku and course.tsumo and book.fu.pinfu_tsumo is False:
        raise _impossible(
            _("By this rulebook, a hand won by tsumo cannot have %(yaku)s."), yaku=_term("pinfu")
        )
    if "renhou" in yaku and course.is_dealer:
        raise _impossible(_("The dealer cannot have %(yaku)s."), yaku=_term("renhou"))


def _check_together(yaku: list[str]) -> None:
    for one, other in combinations(yaku, 2):
        if other in _APART.get(one, ()) or one in _APART.get(other, ()):
            raise _impossible(_("%(yaku)s cannot occur together."), yaku=names_of((one, other)))
    if {"ippatsu", "double_riichi"} <= set(yaku) and {"haitei", "houtei"} & set(yaku):
        raise _impossible(_("Ippatsu after a double riichi is within the first turns, not on the last tile."))


def _check_sets(yaku: list[str], *, is_open: bool, course: Course) -> None:
    """Check that four sets are enough; and that some yaku do not come alone."""
    names = set(yaku)
    runs = max((_RUNS.get(code, 0) for code in yaku), default=0)
    if "iipeikou" in names and {"sanshoku", "ittsuu"} & names:
        runs = 4
    honours = len(_DRAGONS & names) + (bool(_WINDS & names) if course.double_wind else len(_WINDS & names))
    of_numbers = 3 if "sanshoku_doukou" in names else 0
    triplets = max(honours + of_numbers, max((_TRIPLETS.get(code, 0) for code in yaku), default=0))
    if runs + triplets > 4:
        of_sets = [code for code in yaku if code in _ALL_SETS]
        raise _impossible(_("%(yaku)s cannot occur together."), yaku=names_of(of_sets))
    for wrong, text in _incomplete(names, is_open=is_open, course=course):
        if wrong:
            raise _impossible(text)


def _incomplete(names: set[str], *, is_open: bool, course: Course) -> Iterator[tuple[bool, str]]:
    dragons = len(_DRAGONS & names)
    yield dragons == 3, _("Three triplets of dragons are a yakuman, daisangen.")
    yield (
        "shousangen" in names and dragons != 2,
        _("Shousangen has two triplets of dragons: please choose both."),
    )
    yield (
        "honroutou" in names and not {"toitoi", "chiitoitsu"} & names,
        _("Honroutou always comes with toitoi or chiitoitsu: please choose it too."),
    )
    is_concealed = "toitoi" in names and not is_open
    yield (
        is_concealed and course.tsumo,
        _("A concealed toitoi won by tsumo is a yakuman, suuankou."),
    )
    yield (
        is_concealed and "sanankou" not in names,
        _("A concealed hand of all triplets also has three concealed triplets: please choose them."),
    )


def _check_bonuses(book: Rulebook, told: Details, yaku: list[str]) -> None:
    known = bonuses_of(book)
    for code, number in told.dora:
        if not number:
            continue
        if code not in known:
            raise _impossible(_("By this rulebook no hand has %(yaku)s."), "dora", yaku=_term(code))
        red = book.bonus.red_fives
        if code == "red_dora" and red is UNSET:
            raise NeedsEventSetting(["bonus.red_fives"])
        if code == "ura_dora" and book.bonus.ura is UNSET:
            raise NeedsEventSetting(["bonus.ura"])
        most = {"red_dora": red if isinstance(red, int) else 0, "kita": 4}.get(code, MOST_DORA)
        if number > most:
            text = _("%(yaku)s: at most %(most)s in a hand, not %(number)s.")
            raise _impossible(text, "dora", yaku=_term(code), most=most, number=number)
        if code == "ura_dora" and not {"riichi", "double_riichi"} & set(yaku):
            raise _impossible(_("Ura dora count only after riichi."), "dora")
    is_alone = "renhou" in yaku and book.yaku.renhou == "mangan_alternative"
    if is_alone and (len(yaku) > 1 or told.dora):
        raise _impossible(_("By this rulebook, nothing is added to %(yaku)s."), yaku=_term("renhou"))


def check_beside_yakuman(told: Details) -> None:
    """Refuse yaku and dora that do not count beside a yakuman."""
    if told.yaku or any(number for _code, number in told.dora):
        raise _impossible(_("A yakuman counts no other yaku and no dora."))


def _impossible(text: str, field: str = "yaku", **parts: object) -> YakuRefused:
    return YakuRefused("no_such_hand", Sentence(text, parts), field)
