"""How rounds were drawn: committed seeds, ordered draws, seating constraints."""

from collections.abc import Callable, Iterator, Mapping, Set
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Draw, DrawJob, Round, SeatingConstraint, SeedCommitment, Tournament
from tournaments.models.digests import draw_hash, seating_constraint_hash, sha256
from tournaments.models.draws.events import (
    DrawCancelled,
    DrawLost,
    DrawOrdered,
    DrawRefused,
    RoundDrawn,
    SeatingConstraintAdded,
    SeatingConstraintDropped,
    SeedCommitted,
)
from tournaments.models.ledger import canonical
from tournaments.models.origins.events import BaselineRecorded
from tournaments.models.origins.reading import Ids
from tournaments.models.play.events import RoundPublished
from tournaments.models.texts.declared import SCHEME
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differing, differs, gone, is_about, without_entry
from tournaments.verification.pages import Numbers, Pages
from tournaments.verification.reading import as_far_as_readable, each

JOB = ("stage_id", "first", "seed", "request", "ordered_by_id")
# The entry that drew, the hash of the draw, the number of the entry with that hash, and the reason; None if the hash
# covers it.
Drawn = tuple[Entry | None, Any, int, Any]
# Records of draws may be long.
DRAWS_AT_ONCE = 50
ENDS = (DrawCancelled.kind, DrawRefused.kind, DrawLost.kind)


