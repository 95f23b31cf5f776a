"""Remarks on team seasons and later stages: how even they are, and whether they could be better."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

Tone = Literal["good", "wait", "plain"]


@dataclass(frozen=True)
class Sentence:
    """One remark; `tone` is good if it could not be better."""

    tone: Tone
    words: str


def season_in_words(season: Mapping[str, Any]) -> list[Sentence]:
    return [_of_season(remark, season) for remark in season.get("remarks", [])]


def _of_season(remark: Mapping[str, Any], season: Mapping[str, Any]) -> Sentence:
    values = {"least": remark["least"], "most": remark["most"], "cycle": season["cycle"]}
    sentences: dict[str, tuple[Tone, str]] = {
        "team_pairs_even": (
            "good",
            ngettext(
                "Every pair of teams meets in exactly %(most)s game.",
                "Every pair of teams meets in exactly %(most)s games.",
                remark["most"],
            ),
        ),
        "team_pairs_at_bound": (
            "good",
            _(
                "Each pair of teams meets in %(least)s to %(most)s games: as even as this number of rounds "
                "allows. All are equal after every %(cycle)s rounds."
            ),
        ),
        "team_pairs_uneven": (
            "wait",
            _(
                "Each pair of teams meets in %(least)s to %(most)s games; no more even draw was found. All "
                "can be equal after every %(cycle)s rounds."
            ),
        ),
        "team_games_even": (
            "good",
            ngettext("Every team plays %(most)s game.", "Every team plays %(most)s games.", remark["most"]),
        ),
        "team_games_at_bound": (
            "good",
            ngettext(
                "Each team plays %(least)s to %(most)s game: as even as this number of rounds allows.",
                "Each team plays %(least)s to %(most)s games: as even as this number of rounds allows.",
                remark["most"],
            ),
        ),
        "team_games_uneven": (
            "wait",
            ngettext(
                "Each team plays %(least)s to %(most)s game.",
                "Each team plays %(least)s to %(most)s games.",
                remark["most"],
            ),
        ),
        "line_ups_even": ("good", _("Within each team, all players play equally often.")),
        "line_ups_at_bound": ("good", _("Within each team, players differ by at most one game.")),
        "line_ups_uneven": (
            "wait",
            ngettext(
                "Within a team, players differ by up to %(most)s game.",
                "Within a team, players differ by up to %(most)s games.",
                remark["most"],
            ),
        ),
    }
    tone, words = sentences[remark["code"]]
    return Sentence(tone, words % values)


def later_in_words(later: Mapping[str, Any]) -> list[Sentence]:
    if not later:
        return []
    count, bound = later["rematches"], later["bound"]
    if not count:
        return [Sentence("good", _("In this stage no two players meet again, counting earlier stages."))]
    words = ngettext(
        "In this stage %(count)s meeting is a rematch, counting earlier stages.",
        "In this stage %(count)s meetings are rematches, counting earlier stages.",
        count,
    ) % {"count": count}
    if count == bound:
        return [Sentence("good", words + " " + _("Fewer are impossible: too many players have already met."))]
    why = {
        "counting": _("At least %(bound)s are mathematically unavoidable; no better draw is known."),
        "exhaustive_search": _(
            "All ways to seat one round were tried: each has a rematch, so at least %(bound)s are needed."
        ),
    }.get(later["proof"], _("It is unknown whether fewer are possible."))
    return [Sentence("plain", words + " " + why % {"bound": bound})]
