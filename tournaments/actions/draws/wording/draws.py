"""A draw in words: its quality, what could be better or why not, and whether it can be verified."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from tournaments.actions.draws.checks import Verdict
from tournaments.actions.draws.wording.quality import (
    Sentence,
    Tone,
    later_in_words,
    season_in_words,
)
from tournaments.models import Draw

# Remarks about individual meetings and shares, which a season of teams does not report.
NOT_OF_SEASONS = (
    "no_rematches",
    "everybody_meets",
    "rematches_forced",
    "rematches_at_bound",
    "rematches_above_bound",
    "rematches_counted",
)

Method = Draw.Method


# The method's name at tables of three.
BY_STANDING_OF_THREE = gettext_lazy("By standing: 1–3, 4–6, …")


def method_name(method: str, players: int) -> str:
    """Return what a method is called at tables of this size."""
    if method == Method.BY_STANDING and players == 3:
        return str(BY_STANDING_OF_THREE)
    return str(Method(method).label)


def method_in_words(draw: Draw) -> str:
    """Explain a method to a first-time reader. The draw's tournament and its format must be loaded."""
    players = draw.stage.tournament.usual_format.players
    return {
        Method.SCHEDULE: _(
            "All rounds were drawn at once, before the first game: no two players meet twice where that is "
            "possible, and every player gets every wind in turn."
        ),
        Method.SWISS: _(
            "Players of similar rank meet, without rematches where possible. The whole hall is optimized at "
            "once."
        ),
        Method.BY_STANDING: _("Ranks 1–3 at the first table, 4–6 at the second, and so on.")
        if players == 3
        else _("Ranks 1–4 at the first table, 5–8 at the second, and so on."),
        Method.SNAKE: _("By rank across all tables and back, so that the tables are equally strong."),
        Method.INTERVAL: _("Each table has one player from each part of the ranking, at equal distances."),
        Method.RANDOM: _(
            "Seats are drawn at random. Earlier rounds count only for winds and for who sits out."
        ),
        Method.MET_LEAST: _("Players who have met least often meet; ties are broken by lot."),
        Method.TEAMS: _(
            "Four teams meet, or three at tables of three, with one player of each at every table."
        ),
        Method.TEAM_SEASON: _(
            "On each match day, teams meet in fours, or in threes at tables of three, one player of each at "
            "a table; every pair of teams meets equally often. In each team, those who have played least "
            "play."
        ),
        Method.REPAIRED: _(
            "The remaining rounds were repaired with as few changes as possible after a player left or "
            "joined."
        ),
        Method.IMPORTED: _("These rounds were drawn elsewhere and imported from a file."),
    }[Method(draw.method)]


def quality_in_words(quality: Mapping[str, Any]) -> list[Sentence]:
    """Return the report of `seating.quality` as sentences, the most important first."""
    found = [_remark(remark, quality) for remark in quality.get("remarks") or []]
    found += season_in_words(quality.get("season") or {}) + later_in_words(quality.get("later") or {})
    this_round = quality.get("round") or {}
    for remark in this_round.get("remarks") or []:
        found.append(_swiss_remark(remark, this_round))
    cut = quality.get("cut")
    if cut:
        words = _("%(tied)s players share rank %(rank)s; the lot decided which %(through)s of them are in.")
        found.append(Sentence("wait", words % cut))
    if best_teams := quality.get("best_teams"):
        words = _("Only the best teams of the standings play, with all their players: %(teams)s.")
        found.append(Sentence("good", words % {"teams": best_teams}))
    cut_of_teams = quality.get("cut_of_teams")
    if cut_of_teams:
        words = _("%(tied)s teams share rank %(rank)s; the lot decided which %(through)s of them are in.")
        found.append(Sentence("wait", words % cut_of_teams))
    repair = quality.get("repair")
    if repair:
        words = _("%(kept)s of %(intact)s tables without a leaver kept their four players.") % repair
        found.append(Sentence("good" if repair["kept"] == repair["intact"] else "wait", words))
    return [sentence for sentence in found if sentence is not None]


