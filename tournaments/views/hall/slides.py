"""What the screens of a hall show, cut into pages of as many rows as fit."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar, cast

from django.db.models import QuerySet
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.standing.shown_totals import Column
from tournaments.models import (
    Announcement,
    Publication,
    Round,
    Scoresheet,
    Standing,
    TeamStanding,
    Tournament,
)
from tournaments.models.play.table_cards import CardSeat, TableCard, cards_of
from tournaments.standings.in_play.live_totals import LiveGame, LiveRow, LiveTeam, live_games, live_standings
from tournaments.standings.lately import Lately, ranks_moved, stage_lately
from tournaments.standings.lines import (
    NO_LINES,
    Place,
    StageLines,
    leads_on,
    lines_of,
    places_of,
    with_names,
)
from tournaments.standings.stages.cuts import Line
from tournaments.views.public.clock_faces import (
    Beginning,
    ClockFace,
    NowAnnotation,
    RoundWithNow,
    beginning_of,
    face_of,
    faces_of_tables,
    with_clock,
)
from web.charts.svg import percent

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

# Rows of one of two columns: the most that can be read from the back of a hall; fewer are shown larger.
FEWEST_ROWS, MOST_ROWS, COLUMNS = 5, 16, 2
# Bars of teams have the whole width.
TEAMS = 12
CARDS = 8
# How many of a player's latest places are shown, where players have no team.
PLACES = 3
NEWS, CLOCKS = 3, 6
# The tables that still play are told by number as long as these fit on two lines.
PLAYING = 40
# Of those who are tied at tables so many tables are told; all are on the page of the standings.
TIES = 3

T = TypeVar("T")


@dataclass(frozen=True)
class Slide:
    """One page of a screen. `key` names it for a script that has to find it again after something changed."""

    kind: str
    title: str
    part: int
    parts: int
    rows: Sequence[Any]
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        return f"{self.kind}-{self.part}"

    @property
    def template(self) -> str:
        return f"hall/_{self.kind}.html"

    @property
    def rows_a_column(self) -> int:
        """As many rows as each of two columns has."""
        return max(FEWEST_ROWS, -(-len(self.rows) // COLUMNS))


class PlayerRow(NamedTuple):
    """A player in the standings, with what the last round brought and the latest places."""

    row: Standing
    lately: Lately

    @property
    def places(self) -> Sequence[int]:
        return self.lately.places[-PLACES:]


class TeamBar(NamedTuple):
    """A team with the bar of its total: from where and how wide, as shares of the room for all bars. `moved` is by
    how many ranks.
    """

    row: TeamStanding
    at: str
    width: str
    moved: int | None


AnnouncementWithNow: TypeAlias = "WithAnnotations[Announcement, NowAnnotation]"


class Screen:
    """A tournament as its hall sees it now."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        rounds = with_clock(Round.objects.published().select_related("stage"))
        self.rounds = list(rounds.filter(stage__tournament=tournament).order_by("stage__ordinal", "number"))
        self._cards: dict[int, list[TableCard]] = {}

    @property
    def in_play(self) -> "RoundWithNow | None":
        """The round that is played, the last one started if there are several."""
        return next((one for one in reversed(self.rounds) if one.status == Round.Status.STARTED), None)

    @property
    def next_round(self) -> "RoundWithNow | None":
        """The next round, once everybody may see it."""
        return next((one for one in self.rounds if one.status == Round.Status.PUBLISHED), None)

    @property
    def last(self) -> Round | None:
        """The last round that was played to its end."""
        return next((one for one in reversed(self.rounds) if one.status == Round.Status.CLOSED), None)

    @property
    def clock(self) -> ClockFace | None:
        return face_of(self.in_play, self.in_play.now) if self.in_play else None

    @property
    def begins(self) -> Beginning | None:
        """When the next round begins, while none is played."""
        upcoming = self.next_round
        return beginning_of(upcoming, upcoming.now) if upcoming and not self.in_play else None

    def choice(self) -> list[str]:
        """What matters now, first of all: where people sit next; how the round goes; after it, who leads."""
        if self.in_play is not None and not self._is_decided(self.in_play):
            return ["news", *self._how_far(self.in_play), "results", "teams", "standings"]
        if self.next_round is not None:
            return ["news", "names", "tables", "teams", "standings"]
        return ["news", "teams", "standings", "results"]

    def _how_far(self, in_play: Round) -> list[str]:
        """The clock of the round; without one people look for their seats, until a table has reported."""
        if self.clock:
            return ["clock"]
        return [] if any(card.sheet for card in self.cards(in_play)) else ["names"]

    def slides(self, kinds: Iterable[str]) -> list[Slide]:
        """The pages of these kinds, one after the other; what has nothing to show is left out."""
        makers: dict[str, Callable[[], list[Slide]]] = {
            "names": self._names,
            "tables": self._tables,
            "clock": self._clock,
            "results": self._results,
            "teams": self._teams,
            "standings": self._standings,
            "live": self._live,
            "news": self._news,
        }
        return [slide for kind in kinds for slide in makers[kind]()]

    def cards(self, round_: Round) -> list[TableCard]:
        if round_.pk not in self._cards:
            self._cards[round_.pk] = cards_of(round_)
        return self._cards[round_.pk]

    def _is_decided(self, round_: Round) -> bool:
        return all(
            card.sheet is not None and card.sheet.status == Scoresheet.Status.CONFIRMED
            for card in self.cards(round_)
        )

    def _next(self) -> Round | None:
        """The round for which people look for their seats."""
        in_play = self.in_play
        if in_play is not None and (self.next_round is None or not self._is_decided(in_play)):
            return in_play
        return self.next_round

    def _names(self) -> list[Slide]:
        round_ = self._next()
        if round_ is None:
            return []
        seats: list[tuple[CardSeat, TableCard]] = [
            (seat, card) for card in self.cards(round_) for seat in card.seats
        ]
        seats.sort(key=lambda pair: _by_name(pair[0]))
        title = _("%(round)s: find your table") % {"round": round_}
        return _cut("names", title, seats, MOST_ROWS * COLUMNS)

    def _tables(self) -> list[Slide]:
        round_ = self._next()
        if round_ is None:
            return []
        return _cut(
            "tables", pgettext("heading", "%(round)s: tables") % {"round": round_}, self.cards(round_), CARDS
        )

    def _clock(self) -> list[Slide]:
        clock, round_ = self.clock, self.in_play
        if clock is None or round_ is None:
            return []
        own = faces_of_tables(round_, clock)[:CLOCKS]
        cards = self.cards(round_)
        playing = [card.number for card in cards if card.sheet is None]
        more = {
            "clock": clock,
            "all": len(cards),
            "done": len(cards) - len(playing),
            "playing": len(playing),
            "numbers": playing if len(playing) <= PLAYING else [],
            "next_round": self.next_round,
        }
        return [Slide("clock", str(round_), 1, 1, own, more)]

    def _results(self) -> list[Slide]:
        round_ = self.in_play or self.last
        if round_ is None:
            return []
        cards = self.cards(round_)
        done = sum(card.sheet is not None for card in cards)
        title = _("%(round)s: %(done)s of %(all)s tables have reported") % {
            "round": round_,
            "done": done,
            "all": len(cards),
        }
        # Who has not reported yet comes last: what is new is seen first.
        cards = [card.by_place() for card in sorted(cards, key=lambda card: card.sheet is None)]
        return _cut("results", title, cards, CARDS, {"units": self._units})

    @cached_property
    def _published(self) -> Publication | None:
        """The standings of the last stage that has games."""
        found = Publication.objects.filter(stage__tournament=self.tournament, games_counted__gt=0)
        found = found.annotate(leads_on=leads_on("stage"))
        found = found.select_related("stage__counting", "stage__tournament")
        return found.order_by("stage__ordinal").last()

    @cached_property
    def _players(self) -> list[Standing]:
        assert self._published is not None
        rows = Standing.objects.filter(stage=self._published.pk).select_related(
            "entry__player", "entry__team"
        )
        return list(rows.order_by("position"))

    @cached_property
    def _of_teams(self) -> list[TeamStanding]:
        assert self._published is not None
        rows = TeamStanding.objects.filter(stage=self._published.pk).select_related("team")
        return list(rows.order_by("position"))

    @cached_property
    def _lines(self) -> StageLines:
        """Who goes on from there. Looked for where standings are shown, only there."""
        if self._published is None or not getattr(self._published, "leads_on", False):
            return NO_LINES
        teams = [Place.of(row.team_id, row) for row in self._of_teams]
        return lines_of(self._published.stage, places_of(self._players), teams)

    def _standings(self) -> list[Slide]:
        if self._published is None:
            return []
        lately = stage_lately(self._published, self._players)
        title = self._after(lately.round)
        more = self._beside(self._lines.of_players, of_teams=False)
        more["column"] = Column.of(self._units, [row.total for row in self._players])
        rows = [PlayerRow(row, lately.players[row.entry_id]) for row in self._players]
        return _cut("standings", self._of_stage(title), rows, MOST_ROWS * COLUMNS, more)

    def _teams(self) -> list[Slide]:
        if self._published is None:
            return []
        title, more = pgettext("heading", "Teams"), self._beside(self._lines.of_teams, of_teams=True)
        more["column"] = Column.of(self._units, [row.total for row in self._of_teams])
        return _cut("teams", self._of_stage(title), _with_bars(self._of_teams), TEAMS, more)

    def _after(self, number: int | None) -> str:
        """The title of standings whose last game is of the round with this number; None without a game."""
        assert self._published is not None
        if number is None:
            return pgettext("heading", "Standings")
        one = self.in_play
        is_in_play = one is not None and (one.stage_id, one.number) == (self._published.stage_id, number)
        if one is not None and is_in_play and not self._is_decided(one):
            return _("Standings in round %(number)s") % {"number": number}
        return _("Standings after round %(number)s") % {"number": number}

    def _beside(self, lines: Sequence[Line], *, of_teams: bool) -> dict[str, Any]:
        """What is shown below the standings of players or teams: their lines, and who is tied there."""
        ties = [one for one in self._lines.ties if one.of_teams == of_teams]
        return {"lines": lines, "ties": with_names(ties[:TIES], self._players, self._of_teams)}

    def _of_stage(self, title: str) -> str:
        """The title, with the name of the stage where there are several."""
        assert self._published is not None
        is_only = len({round_.stage_id for round_ in self.rounds}) < 2
        return title if is_only else f"{title} · {self._published.stage.name}"

    @property
    def _units(self) -> int:
        return self.tournament.rulebook.units_per_point

    @cached_property
    def live_games(self) -> list[LiveGame]:
        """The tables in play of which something is known. Looked for where live totals are shown, only there."""
        return live_games(self.tournament)

    def _live(self) -> list[Slide]:
        slides = []
        for found in live_standings(self.tournament, self.live_games):
            title = pgettext("heading", "Live totals")
            if len({round_.stage_id for round_ in self.rounds}) > 1:
                title = f"{title} · {found.stage.name}"
            units = self._units
            kinds: list[tuple[str, Sequence[LiveRow | LiveTeam]]] = [
                ("live_teams", found.teams),
                ("live", found.rows),
            ]
            for kind, rows in kinds:
                column = Column.of(units, [row.live_total for row in rows])
                slides += _cut(kind, title, rows, MOST_ROWS * COLUMNS, {"units": units, "column": column})
        return slides

    @cached_property
    def news(self) -> "list[AnnouncementWithNow]":
        """The announcements shown now, newest first."""
        rows = Announcement.objects.filter(tournament=self.tournament).standing()
        return list(cast("QuerySet[AnnouncementWithNow]", rows.annotate(now=Now())))

    @property
    def news_change_in(self) -> int | None:
        """Milliseconds until the first of the announcements is over; None if none is within a day."""
        left = min((one.until - one.now for one in self.news if one.until), default=None)
        return None if left is None or left > timedelta(days=1) else int(left / timedelta(milliseconds=1))

    def _news(self) -> list[Slide]:
        return _cut("news", pgettext("heading", "Announcements"), self.news, NEWS)


def _cut(
    kind: str, title: str, rows: Sequence[T], most: int, more: dict[str, Any] | None = None
) -> list[Slide]:
    """As few pages as hold `most` rows each, all of them about as full."""
    pages = -(-len(rows) // most)
    size = -(-len(rows) // pages) if pages else most
    pieces = [rows[start : start + size] for start in range(0, len(rows), size)]
    return [
        Slide(kind, title, number, len(pieces), piece, more or {}) for number, piece in enumerate(pieces, 1)
    ]


def _with_bars(rows: Sequence[TeamStanding]) -> list[TeamBar]:
    """The teams with bars to one scale, of what ranks them: match points, or totals."""
    figures = [row.total if row.match_points is None else row.match_points for row in rows]
    low, high = min(figures, default=0), max(figures, default=0)
    low = min(low, 0)
    room = max(high, 0) - low or 1
    return [
        TeamBar(
            row,
            percent((min(figure, 0) - low) / room),
            percent(abs(figure) / room),
            ranks_moved(row.rank, row.rank_before),
        )
        for row, figure in zip(rows, figures, strict=True)
    ]


def _by_name(seat: CardSeat) -> tuple[str, int]:
    return (seat.reading or seat.name).casefold(), seat.number
