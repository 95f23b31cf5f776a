"""Scores of each seat derived from the table's report, and penalties."""

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby, islice, repeat
from operator import itemgetter
from typing import Any

from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.errors import ScoringError
from scoring.result.many_results import Column, Settler
from scoring.standing.ranking import is_last
from tournaments.models import Penalty, Score, TableFormat, Tournament
from tournaments.models.events import Event
from tournaments.models.play.events import OfAPenalty
from tournaments.models.play.triggers import GAME_COUNTS
from tournaments.standings import PLACES
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differing, differs, is_about
from tournaments.verification.pages import Numbers, Pages
from tournaments.verification.people import People
from tournaments.verification.reading import each
from tournaments.verification.results import (
    FIRST_CHOMBO,
    FIRST_POINTS,
    IMBALANCE,
    LEFTOVER,
    LIVE,
    Results,
    Sheet,
)
from tournaments.verification.rows import Raw, Row, chunks, cut, near

COLUMNS = (
    "sheet_id",
    "seat_id",
    "entry_id",
    "stage_id",
    Raw("counts"),
    "points",
    "place",
    "base",
    "uma",
    "oka",
    "leftover",
    "chombo",
    "total",
)
ABOUT = ("entry_id", "team_id", "stage_id", "amount", "given_for", "kind")
# The kind of penalty that each kind of entry imposes.
IMPOSED_BY = {
    event.kind: event.imposes.name
    for event in Event.events.values()
    if issubclass(event, OfAPenalty) and event.imposes
}
# Positions in `COLUMNS`; the result, in the format of `Settler.columns`, begins with the points.
SHEET, ENTRY, STAGE, COUNTS, POINTS, PLACE, CHOMBO, TOTAL = 0, 2, 3, 4, 5, 6, 11, 12
# Sheets compared at a time.
BATCH = 4_000


class Settling:
    """Settles sheets from the ledger by the tournament's rulebooks."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.settlers: dict[int, Settler] = {}

    def __call__(self, sheet: Sheet) -> tuple[Column, ...]:
        """Return points, place, base, uma, oka, leftover, chombo and total by seat, as `Settler.columns` does."""
        players, figures = len(sheet.entries), sheet.figures
        settler = self.settlers.get(players) or self._settler(players)
        return settler.columns(
            figures[FIRST_POINTS : FIRST_POINTS + players],
            leftover=figures[LEFTOVER],
            chombo=figures[FIRST_CHOMBO : FIRST_CHOMBO + players],
            imbalance=figures[IMBALANCE],
        )

    def _settler(self, players: int) -> Settler:
        try:
            rulebook = self.tournament.rulebook_for(players)
        except TableFormat.DoesNotExist as error:
            why = _("There is no rulebook for tables of %(players)s.") % {"players": players}
            raise ScoringError("no_rulebook_for_size", why) from error
        settler = self.settlers[players] = Settler(rulebook)
        return settler


@dataclass
class Sum:
    """An entry's sums of counting scores, in the fields of `Tally`."""

    games: int = 0
    places: list[int] = field(default_factory=lambda: [0] * len(PLACES))
    lasts: int = 0
    points: int = 0
    chombo: int = 0
    total: int = 0
    best: int | None = None
    worst: int | None = None

    def add(self, scores: Sequence[Row], of_three: Collection[Any]) -> None:
        """Add these scores; `of_three` are the sheets of tables of three."""
        columns = list(zip(*scores, strict=True))
        points, places, chombo, totals = columns[POINTS], columns[PLACE], columns[CHOMBO], columns[TOTAL]
        self.games += len(scores)
        self.places = [count + places.count(place) for place, count in enumerate(self.places, 1)]
        sizes = [3 if sheet in of_three else 4 for sheet in columns[SHEET]]
        self.lasts += sum(map(is_last, places, sizes))
        self.points += sum(points)
        self.chombo += sum(chombo)
        self.total += sum(totals)
        self.best = max(totals) if self.best is None else max(self.best, *totals)
        self.worst = min(totals) if self.worst is None else min(self.worst, *totals)

    def columns(self) -> dict[str, Any]:
        names = ("games", "lasts", "points", "chombo", "total", "best", "worst")
        return {name: getattr(self, name) for name in names} | dict(zip(PLACES, self.places, strict=True))


