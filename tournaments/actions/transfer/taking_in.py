"""Importing a tournament written by another server: all of it, verified, or nothing."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby, islice
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import DataError, IntegrityError, transaction
from django.db.models import ForeignKey, Model
from django.utils.translation import gettext as _

from players.actions import clubs_named
from players.models import Club, Licence, Player
from players.names import skeleton
from scoring.errors import RuleError, ScoringError
from seating.audit import Record
from seating.errors import SeatingError
from seating.json_requests import read
from tournaments.actions.actor import Actor
from tournaments.actions.draws.costs import milliseconds
from tournaments.actions.draws.plans import StoredDraw
from tournaments.actions.draws.wording.draws import figures_of, quality_in_words
from tournaments.actions.errors import StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.setup.tournaments import refuse_taken, time_zones
from tournaments.actions.transfer.lines import Action, End, Head, IdsLine
from tournaments.actions.transfer.reading import BadFile, CheckedFile
from tournaments.actions.transfer.tables import BY_MODEL, BY_NAME, SUBJECTS, Part, of_its_kind
from tournaments.models import (
    Draw,
    DrawJob,
    GameCount,
    LedgerEntry,
    LedgerHead,
    Origin,
    Publication,
    Staff,
    Stage,
    TableFormat,
    Tournament,
)
from tournaments.models.digests import origins_hash
from tournaments.models.events import kinds_that_move_standings
from tournaments.models.ledger import canonical
from tournaments.models.origins.events import TakenIn
from tournaments.models.origins.id_maps import runs_of
from tournaments.models.play.penalty_kinds import usual_kind
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger
from web.schema_versions import are_versions_apart

AT_ONCE = 1_000
MOST_PROBLEMS = 20
# What reading impossible facts raises, anywhere in rules and draws.
NONSENSE = (
    *(RuleError, ScoringError, SeatingError, KeyError, TypeError, ValueError, AttributeError, IndexError),
    *(ArithmeticError, RecursionError),
)


@transaction.atomic
def take_in_tournament(*, checked: CheckedFile, by: Actor, slug: str = "") -> Tournament:
    """Import a checked file's tournament, record that in its ledger, and return it.

    Its address is `slug`, or the one in the file. The importer becomes its organizer; people who acted on the other
    server become accounts without an email address that cannot sign in. The whole tournament, with standings, is
    verified before the commit. Refuses a ledger that exists here (`already_here`), a taken address, and facts that
    contradict their ledger (`not_sound`).
    """
    slug = slug or checked.head.slug
    _refuse_known(checked, slug)
    try:
        with transaction.atomic():
            tournament = _TakingIn(checked, by, slug).write()
            _refuse_unsound(tournament)
    except (IntegrityError, DataError) as error:
        if are_versions_apart():
            raise
        message = _("The database refuses part of the file (%(why)s). Nothing was imported.")
        raise BadFile(message % {"why": str(error).splitlines()[0][:200]}) from error
    return tournament


def _refuse_known(checked: CheckedFile, slug: str) -> None:
    if LedgerHead.objects.filter(chain=checked.head.ledger).exists():
        message = _(
            "This tournament already exists here: its ledger has the same name. A file brings a tournament "
            "to a server that does not have it; it never changes an existing one."
        )
        raise StateRefuses(message, code="already_here")
    refuse_taken(slug)


@dataclass
class _TakingIn:
    checked: CheckedFile
    by: Actor
    slug: str
    # The local id of each row, by its place in the file.
    here: dict[str, list[int]] = field(default_factory=dict)
    tournament: Tournament = field(init=False)
    # The draws of each part of the ledger, from 1.
    drawn_in: dict[int, list[int]] = field(default_factory=dict)
    moved: int = 0

    def write(self) -> Tournament:
        self.here = {name: [] for name in BY_NAME}
        for kind, lines in groupby(self.checked.lines(), lambda line: type(line[1])):
            if kind is Action:
                self._write_entries(line for _number, line in lines)
            elif kind is IdsLine:
                for number, line in lines:
                    self._write_origin(number, line)
            elif kind not in (Head, End):
                part = BY_NAME[kind.__struct_config__.tag]
                self._write_part(part, lines)
        return self._finish()

    def _write_part(self, part: Part, lines: Iterator[tuple[int, Any]]) -> None:
        columns = [part.model._meta.get_field(name) for name in part.columns]
        references = [column for column in columns if isinstance(column, ForeignKey)]
        own = of_its_kind(part)
        # Rows that reference others of their own kind are created once those have an id.
        for _refers, group in groupby(lines, key=lambda line: any(getattr(line[1], name) for name in own)):
            self._write_rows(part, references, group)

    def _write_rows(self, part: Part, references: list[Any], lines: Iterator[tuple[int, Any]]) -> None:
        while batch := list(islice(lines, AT_ONCE)):
            clubs: dict[str, Club] = {}
            if part.name == "player":
                clubs = clubs_named({line.club for _number, line in batch if line.club})
            rows = [self._row(part, references, number, line, clubs) for number, line in batch]
            if part.name == "licence":
                rows = _of_nobody_here(rows)
            part.model._default_manager.bulk_create(rows)
            self.here[part.name] += [row.pk for row in rows]
            if part.model is Tournament:
                (self.tournament,) = rows  # type: ignore[assignment]
            if part.model is Draw:
                for row, (number, line) in zip(rows, batch, strict=True):
                    if line.origin is None:
                        raise BadFile(_("This line refers to rows that are not in the file."), number)
                    self.drawn_in.setdefault(line.origin, []).append(row.pk)

    def _row(
        self, part: Part, references: list[Any], number: int, line: Any, clubs: dict[str, Club]
    ) -> Model:
        values = {name: getattr(line, name) for name in part.columns}
        for column in references:
            place = values.pop(column.name)
            if column.name == "club":
                values["club"] = clubs.get(place)
            elif column.name != "origin" and place is not None:
                values[column.attname] = self._number_of(column, place, number)
        if part.name == "penalty" and not values["kind"]:
            values["kind"] = usual_kind(values["amount"]).name
        if part.name == "name":
            values["subject"] = self._subject(values["subject"], number)
        if part.name == "user":
            # Such an account cannot sign in or reset its password.
            values |= {
                "email": f"{self.checked.head.ledger}.{number}@stand-in.invalid",
                "password": make_password(None),
                "is_active": False,
            }
        if part.name == "player":
            values["skeleton"] = skeleton(values["name"])
        if part.name == "tournament":
            values |= {"slug": self.slug, "written_elsewhere": self.checked.head.entries}
        elif "tournament" in part.stays:
            values["tournament"] = self.tournament
        return part.model(**values)

    def _number_of(self, column: Any, place: int, number: int) -> int:
        rows = self.here[BY_MODEL[column.related_model].name]
        if place > len(rows):
            raise BadFile(_("This line refers to rows that are not in the file."), number)
        return rows[place - 1]

    def _subject(self, subject: str, number: int) -> str:
        kind, _colon, place = subject.partition(":")
        rows = self.here[SUBJECTS[kind]] if kind in SUBJECTS else []
        if not (place.isascii() and place.isdigit() and len(place) < 10 and 0 < int(place) <= len(rows)):
            raise BadFile(_("This line refers to rows that are not in the file."), number)
        return f"{kind}:{rows[int(place) - 1]}"

    def _write_entries(self, lines: Iterator[Any]) -> None:
        while batch := list(islice(lines, AT_ONCE)):
            LedgerEntry.objects.bulk_create(
                LedgerEntry(
                    tournament=self.tournament,
                    seq=line.seq,
                    kind=line.kind,
                    payload=line.payload,
                    actor=line.actor,
                    recorded_at=datetime.fromisoformat(line.at).astimezone(UTC),
                    prev=line.prev,
                    hash=line.hash,
                )
                for line in batch
            )
            self.moved = max(
                [self.moved, *(line.seq for line in batch if line.kind in kinds_that_move_standings())]
            )

    def _write_origin(self, number: int, line: IdsLine) -> None:
        """Write which local row each id in the entries before this line means."""
        ids = {}
        for kind, runs in line.ids.items():
            rows = self.here[kind]
            ids[kind] = runs_of(
                (first + more, place + more if place < 0 else rows[place + more - 1])
                for place, first, count in runs
                for more in range(count)
            )
        origin = Origin.objects.create(
            tournament=self.tournament, through_seq=line.through, ids=canonical(ids)
        )
        place = self.tournament.origins.count()
        drawn = self.drawn_in.pop(place, [])
        for start in range(0, len(drawn), AT_ONCE):
            Draw.objects.filter(pk__in=drawn[start : start + AT_ONCE]).update(origin=origin)

    def _finish(self) -> Tournament:
        if self.drawn_in:
            raise BadFile(_("A draw refers to a part of the ledger that is not in the file."))
        head = self.checked.head
        LedgerHead.objects.create(
            tournament=self.tournament,
            chain=head.ledger,
            seq=head.entries,
            hash=head.hash,
            standings_seq=self.moved,
        )
        stages = Stage.objects.filter(tournament=self.tournament).order_by("pk")
        Publication.objects.bulk_create(Publication(stage=stage) for stage in stages)
        GameCount.objects.count_again([stage.pk for stage in stages])
        if self.by.user is not None:
            Staff.objects.create(tournament=self.tournament, user=self.by.user, role=Staff.Role.ORGANIZER)
        record(
            TakenIn(
                file=self.checked.sha256,
                through=head.entries,
                slug=self.slug,
                was=head.slug,
                user=self.by.user.pk if self.by.user else None,
                origins=origins_hash(self.tournament.origins.order_by("through_seq")),
            ),
            tournament_id=self.tournament.pk,
            by=self.by,
        )
        return self.tournament


def _of_nobody_here(rows: list[Model]) -> list[Model]:
    """Return the licences that no player of this server has: a number belongs to one player."""
    licences: list[Any] = list(rows)
    numbers = {licence.number for licence in licences}
    taken = set(Licence.objects.filter(number__in=numbers).values_list("body", "number"))
    return [licence for licence in licences if (licence.body, licence.number) not in taken]


def _refuse_unsound(tournament: Tournament) -> None:
    """Refuse facts that contradict the ledger, or that pages could not show."""
    try:
        _read_everything(tournament)
        publish_tournament(tournament.pk)
        found = verify_ledger(tournament.pk)
    except NONSENSE as error:
        message = _("The file contains something impossible (%(why)s). Nothing was imported.")
        raise BadFile(
            message % {"why": f"{type(error).__name__}: {error}"[:200]}, code="not_sound"
        ) from error
    if not found.is_sound:
        problems = sorted(found.problems, key=lambda problem: (problem.seq is None, problem.seq))
        message = _("The facts in the file do not match its ledger. %(first)s Nothing was imported.")
        refusal = BadFile(message % {"first": problems[0]}, code="not_sound")
        refusal.fields["problems"] = [str(problem) for problem in problems[:MOST_PROBLEMS]]
        raise refusal


def _read_everything(tournament: Tournament) -> None:
    """Read what pages will read, so that anything unreadable is found now."""
    if tournament.time_zone not in time_zones():
        raise ValueError("time_zone")
    for aliases in Player.objects.filter(entries__tournament=tournament).values_list("aliases", flat=True):
        "".join([*aliases])
    refusals = DrawJob.objects.filter(stage__tournament=tournament).exclude(refusal=None)
    refused: Any
    for refused in refusals.values_list("refusal", flat=True):
        "".join([refused["code"], refused["message"], *refused["fields"]])
    for format_ in TableFormat.objects.filter(tournament=tournament).select_related("tournament", "usual_of"):
        format_.rulebook.hash()
    for draw in (
        Draw.objects.filter(stage__tournament=tournament).select_related("origin").iterator(chunk_size=50)
    ):
        drawn = StoredDraw.of(draw).record
        if isinstance(drawn, Record):
            milliseconds(read({**drawn.request, "seed": ""})[0])
        for sentence in quality_in_words(draw.quality):
            str(sentence)
        figures_of(draw.quality)
