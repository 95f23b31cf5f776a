"""The wind of a seat in a hand: its dealer is East, also if another player was the first dealer.

Seats are numbered in turn order from the first dealer (起家) for the whole game; winds rotate.
"""


def current_wind(seat: int, dealer: int, players: int) -> int:
    """Return the wind of a seat while `dealer` deals: 0 East, 1 South, 2 West, 3 North.

    >>> [current_wind(seat, dealer=2, players=4) for seat in range(4)]
    [2, 3, 0, 1]
    """
    return (seat - dealer) % players


def current_winds(dealer: int, players: int) -> tuple[int, ...]:
    """Return the winds of all seats, by seat; tables of three have no North.

    >>> current_winds(dealer=2, players=3)
    (1, 2, 0)
    """
    return tuple(current_wind(seat, dealer, players) for seat in range(players))


def seat_of_wind(wind: int, dealer: int, players: int) -> int:
    """Return the seat with this wind while `dealer` deals.

    >>> seat_of_wind(3, dealer=2, players=4)
    1
    """
    return (dealer + wind) % players