class Scores:
    """Check that every live sheet has exactly the scores given by the rulebook, and other sheets have none.

    Compares `BATCH` sheets at a time as a whole, and one by one only if a batch differs.
    """

    about = Score

    kinds: Mapping[str, Callable[[Entry], None]] = {}

    def __init__(self, results: Results, people: People) -> None:
        self.results, self.people = results, people
        # Set by `findings`: counting scores, by stage and entry.
        self.counted: defaultdict[tuple[int, int], Sum] = defaultdict(Sum)
        # The number of tables in each shard of a stage that have reported, by the ledger, without unranked ones.
        self.reported: Counter[Any] = Counter()
        # Live sheets refused by the rulebook.
        self.refused: dict[Any, ScoringError] = {}
        self.unrecorded: set[str] = set()

    def sums(self, stage: int) -> dict[int, dict[str, Any]]:
        """Return each entry's sums of counting scores of a stage, for `tally`."""
        return {
            entry: counted.columns() for (where, entry), counted in self.counted.items() if where == stage
        }

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        settled = Settling(tournament)
        waiting: deque[dict[int, Sheet]] = deque()
        for scores in cut(self._stored(tournament), self._ends(waiting)):
            yield from self._of_batch(waiting.popleft() if waiting else {}, scores, settled)
        # A forged entry may give a sheet any id.
        strange = {pk: sheet for pk, sheet in self.results.sheets.others.items() if sheet.status in LIVE}
        yield from self._of_batch(strange, [], settled)

    def _ends(self, waiting: deque[dict[int, Sheet]]) -> Iterator[int]:
        """Queue live sheets for comparison, `BATCH` at a time, and yield the id of each batch's last one."""
        live = ((pk, sheet) for pk, sheet in self.results.sheets.numbered() if sheet.status in LIVE)
        while batch := dict(islice(live, BATCH)):
            waiting.append(batch)
            yield max(batch)

    def _stored(self, tournament: Tournament) -> Iterator[list[Row]]:
        """Yield every score of the tournament's stages, ordered by sheet, in chunks.

        If the tournament's rows are contiguous, they are read in sheet index order; scores of foreign sheets, which
        no action can have written, come at the end.
        """
        # A score moved to a stage of another tournament is missing here.
        stages = list(tournament.stages.values_list("pk", flat=True))
        scores, ends = Score.objects.filter(stage__in=stages), self.results.ends
        if not ends or not self.results.rounds.is_dense:
            yield from chunks(scores.order_by("sheet_id", "seat_id").values_list(*COLUMNS))
            return
        # A sum is in no index, which keeps the database from using the index of stages.
        those = near(Score.objects.alias(of=F("stage_id") + 0).filter(of__in=stages), "sheet", ends)
        read = 0
        for chunk in chunks(those.order_by("sheet_id", "seat_id").values_list(*COLUMNS)):
            read += len(chunk)
            yield chunk
        if read != scores.count():
            elsewhere = scores.filter(Q(sheet__lt=ends[0]) | Q(sheet__gt=ends[1]))
            yield from chunks(elsewhere.order_by("sheet_id", "seat_id").values_list(*COLUMNS))

    def _of_batch(
        self, batch: Mapping[Any, Sheet], scores: Sequence[Row], settled: Settling
    ) -> Iterator[Found]:
        """Compare these sheets with these scores; other sheets must have none."""
        self._count(scores, batch)
        expected = {pk: self._expected(pk, sheet, settled) for pk, sheet in batch.items()}
        is_sound = self.refused.keys().isdisjoint(batch) and self.results.edited.isdisjoint(batch)
        if is_sound and list(chain.from_iterable(expected.values())) == scores:
            return
        stored = {sheet: list(group) for sheet, group in groupby(scores, key=itemgetter(SHEET))}
        for sheet, rows in stored.items():
            if sheet not in expected and (sheet in self.results.sheets or any(row[COUNTS] for row in rows)):
                yield (
                    None,
                    _("Scores of sheet %(sheet)s count although it is not confirmed.") % {"sheet": sheet},
                )
        for pk, rows in expected.items():
            yield from self._of_sheet(pk, batch[pk].status, stored.get(pk, []), rows)

    def _count(self, scores: Iterable[Row], batch: Mapping[Any, Sheet]) -> None:
        """Add up the counting scores, whatever the ledger says about their sheet."""
        counted = defaultdict(list)
        for score in scores:
            if score[COUNTS]:
                counted[score[STAGE], score[ENTRY]].append(score)
        # At tables of three, third place is the last.
        sheets = {score[SHEET] for score in chain.from_iterable(counted.values())}
        known = ((pk, batch.get(pk) or self.results.sheets.get(pk)) for pk in sheets)
        of_three = {pk for pk, sheet in known if sheet is not None and sheet.players == 3}
        for key, rows in counted.items():
            self.counted[key].add(rows, of_three)

    def _expected(self, sheet: Any, recorded: Sheet, settled: Settling) -> list[Row]:
        """Return the scores a live sheet must have, by seat; none if the rulebook refuses it."""
        table = self.results.rounds.seated.get(recorded.figures[0])
        stage = table.stage_id if table else None
        is_unranked = recorded.figures[0] in self.results.rounds.unranked
        if table and not is_unranked:
            self.reported[stage, recorded.figures[0] % GAME_COUNTS] += 1
        try:
            shares = settled(recorded)
        except ScoringError as error:
            self.refused[sheet] = error
            return []
        seats = recorded.seats or (table.seats if table else ())
        if len(seats) != recorded.players:
            # Matches no score.
            seats = (None,) * recorded.players
        counts = recorded.status == "confirmed" and not is_unranked
        entries = map(self.people.counts_for, recorded.entries)
        return list(zip(repeat(sheet), seats, entries, repeat(stage), repeat(counts), *shares))

    def _of_sheet(self, sheet: Any, status: str, stored: list[Row], expected: list[Row]) -> Iterator[Found]:
        about = {"sheet": sheet}
        if sheet in self.refused:
            message = _("Sheet %(sheet)s is confirmed, but the rulebook refuses it: %(why)s")
            yield None, message % {**about, "why": self.refused[sheet].message}
        elif _is_same(stored, expected) and sheet not in self.results.edited:
            return
        elif status != "confirmed" and any(row[COUNTS] for row in stored):
            yield None, _("Scores of sheet %(sheet)s count although it is not confirmed.") % about
        else:
            yield None, _("The scores of sheet %(sheet)s differ from what the rulebook gives.") % about


