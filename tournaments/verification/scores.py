"""What follows for each seat from what its table reported, and what referees deduct. Part of `verification`."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.result.many_results import Column, Settler
from tournaments.models import Penalty, Score, TableFormat, Tournament
from tournaments.models.ledger_kinds import Kind
from tournaments.standings import PLACES
from tournaments.verification.results import LIVE, Results, Sheet
from tournaments.verification.rows import Raw, near, raw_rows
from tournaments.verification.told import Entry, Found, differs, is_about, other

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
ABOUT = ("entry_id", "stage_id", "amount")
# The scores of one sheet: for each of `COLUMNS`, one value for each seat.
Columns = tuple[tuple[Any, ...], ...]


class Settling:
    """Settles sheets as the ledger tells of them, by the rulebooks of their tournament."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.settlers: dict[int, Settler] = {}

    def __call__(self, sheet: Sheet) -> tuple[Column, ...]:
        """What `Settler.columns` gives: points, place, base, uma, oka, leftover, chombo and total, by seat."""
        players = sheet.players
        settler = self.settlers.get(players)
        if settler is None:
            try:
                rulebook = self.tournament.rulebook_for(players)
            except TableFormat.DoesNotExist as error:
                why = _("There is no rulebook for tables of %(players)s.") % {"players": players}
                raise ScoringError("no_rulebook_for_size", why) from error
            settler = self.settlers[players] = Settler(rulebook)
        return settler.columns(
            sheet.points, leftover=sheet.leftover, chombo=sheet.chombo, imbalance=sheet.imbalance
        )


class Scores:
    """Every live sheet has exactly the scores that the rulebook gives for it, and no other sheet has any."""

    kinds: Mapping[str, Callable[[Entry], None]] = {}

    def __init__(self, results: Results) -> None:
        self.results = results
        # Filled by `findings`: what counts, by stage and entry.
        self.counted: defaultdict[tuple[int, int], list[tuple[int, ...]]] = defaultdict(list)
        self.unrecorded: set[str] = set()

    def sums(self, stage: int) -> dict[int, dict[str, int]]:
        """What each entry has made of the scores of a stage that count, for `tally`."""
        found = {}
        for (where, entry), rows in self.counted.items():
            if where == stage:
                points, places, chombo, totals = zip(*rows, strict=True)
                found[entry] = {
                    "games": len(rows),
                    "best": max(totals),
                    "worst": min(totals),
                    **{name: places.count(place) for place, name in enumerate(PLACES, 1)},
                    "points": sum(points),
                    "chombo": sum(chombo),
                    "total": sum(totals),
                }
        return found

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        settled = Settling(tournament)
        sheets, status = self.results.sheets, self.results.status
        waiting = {sheet for sheet, now in status.items() if now in LIVE and sheet in sheets}
        # One that was moved to a stage of another tournament is missing here.
        stages = list(tournament.stages.values_list("pk", flat=True))
        for sheet, group in groupby(_scores(stages, self.results.here), key=itemgetter(0)):
            has: Columns = tuple(zip(*group, strict=True))
            self._count(has)
            if sheet not in waiting:
                if any(has[4]) or sheet in sheets:
                    message = _("Scores of sheet %(sheet)s count although it is not confirmed.")
                    yield None, message % {"sheet": sheet}
                continue
            waiting.discard(sheet)
            yield from self._compare(sheet, has, settled)
        for sheet in sorted(waiting):
            yield from self._compare(sheet, (), settled)

    def _count(self, has: Columns) -> None:
        """Remember what is added up of these scores, whatever the ledger says of their sheet."""
        _sheet, _seat, entries, stages, counts, points, places, *_parts, chombo, totals = has
        shares = zip(points, places, chombo, totals, strict=True)
        for stage, entry, is_counted, share in zip(stages, entries, counts, shares, strict=True):
            if is_counted:
                self.counted[stage, entry].append(share)

    def _compare(self, sheet: int, has: Columns, settled: Settling) -> Iterator[Found]:
        told = self.results.sheets[sheet]
        counts = self.results.status[sheet] == "confirmed"
        try:
            shares = settled(told)
        except ScoringError as error:
            message = _("Sheet %(sheet)s is confirmed, but the rulebook refuses it: %(why)s")
            yield None, message % {"sheet": sheet, "why": error.message}
            return
        table = self.results.rounds.seated.get(told.figures[0])
        stage = self.results.rounds.stage_of.get(table.round_id) if table else None
        seats = told.seats or (table.seats if table else ())
        players = told.players
        about = (sheet,) * players, seats, told.entries, (stage,) * players, (counts,) * players
        should = (*about, *shares)
        if (has == should or _rows(has) == _rows(should)) and sheet not in self.results.edited:
            return
        if not counts and has and any(has[4]):
            yield None, _("Scores of sheet %(sheet)s count although it is not confirmed.") % {"sheet": sheet}
        else:
            yield None, _("The scores of sheet %(sheet)s are not what the rulebook gives.") % {"sheet": sheet}


