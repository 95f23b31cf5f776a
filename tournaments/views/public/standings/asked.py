"""What is asked of the standings by the words behind the question mark of their address."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import QueryDict

from tournaments.standings.stages.published_rows import PublishedRow

LONGEST = 60
_MOST_DIGITS = 6


class Asked(NamedTuple):
    """`start` is the row with which a part begins, as typed; `query` and the others name who is shown: by a name or
    number, a team's id, a club's name, a country's code. `after` is the number of a round; None: as published.
    """

    start: str = ""
    query: str = ""
    team: str = ""
    club: str = ""
    country: str = ""
    after: int | None = None

    @classmethod
    def of(cls, words: QueryDict | Mapping[str, str], last_round: int | None) -> "Asked":
        """Read an address; what is no round of the stage is none. After the last round they are as published."""
        after = _number(words.get("after", ""))
        if not 0 < after < (last_round or 0):
            after = 0
        query, team, club, country = (
            " ".join(words.get(name, "").split())[:LONGEST] for name in ("q", "team", "club", "country")
        )
        start = words.get("from", "") if not after else ""
        return cls(start, query, team, club, country, after or None)

    @property
    def is_filtered(self) -> bool:
        return any((self.query, self.team, self.club, self.country))

    @property
    def kept_query(self) -> str:
        """What the address of this round has behind the question mark; of the current standings it has nothing."""
        return f"after={self.after}" if self.after else ""

    @property
    def without_filter(self) -> str:
        """The address of everybody, after the same round."""
        return f"?{urlencode({'after': self.after})}" if self.after else "?"

    def shows(self, row: PublishedRow) -> bool:
        wanted = self.query.casefold()
        return (
            (not self.team or str(row.team_id) == self.team)
            and (not self.club or row.club_name == self.club)
            and (not self.country or row.country == self.country)
            and (
                not wanted
                or str(row.number) == wanted
                or any(
                    wanted in text.casefold()
                    for text in (row.player_name, row.team_name or "", row.club_name or "")
                )
            )
        )


class Choices(NamedTuple):
    """By what rows can be chosen: each value with its name. What all rows agree in is no choice."""

    teams: Sequence[tuple[str, str]] = ()
    clubs: Sequence[tuple[str, str]] = ()
    countries: Sequence[tuple[str, str]] = ()

    @classmethod
    def among(cls, rows: Sequence[PublishedRow]) -> "Choices":
        teams = {str(row.team_id): row.team_name or "" for row in rows if row.team_id is not None}
        clubs = {row.club_name: row.club_name for row in rows if row.club_name}
        countries = {row.country: row.country for row in rows if row.country}
        return cls(*map(_in_order, (teams, clubs, countries)))


def _in_order(names: Mapping[str, str]) -> list[tuple[str, str]]:
    found: Iterable[tuple[str, str]] = names.items()
    return sorted(found, key=lambda one: one[1].casefold()) if len(names) > 1 else []


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else 0
