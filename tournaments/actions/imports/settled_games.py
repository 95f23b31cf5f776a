"""Settle a game of a file by the tournament's rulebook and compare it with the file's results."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.doubts.results import impossible, strange
from scoring.errors import ScoringError
from scoring.result.formatting import show_points
from scoring.result.from_totals import points_of_totals
from scoring.result.point_step import HUNDRED, point_step
from scoring.result.result import Result, settle
from scoring.rulebook.rulebook import Rulebook
from tournaments.actions.imports.results_file import Game, Unbalanced
from tournaments.actions.play.scoresheets.reporting import Figures
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
    """Settle one game; refusals and differences are added to the findings."""
    try:
        game = _with_points(game, rulebook)
    except ScoringError as error:
        words = in_words(error, rulebook, points=[], leftover=game.leftover, imbalance=0)
        sheet.findings.append(Finding(game.line, error.code, words, "total"))
        return None
    if not game.has_points:
        message = _(
            "The points of game %(game)s cannot be derived from its totals by this rulebook. Please add a "
            "column “points” with the final points at the table."
        )
        sheet.findings.append(
            Finding(game.line, "points_do_not_follow", message % {"game": game.name}, "total")
        )
        return None
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
            "The points of game %(game)s add up to %(found)s, not %(expected)s. If that is correct, give "
            "the reason in the column “imbalance_reason”."
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
    _compare(game, rulebook, result, sheet)
    return SettledGame(game, figures, result)


def _with_points(game: Game, rulebook: Rulebook) -> Game:
    """Return the game with points that are given only by totals, or in hundreds, filled in."""
    if game.has_points:
        return _in_full(game, rulebook)
    totals = [_in_units(seat.total, rulebook) for seat in game.seats]
    known = [total for total in totals if total is not None]
    places = [seat.place for seat in game.seats]
    ranked = [place for place in places if place is not None]
    if len(known) < len(totals) or 0 < len(ranked) < len(places):
        return game
    points = points_of_totals(
        rulebook,
        known,
        places=ranked or None,
        chombo=[seat.chombo for seat in game.seats],
        leftover=game.leftover,
    )
    return game if points is None else _of_points(game, points)


def _in_full(game: Game, rulebook: Rulebook) -> Game:
    """Expand points written in hundreds (319 for 31,900), if only that gives the starting total."""
    start = rulebook.table.starting_points
    if not isinstance(start, int) or point_step(rulebook) != HUNDRED:
        return game
    expected, found = rulebook.table.players * start, sum(game.points)
    if found + game.leftover == expected:
        return game
    if HUNDRED * found + game.leftover == expected:
        return _of_points(game, [HUNDRED * one for one in game.points])
    return game


def _of_points(game: Game, points: Sequence[int]) -> Game:
    seats = tuple(replace(seat, points=one) for seat, one in zip(game.seats, points, strict=True))
    return replace(game, seats=seats)


def _in_units(total: Fraction | None, rulebook: Rulebook) -> int | None:
    """Return a total of a file in the rulebook's unit, rounding spreadsheet inaccuracies."""
    return None if total is None else round(total * rulebook.units_per_point)


def _note_doubts(game: Game, rulebook: Rulebook, figures: Figures, sheet: Sheet) -> None:
    """Report impossible final points as errors and unlikely ones as warnings."""
    wrong = impossible(rulebook, figures.points, figures.chombo)
    doubts = wrong or strange(rulebook, figures.points, figures.chombo)
    for doubt, words in zip(doubts, doubts_in_words(doubts), strict=True):
        sheet.findings.append(Finding(game.line, doubt.code, words, doubt.fields[0], is_error=bool(wrong)))


def _compare(game: Game, rulebook: Rulebook, result: Result, sheet: Sheet) -> None:
    """Report where the file's results differ from the rulebook's."""
    for line, share in zip(game.seats, result.seats, strict=True):
        if line.place is not None and line.place != share.place:
            message = _("By the rulebook, %(player)s is in place %(ours)s; the file says %(theirs)s.")
            message %= {"player": line.player, "ours": share.place, "theirs": line.place}
            sheet.findings.append(Finding(line.line, "another_place", message, "place"))
        if line.total is not None and _in_units(line.total, rulebook) != share.total:
            message = _("By the rulebook, the total of %(player)s is %(ours)s; the file says %(theirs)s.")
            ours = show_points(share.total, result.units_per_point)
            message %= {
                "player": line.player,
                "ours": ours,
                "theirs": show_points(_in_units(line.total, rulebook) or 0, result.units_per_point),
            }
            sheet.findings.append(Finding(line.line, "another_total", message, "total"))