def _rows(columns: Columns) -> list[tuple[Any, ...]]:
    """The same by seat, whoever sits first."""
    return sorted(zip(*columns, strict=False))


def _scores(stages: Collection[int], sheets: Collection[int]) -> Iterator[tuple[Any, ...]]:
    """Every score of these stages, by sheet.

    Those near `sheets` are read in the order of the index of sheets; only if that is not all of them, by stage.
    """
    rows = Score.objects.filter(stage__in=stages)
    # A sum is in no index, so that a database does not take the one of stages.
    those = near(Score.objects.alias(of=F("stage_id") + 0).filter(of__in=stages), "sheet", sheets)
    if those.count() == rows.count():
        rows = those
    return raw_rows(rows.order_by("sheet_id", "seat_id").values_list(*COLUMNS))


class Penalties:
    """Every deduction was imposed, on this entry, for this reason, and lifted only by an entry that says why."""

    def __init__(self) -> None:
        self.imposed: dict[Any, Entry] = {}
        self.lifted: dict[Any, Entry] = {}
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            Kind.PENALIZED: lambda entry: self.imposed.update({entry.payload["penalty"]: entry}),
            Kind.PENALTY_LIFTED: lambda entry: self.lifted.update({entry.payload["penalty"]: entry}),
        }

    def standing(self) -> list[Mapping[str, Any]]:
        """Those that deduct at the entry read last."""
        return [entry.payload for pk, entry in self.imposed.items() if pk not in self.lifted]

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        here = set()
        for penalty in Penalty.objects.filter(stage__tournament=tournament).order_by("pk"):
            here.add(penalty.pk)
            about = {"penalty": penalty.pk}
            imposed, lifted = self.imposed.get(penalty.pk), self.lifted.get(penalty.pk)
            if imposed is None:
                yield None, _("There is penalty %(penalty)s, but no action imposed it.") % about
                continue
            told = [imposed.payload.get(name) for name in ("entry", "stage", "amount")]
            if other(ABOUT, (penalty.entry_id, penalty.stage_id, penalty.amount), told):
                yield imposed.seq, _("penalty %(penalty)s is for somebody or something else now.") % about
            if (penalty.lifted_at is not None) != (lifted is not None):
                message = _("penalty %(penalty)s is lifted in one place and stands in the other.")
                yield (lifted or imposed).seq, message % about
                continue
            should = {
                "reason": penalty.reason == imposed.payload.get("reason"),
                "imposed_by_id": penalty.imposed_by_id == imposed.user,
                "imposed_at": is_about(penalty.imposed_at, imposed.at),
                "lift_reason": penalty.lift_reason == (lifted.payload.get("reason") if lifted else ""),
                "lifted_by_id": penalty.lifted_by_id == (lifted.user if lifted else None),
                "lifted_at": is_about(penalty.lifted_at, lifted.at if lifted else None),
            }
            columns = [name for name, is_so in should.items() if not is_so]
            yield from differs(_("penalty %(penalty)s") % about, columns, imposed.seq)
        for pk in sorted(self.imposed.keys() - here, key=str):
            yield self.imposed[pk].seq, _("the penalty that was imposed here is gone.")
