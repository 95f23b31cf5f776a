"""What a title was won with, as pages show it."""

from fractions import Fraction

from scoring.standing.shown_totals import show_alone
from web.text.figures import in_hundredths, in_tenths, with_minus


def show_value(title: str, value: Fraction, units: int) -> str:
    """A total in points, a rate in tenths of a percent, a mean place in hundredths."""
    if title in ("total", "best_game"):
        return with_minus(show_alone(int(value), units))
    if title == "mean_place":
        return str(in_hundredths(value))
    return f"{in_tenths(value * 100)} %"
