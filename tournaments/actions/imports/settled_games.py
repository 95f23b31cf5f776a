"""A game of a file as the tournament's rulebook settles it, compared with what the file says came out."""

from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.doubts.results import impossible, strange
from scoring.errors import ScoringError
from scoring.result.formatting import show_points
from scoring.result.result import Result, settle
from scoring.rulebook.rulebook import Rulebook
from tournaments.actions.imports.results_file import Game, Unbalanced
from tournaments.actions.play.scoresheets.reported_points import Figures
from tournaments.actions.wording.doubts import in_words as doubts_in_words
from tournaments.actions.wording.rules import in_words
from web.sheets.csv_rows import Finding, Sheet
from web.text.figures import in_figures


@dataclass
class SettledGame:
    game: Game
    figures: Figures
    result: Result


def settle_game(
    game: Game, rulebook: Rulebook, accept_unbalanced: str, sheet: Sheet, unbalanced: list[Unbalanced]
) -> SettledGame | None:
    """Settle one game; what the rules refuse, and what came out differently, is added to the findings."""
    start = rulebook.table.starting_points
    found = sum(game.points)
    expected = rulebook.table.players * start if isinstance(start, int) else found + game.leftover
    imbalance = expected - found - game.leftover
    reason = game.reason or (accept_unbalanced if imbalance else "")
    if found != expected:
        why = reason or (_("Riichi sticks were left on the table.") if not imbalance else "")
        unbalanced.append(Unbalanced(game.name, game.line, found, expected, game.leftover, why))
    if imbalance and not reason:
        message = _(
            "The points of game %(game)s add up to %(found)s, not %(expected)s. If that is what happened, say why in "
            "the column “imbalance_reason”."
        )
        message %= {
            "game": game.name,
            "found": in_figures(found + game.leftover),
            "expected": in_figures(expected),
        }
        sheet.findings.append(Finding(game.line, "unbalanced", message, "imbalance_reason"))
        return None
    figures = Figures(
        points=game.points,
        chombo=[seat.chombo for seat in game.seats],
        leftover=game.leftover,
        imbalance=imbalance,
        imbalance_reason=reason if imbalance else "",
    )
    try:
        result = settle(
            rulebook, figures.points, leftover=figures.leftover, chombo=figures.chombo, imbalance=imbalance
        )
    except ScoringError as error:
        words = in_words(
            error, rulebook, points=figures.points, leftover=figures.leftover, imbalance=imbalance
        )
        sheet.findings.append(Finding(game.line, error.code, words, "points"))
        return None
    _note_doubts(game, rulebook, figures, sheet)
    _compare(game, result, sheet)
    return SettledGame(game, figures, result)


def _note_doubts(game: Game, rulebook: Rulebook, figures: Figures, sheet: Sheet) -> None:
    """Note figures that no game ends with as errors; those that hardly any does as warnings."""
    wrong = impossible(rulebook, figures.points, figures.chombo)
    doubts = wrong or strange(rulebook, figures.points, figures.chombo)
    for doubt, words in zip(doubts, doubts_in_words(doubts), strict=True):
        sheet.findings.append(Finding(game.line, doubt.code, words, doubt.fields[0], is_error=bool(wrong)))


def _compare(game: Game, result: Result, sheet: Sheet) -> None:
    """Note where the file says that something else came out than the rulebook says."""
    for line, share in zip(game.seats, result.seats, strict=True):
        if line.place is not None and line.place != share.place:
            message = _("By the rulebook %(player)s is in place %(ours)s; the file says %(theirs)s.")
            message %= {"player": line.player, "ours": share.place, "theirs": line.place}
            sheet.findings.append(Finding(line.line, "another_place", message, "place"))
        if line.total is not None and line.total != Fraction(share.total, result.units_per_point):
            message = _("By the rulebook the total of %(player)s is %(ours)s; the file says %(theirs)s.")
            ours = show_points(share.total, result.units_per_point)
            message %= {"player": line.player, "ours": ours, "theirs": line.total}
            sheet.findings.append(Finding(line.line, "another_total", message, "total"))