def reasons_in_words(verdict: Verdict) -> list[str]:
    """Return why a draw fails verification; empty if it passes."""
    words = {
        "other_algorithm": _("This draw was not made by this program."),
        "other_version": _(
            "This draw was made by another version, which draws differently. Please check it with that "
            "version."
        ),
        "other_seed": _("The seed does not match the hash stored with the draw."),
        "other_inputs": _("The inputs of the draw (players, standings, wishes) were changed afterwards."),
        "other_draw": _("Repeating the draw gives a different result from the one stored."),
        "other_commitment": _("The seed differs from the one fixed beforehand."),
        "other_ledger": _("The seed differs from the one the ledger fixed when these rounds were drawn."),
        "by_hand": ngettext(
            "At %(count)s table, the seating differs from the draw: it was changed by hand.",
            "At %(count)s tables, the seating differs from the draw: they were changed by hand.",
            len(verdict.differences),
        )
        % {"count": len(verdict.differences)},
        "not_drawn_here": _("These rounds were imported, so they cannot be drawn again here."),
    }
    return [words[reason] for reason in verdict.reasons]


@dataclass(frozen=True)
class Figure:
    """One figure counted over all rounds: here, in another draw, and its lower bound (None: unknown)."""

    name: str
    here: int
    before: int | None
    least: int | None


def figures_of(quality: Mapping[str, Any], before: Mapping[str, Any] | None = None) -> list[Figure]:
    """Return the figures of all rounds so far, beside those of `before`."""
    bounds = {**(quality.get("bounds") or {}), **_counted_bounds(quality)}
    if "season" in quality:
        bounds = {}
    names = [
        ("repeated_pairs", _("Pairs that meet more than once")),
        ("excess_meetings", pgettext("column", "Rematches")),
        ("most_meetings", _("Most meetings of any pair")),
        ("players_off_winds", _("Players whose winds differ by more than one")),
        ("most_table_visits", _("Most games of any player at one table")),
        ("never_met", _("Pairs that never meet")),
    ]
    return [
        Figure(words, quality[name], (before or {}).get(name), bounds.get(name))
        for name, words in names
        if name in quality
    ]


def _counted_bounds(quality: Mapping[str, Any]) -> dict[str, int]:
    """Return the known lower bounds where not everyone plays every round at tables of four."""
    remarks = quality.get("remarks") or []
    found = [remark["bound"] for remark in remarks if remark["code"] == "rematches_counted"]
    return {"excess_meetings": found[0]} if found else {}


def _remark(remark: Mapping[str, Any], quality: Mapping[str, Any]) -> Sentence | None:
    code = remark["code"]
    if "season" in quality and code in NOT_OF_SEASONS:
        return None
    if "later" in quality and code in ("rematches_above_bound", "rematches_counted"):
        return None  # the remark about the later stage is more precise: the earlier rounds are fixed
    sentences: dict[str, tuple[Tone, str]] = {
        "no_rematches": ("good", _("No two players meet twice. This is optimal.")),
        "rematches_at_bound": (
            "good",
            _(
                "There are rematches, but no fewer are possible: these rounds have more meetings than there "
                "are pairs."
            ),
        ),
        "rematches_above_bound": (
            "wait",
            _("There are rematches, %(gap)s more than the theoretical minimum; no better draw is known.")
            % {"gap": remark.get("gap")},
        ),
        "rematches_counted": _counted(remark, is_searched=quality.get("method") == "schedule"),
        "rematches_forced": (
            "plain",
            ngettext(
                "With this many players, at most %(limit)s round can be free of rematches.",
                "With this many players, at most %(limit)s rounds can be free of rematches.",
                remark.get("limit") or 0,
            )
            % {"limit": remark.get("limit")},
        ),
        "everybody_meets": ("plain", _("Every pair of players meets at least once.")),
        "winds_exact": (
            "good",
            _("After every round, each player's winds differ by at most one: perfectly balanced."),
        ),
        "winds_exact_but_north": (
            "good",
            _(
                "After every round, each player's East, South and West differ by at most one; North, which "
                "tables of three do not have, is a quarter of the games at tables of four."
            ),
        ),
        "winds_even_at_end": ("good", _("At the end, each player's winds differ by at most one.")),
        "winds_uneven": (
            "wait",
            ngettext(
                "The winds of %(count)s player differ by more than one.",
                "The winds of %(count)s players differ by more than one.",
                remark.get("players", 0),
            )
            % {"count": remark.get("players", 0)},
        ),
        "tables_at_bound": ("good", _("No player returns to a table more often than needed.")),
        "tables_above_bound": (
            "plain",
            ngettext(
                "Players return to a table %(gap)s time more than needed.",
                "Players return to a table %(gap)s times more than needed.",
                remark.get("gap") or 0,
            )
            % {"gap": remark.get("gap")},
        ),
        "byes_even": ("good", _("Sitting out is shared equally.")),
        "byes_uneven": ("wait", _("Sitting out is not shared equally.")),
        "short_tables_even": ("good", _odd_shares(remark)),
        "short_tables_uneven": ("plain", _odd_shares(remark)),
        "waiting_even": (
            "good",
            _("Waiting first at a table of five is shared equally: between %(fewest)s and %(most)s times.")
            % {"fewest": remark.get("fewest"), "most": remark.get("most")},
        ),
        "waiting_uneven": (
            "plain",
            _(
                "Waiting first at a table of five is not shared equally: between %(fewest)s and %(most)s times."
            )
            % {"fewest": remark.get("fewest"), "most": remark.get("most")},
        ),
        "wishes_kept": ("good", _("All wishes are met.")),
        "wishes_broken": (
            "wait",
            ngettext(
                "%(count)s wish could not be met in all rounds.",
                "%(count)s wishes could not be met in all rounds.",
                remark.get("pairs", 0),
            )
            % {"count": remark.get("pairs", 0)},
        ),
    }
    # A single round by standing is expected to repeat tables, so remarks about them would only confuse.
    if code not in sentences or (code.startswith("tables_") and quality.get("method") != "schedule"):
        return None
    return Sentence(*sentences[code])


