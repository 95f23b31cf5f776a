"""Numbers as people read them."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache

from django.utils.translation import get_language, pgettext


def minus_sign() -> str:
    """Return the minus sign of the reader's language: ▲ in Japanese."""
    return _minus_sign_in(get_language())


@cache
def _minus_sign_in(_language: str | None) -> str:
    """Cached per language: a page shows hundreds of negative figures."""
    return pgettext("before a negative figure", "−")


def with_minus(figure: str) -> str:
    """Return a figure with the reader's minus sign in place of a hyphen."""
    return minus_sign() + figure[1:] if figure.startswith("-") else figure


def in_figures(points: int) -> str:
    """Format points: grouped, and with the minus sign of `with_minus`.

    >>> in_figures(41_200), in_figures(-25_300)
    ('41,200', '−25,300')
    """
    return with_minus(f"{points:,}")


def in_hundredths(value: Fraction) -> Decimal:
    """Return a rate or an average with two decimals; halves away from zero.

    >>> in_hundredths(Fraction(56, 27)), in_hundredths(Fraction(-1, 8))
    (Decimal('2.07'), Decimal('-0.13'))
    """
    return _rounded(value, "0.01")


def in_tenths(value: Fraction) -> Decimal:
    """Return a rate or an average with one decimal; halves away from zero.

    >>> in_tenths(Fraction(56, 27)), in_tenths(Fraction(-1, 20))
    (Decimal('2.1'), Decimal('-0.1'))
    """
    return _rounded(value, "0.1")


def _rounded(value: Fraction, step: str) -> Decimal:
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return exact.quantize(Decimal(step), ROUND_HALF_UP)


def rank_name(rank: int) -> str:
    """Return an ordinal: 18th.

    >>> [rank_name(rank) for rank in (1, 2, 3, 4, 11, 12, 13, 21, 102, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '102nd', '112th']
    """
    ending = 0 if rank % 100 in (11, 12, 13) else rank % 10
    names = {1: pgettext("rank", "%(n)sst"), 2: pgettext("rank", "%(n)snd"), 3: pgettext("rank", "%(n)srd")}
    return names.get(ending, pgettext("rank", "%(n)sth")) % {"n": rank}