class Draws:
    """Follows seating constraints and the seeds of draws."""

    about = Draw

    def __init__(self, ids: Ids) -> None:
        self.ids = ids
        self.draws: Pages[Drawn] = Pages(Drawn)
        self.has_old_draws = False
        self.seeds: dict[Any, Entry] = {}
        # Commitments opened by a publication stay open, even if a round becomes a draft again.
        self.opened: set[Any] = set()
        self.jobs: Pages[Entry] = Pages(Entry)
        self.ended: Pages[Entry] = Pages(Entry)
        # By constraint: the entry that added it, its kind, its hash, the entry with that hash, and the reason; None
        # if the hash covers it.
        self.seating_constraints: dict[Any, tuple[int, Any, Any, int, Any]] = {}
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            RoundDrawn.kind: self._drawn,
            SeedCommitted.kind: lambda entry: self.seeds.update({entry.payload["commitment"]: entry}),
            RoundPublished.kind: self._published,
            DrawOrdered.kind: lambda entry: self.jobs.update({entry.payload["job"]: entry}),
            **dict.fromkeys(ENDS, lambda entry: self.ended.update({entry.payload["job"]: entry})),
            SeatingConstraintAdded.kind: self._added,
            SeatingConstraintDropped.kind: self._dropped,
            BaselineRecorded.kind: self._baseline,
        }

    def _drawn(self, entry: Entry) -> None:
        if "draw" not in entry.payload:
            self.has_old_draws = True
        elif entry.payload["draw"] is not None:
            drawn = entry, entry.payload.get("draw_hash"), entry.seq, _reason(entry)
            self.draws.setdefault(entry.payload["draw"], drawn)

    def _published(self, entry: Entry) -> None:
        if entry.payload.get("seed") is not None and entry.payload.get("commitment"):
            self.opened.add(entry.payload["commitment"])

    def _added(self, entry: Entry) -> None:
        payload = entry.payload
        recorded = entry.seq, payload.get("kind"), payload.get("hash"), entry.seq, _reason(entry)
        self.seating_constraints[payload["wish"]] = recorded

    def _dropped(self, entry: Entry) -> None:
        self.seating_constraints.pop(entry.payload["wish"], None)

    def _baseline(self, entry: Entry) -> None:
        for pk, digest in entry.payload["draws"].items():
            reason = _reason_of(entry, "why_drawn", int(pk))
            self.draws.setdefault(int(pk), (None, digest, entry.seq, reason))
        for pk, digest in entry.payload["wishes"].items():
            if int(pk) in self.seating_constraints:
                seq, kind, recorded, *_hashed = self.seating_constraints[int(pk)]
                if not recorded:
                    reason = _reason_of(entry, "why_wished", int(pk))
                    self.seating_constraints[int(pk)] = seq, kind, digest, entry.seq, reason

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        for what, findings in (
            (Draw, self._of_draws(tournament)),
            (SeedCommitment, self._of_seeds(tournament)),
            (DrawJob, self._of_jobs(tournament)),
            (SeatingConstraint, self._of_constraints(tournament)),
        ):
            yield from as_far_as_readable(what, findings)

    def _of_draws(self, tournament: Tournament) -> Iterator[Found]:
        here = Numbers()
        draws = Draw.objects.filter(stage__tournament=tournament)
        yield from each(draws, self._of_draw, here, at_once=DRAWS_AT_ONCE)
        for pk in self.draws.missing_from(here):
            entry = self.draws[pk][0]
            yield gone(pgettext("record", "draw %(id)s") % {"id": pk}, entry.seq if entry else 0)

    def _of_draw(self, draw: Draw) -> Iterator[Found]:
        about = pgettext("record", "draw %(id)s") % {"id": draw.pk}
        if draw.pk not in self.draws:
            if self.has_old_draws:
                self.unrecorded.add("draw.record")
            else:
                yield without_entry(about)
            return
        entry, digest, hashed, reason = self.draws[draw.pk]
        covers = reason is None
        hash_now = draw_hash(draw, partial(self.ids.there, hashed), covers_texts=covers)
        named = "stage, method, seed, commitment, record" + ", reason" * covers
        columns = [] if hash_now == digest else [named]
        columns += [] if covers or draw.reason == reason else ["reason"]
        if entry is not None and draw.drawn_by_id != entry.user:
            columns.append("drawn_by_id")
        if entry is not None and not is_about(draw.drawn_at, entry.at):
            columns.append("drawn_at")
        if entry is not None and draw.origin_id != self.ids.origin(entry.seq):
            columns.append("origin_id")
        yield from differs(about, columns, entry.seq if entry else None)

    def _of_seeds(self, tournament: Tournament) -> Iterator[Found]:
        drawn = set(Draw.objects.filter(stage__tournament=tournament).values_list("commitment_id", flat=True))
        drafts = Round.objects.filter(stage__tournament=tournament, status=Round.Status.DRAFTED)
        hidden = set(drafts.values_list("draw__commitment_id", flat=True))
        revealed = drawn - hidden
        here: set[Any] = set()
        seeds = SeedCommitment.objects.filter(stage__tournament=tournament)
        yield from each(seeds, lambda row: self._of_seed(row, revealed, here))
        for commitment in sorted(self.seeds.keys() - here, key=str):
            about = _("the committed seed %(commitment)s") % {"commitment": str(commitment)[:12]}
            yield gone(about, self.seeds[commitment].seq)

    def _of_seed(self, row: SeedCommitment, revealed: Set[Any], here: set[Any]) -> Iterator[Found]:
        here.add(row.commitment)
        about = _("the committed seed %(commitment)s") % {"commitment": str(row.commitment)[:12]}
        entry = self.seeds.get(row.commitment)
        if entry is None:
            yield without_entry(about)
            return
        columns = ["stage_id"] if row.stage_id != entry.payload.get("stage") else []
        columns += ["seed"] if sha256(row.seed) != row.commitment else []
        columns += ["committed_by_id"] if row.committed_by_id != entry.user else []
        columns += [] if is_about(row.committed_at, entry.at) else ["committed_at"]
        is_revealed = row.commitment in self.opened or row.pk in revealed
        is_early = row.revealed_at is not None and row.revealed_at < row.committed_at
        columns += ["revealed_at"] if is_early or (row.revealed_at is not None) != is_revealed else []
        yield from differs(about, columns, entry.seq)

    def _of_jobs(self, tournament: Tournament) -> Iterator[Found]:
        here = Numbers()
        yield from each(DrawJob.objects.filter(stage__tournament=tournament), self._of_job, here)
        for pk in self.jobs.missing_from(here):
            yield gone(_("requested draw %(id)s") % {"id": pk}, self.jobs[pk].seq)

    def _of_job(self, job: DrawJob) -> Iterator[Found]:
        about = _("requested draw %(id)s") % {"id": job.pk}
        entry = self.jobs.get(job.pk)
        if entry is None:
            yield without_entry(about)
            return
        recorded = [entry.payload.get(name) for name in ("stage", "number", "seed_hash", "request_hash")]
        request = f'{{"request":{job.request},"seed":{canonical(job.seed)}}}'
        has = [job.stage_id, job.first, sha256(job.seed), sha256(request), job.ordered_by_id]
        columns = differing(JOB, has, [*recorded, entry.user])
        end = self.ended.get(job.pk)
        expected = {end.kind.removeprefix("draw_")} if end else {"queued", "running", "done"}
        columns += [] if job.status in expected else ["status"]
        columns += [] if is_about(job.ordered_at, entry.at) else ["ordered_at"]
        columns += [] if end is None or is_about(job.ended_at, end.at) else ["ended_at"]
        if (
            end
            and end.kind == DrawRefused.kind
            and (job.refusal or {}).get("code") != end.payload.get("code")
        ):
            columns.append("refusal")
        yield from differs(about, columns, entry.seq)

    def _of_constraints(self, tournament: Tournament) -> Iterator[Found]:
        here: set[Any] = set()
        yield from each(SeatingConstraint.objects.filter(tournament=tournament), self._of_constraint, here)
        for pk in sorted(self.seating_constraints.keys() - here, key=str):
            yield gone(_("seating wish %(id)s") % {"id": pk}, self.seating_constraints[pk][0])

    def _of_constraint(self, constraint: SeatingConstraint) -> Iterator[Found]:
        about = _("seating wish %(id)s") % {"id": constraint.pk}
        if constraint.pk not in self.seating_constraints:
            yield without_entry(about)
            return
        seq, kind, digest, hashed, reason = self.seating_constraints[constraint.pk]
        covers = reason is None
        if digest is None:
            self.unrecorded.add("wish.entry")
        is_other = constraint.kind != kind or (
            digest is not None
            and seating_constraint_hash(constraint, partial(self.ids.there, hashed), covers_texts=covers)
            != digest
        )
        columns = ["kind, entry, other, table, wind" + ", reason" * covers] if is_other else []
        columns += [] if covers or constraint.reason == reason else ["reason"]
        yield from differs(about, columns, seq)


def _reason(entry: Entry) -> Any:
    """Return the reason of an entry whose hash does not cover it; None for earlier versions."""
    return entry.payload.get("reason", "") if SCHEME in entry.payload else None


def _reason_of(entry: Entry, name: str, pk: int) -> Any:
    """The same for a baseline, which has reasons for some rows."""
    if SCHEME not in entry.payload:
        return None
    return next((line[1] for line in entry.payload[name] if line[0] == pk), "")