def _is_same(stored: list[Row], expected: list[Row]) -> bool:
    """Whether the scores are the same, regardless of players."""
    return (
        len(stored) == len(expected)
        and all(row in stored for row in expected)
        and all(row in expected for row in stored)
    )


class Penalties:
    """Check that every penalty was imposed on this entry or team, for this reason, and lifted only by an entry."""

    about = Penalty

    def __init__(self) -> None:
        self.imposed: Pages[Entry] = Pages(Entry)
        self.lifted: Pages[Entry] = Pages(Entry)
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        """Every kind about a penalty: what does not lift one imposes one."""
        return {
            event.kind: self._impose if event.imposes else self._lift
            for event in Event.events.values()
            if issubclass(event, OfAPenalty)
        }

    def _impose(self, entry: Entry) -> None:
        self.imposed[entry.payload["penalty"]] = entry

    def _lift(self, entry: Entry) -> None:
        self.lifted[entry.payload["penalty"]] = entry

    def standing(self) -> list[Mapping[str, Any]]:
        """Return the penalties in force at the entry read last."""
        return [entry.payload for pk, entry in self.imposed.in_order() if pk not in self.lifted]

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        here = Numbers()
        yield from each(Penalty.objects.filter(stage__tournament=tournament), self._of_penalty, here)
        for pk in self.imposed.missing_from(here):
            yield self.imposed[pk].seq, _("the penalty that was imposed here is gone.")

    def _of_penalty(self, penalty: Penalty) -> Iterator[Found]:
        about = {"penalty": penalty.pk}
        imposed, lifted = self.imposed.get(penalty.pk), self.lifted.get(penalty.pk)
        if imposed is None:
            yield None, _("There is penalty %(penalty)s, but no action imposed it.") % about
            return
        recorded = [imposed.payload.get(name) for name in ("entry", "team", "stage", "amount")]
        # Entries from before rules imposed scores have no `given_for`.
        recorded.append(imposed.payload.get("given_for", ""))
        recorded.append(IMPOSED_BY[imposed.kind])
        if differing(ABOUT, [getattr(penalty, name) for name in ABOUT], recorded):
            yield imposed.seq, _("penalty %(penalty)s now applies to someone or something else.") % about
        if (penalty.lifted_at is not None) != (lifted is not None):
            message = _("penalty %(penalty)s is lifted in one place but not in the other.")
            yield (lifted or imposed).seq, message % about
            return
        should = {
            "round_id": penalty.round_id == imposed.payload.get("round"),
            "reason": penalty.reason == imposed.payload.get("reason"),
            "imposed_by_id": penalty.imposed_by_id == imposed.user,
            "imposed_at": is_about(penalty.imposed_at, imposed.at),
            "lift_reason": penalty.lift_reason == (lifted.payload.get("reason") if lifted else ""),
            "lifted_by_id": penalty.lifted_by_id == (lifted.user if lifted else None),
            "lifted_at": is_about(penalty.lifted_at, lifted.at if lifted else None),
        }
        columns = [name for name, is_so in should.items() if not is_so]
        yield from differs(pgettext("record", "penalty %(penalty)s") % about, columns, imposed.seq)
