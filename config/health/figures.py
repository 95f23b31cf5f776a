"""Figures of a running site, read in a few statements; `troubles` judges them."""

from dataclasses import asdict, dataclass
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Now

from config.health.probes import database_word, redis_word, room_of_database
from players.mail import failing_mails
from tournaments.models import DrawJob, Heartbeat, LedgerEntry, Publication, Registration
from tournaments.models.events import kinds_that_move_standings

# KINDS Kind
from tournaments.standings.publish import MOST_FAILURES
from web.outages import is_outage
from web.schema_versions import compare_versions


@dataclass(frozen=True)
class Figures:
    """Ages are seconds by the database's clock; None: unknown at the moment, or never happened."""

    database: str
    redis: str
    migrations: str = "unread"
    # Embedded mode has no worker, and is backed up by hand.
    is_embedded: bool = False
    worker_silent: float | None = None
    standings_behind: float = 0
    standings_given_up: int = 0
    oldest_draw: float = 0
    mails_due: int = 0
    oldest_mail: float = 0
    mails_not_sent: int = 0
    mails_failing: float = 0
    backup_age: float | None = None
    # Since all ledgers were last verified; `unverified_for`: or since the newest migration, which resets it.
    verified_age: float | None = None
    unverified_for: float = 0
    room_free: int | None = None
    room_total: int | None = None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def figures() -> Figures:
    """Return all figures; if the database does not answer, those that need none."""
    word, failing = database_word(), _failing_mails()
    free, total = room_of_database() or (None, None)
    known: dict[str, Any] = {
        "database": word,
        "redis": redis_word(),
        "is_embedded": settings.EMBEDDED,
        "mails_not_sent": failing[0],
        "mails_failing": failing[1],
        "room_free": free,
        "room_total": total,
    }
    try:
        # A full or read-only database can still report.
        known["migrations"] = compare_versions().word
        known |= _stored()
    except (DatabaseError, InterfaceError):
        if (word, known.get("migrations")) == ("ok", "ok"):
            raise
    return Figures(**known)


def _stored() -> dict[str, Any]:
    ages = Heartbeat.objects.ages()
    verified = ages.get(Heartbeat.Name.VERIFIED)
    due = Registration.objects.live().filter(mail=Registration.Mail.DUE, tournament__discard=None).count()
    queued = DrawJob.objects.filter(status=DrawJob.Status.QUEUED)
    return {
        "worker_silent": ages.get(Heartbeat.Name.SWEEP),
        "backup_age": ages.get(Heartbeat.Name.BACKUP),
        "verified_age": verified,
        "unverified_for": verified if verified is not None else _since_last_migration(),
        "standings_behind": _oldest(_moved_since_published(), "since"),
        "standings_given_up": _stale().filter(failures__gte=MOST_FAILURES).count(),
        "oldest_draw": _oldest(queued, "ordered_at"),
        "mails_due": due,
        # Rows do not say since when their mail is due, only since when none was.
        "oldest_mail": ages.get(Heartbeat.Name.MAILS, 0.0) if due else 0,
    }


def _oldest(rows: QuerySet[Any], column: str) -> float:
    """Return the age of the oldest row in seconds by the database's clock; 0 without rows."""
    found = rows.annotate(now=Now()).order_by(column).values_list(column, "now").first()
    return max(0.0, (found[1] - found[0]).total_seconds()) if found else 0


def _since_last_migration() -> float:
    """Return how many seconds ago this database was migrated, by its clock."""
    recorded: QuerySet[Any] = MigrationRecorder.Migration._default_manager.annotate(now=Now())
    newest: Any = recorded.order_by("-pk").first()
    return max(0.0, (newest.now - newest.applied).total_seconds()) if newest is not None else 0


def _failing_mails() -> tuple[int, float]:
    try:
        return failing_mails()
    except Exception as error:
        # The cache is unavailable, which is reported separately.
        if not is_outage(error):
            raise
        return 0, 0.0


def _stale() -> QuerySet[Publication]:
    return Publication.objects.filter(as_of_seq__lt=F("stage__tournament__head__standings_seq"))


def _moved_since_published() -> QuerySet[Any]:
    """Return, for each outdated stage, when its first unpublished entry was made."""
    first = LedgerEntry.objects.filter(
        tournament=OuterRef("stage__tournament"),
        seq__gt=OuterRef("as_of_seq"),
        kind__in=kinds_that_move_standings(),
    ).order_by("seq")
    behind = _stale().annotate(since=Subquery(first.values("recorded_at")[:1]))
    return behind.filter(since__isnull=False)