def _counted(remark: Mapping[str, Any], *, is_searched: bool) -> tuple[Tone, str]:
    """Describe rematches where not everyone plays every round at tables of four, or where some are kept apart."""
    times, bound, most = remark.get("times", 0), remark.get("bound", 0), remark.get("most", 0)
    count = ngettext("There is %(count)s rematch.", "There are %(count)s rematches.", times)
    words = [count % {"count": times}]
    if times == bound:
        words.append(_("No fewer are possible: players need more opponents than there are."))
    elif bound:
        words.append(_("At least %(bound)s cannot be avoided.") % {"bound": bound})
    if times > bound and is_searched:
        words.append(_("A longer search may find fewer."))
    if most > 2:
        words.append(_("The same two meet up to %(most)s times.") % {"most": most})
    return "good" if times == bound else "wait", " ".join(words)


def _odd_shares(remark: Mapping[str, Any]) -> str:
    """Describe how games at tables of another size, or with substitutes, are shared out."""
    is_even = remark["code"] == "short_tables_even"
    sizes = remark.get("sizes")
    if not sizes:
        return (
            _("Games with substitutes are shared equally.")
            if is_even
            else _("Games with substitutes are not shared equally.")
        )
    if sizes == [3]:
        words = (
            _("Games at tables of three are shared equally: %(fewest)s to %(most)s for each player.")
            if is_even
            else _("Games at tables of three are not shared equally: between %(fewest)s and %(most)s.")
        )
    elif sizes == [5]:
        words = (
            _("Games at tables of five are shared equally: %(fewest)s to %(most)s for each player.")
            if is_even
            else _("Games at tables of five are not shared equally: between %(fewest)s and %(most)s.")
        )
    else:
        words = (
            _("Games at tables of three and five are shared equally: between %(fewest)s and %(most)s.")
            if is_even
            else _(
                "Games at tables of three and five are not shared equally: between %(fewest)s and %(most)s."
            )
        )
    return words % {"fewest": remark.get("fewest"), "most": remark.get("most")}


def _swiss_remark(remark: Mapping[str, Any], this_round: Mapping[str, Any]) -> Sentence | None:
    if remark["code"] == "no_rematches":
        return Sentence("good", _("This round has no rematches."))
    if remark["code"] == "rematches_forced":
        words = ngettext(
            "In this round %(count)s pair meets again; all arrangements were tried, and none avoids "
            "rematches.",
            "In this round %(count)s pairs meet again; all arrangements were tried, and none avoids "
            "rematches.",
            this_round.get("rematches") or 0,
        )
        return Sentence("plain", words % {"count": this_round.get("rematches")})
    if remark["code"] == "rematches_above_bound":
        words = ngettext(
            "In this round %(count)s pair meets again; no arrangement without rematches was found.",
            "In this round %(count)s pairs meet again; no arrangement without rematches was found.",
            this_round.get("rematches") or 0,
        )
        return Sentence("wait", words % {"count": this_round.get("rematches")})
    if remark["code"] == "swiss_may_repeat":
        words = _("From about round %(rounds)s on, Swiss rounds with this many players may need rematches.")
        return Sentence("plain", words % {"rounds": int(remark["safe_rounds"]) + 1})
    return None
