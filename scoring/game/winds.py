"""Which wind a seat has in a hand: the dealer of that hand is East, whoever dealt first.

Seats are numbered in turn order from the first dealer (起家), and keep their numbers all game long; winds pass on.
"""


def current_wind(seat: int, dealer: int, players: int) -> int:
    """The wind of a seat while `dealer` deals: 0 East, 1 South, 2 West, 3 North.

    >>> [current_wind(seat, dealer=2, players=4) for seat in range(4)]
    [2, 3, 0, 1]
    """
    return (seat - dealer) % players


def current_winds(dealer: int, players: int) -> tuple[int, ...]:
    """The winds of all seats, by seat; at a table of three nobody is North.

    >>> current_winds(dealer=2, players=3)
    (1, 2, 0)
    """
    return tuple(current_wind(seat, dealer, players) for seat in range(players))


def seat_of_wind(wind: int, dealer: int, players: int) -> int:
    """The seat that has this wind while `dealer` deals.

    >>> seat_of_wind(3, dealer=2, players=4)
    1
    """
    return (dealer + wind) % players
