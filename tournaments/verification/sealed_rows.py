"""Compare what organizers say about their event with what the last entry sealed."""

from collections.abc import Callable, Iterator, Mapping

from django.db.models import Model
from django.utils.translation import gettext as _

from players.models import NameTrace
from players.traces import name_digest, subject_of
from tournaments.models import Tournament
from tournaments.models.events import Event, Seals
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, gone, without_entry


class SealedRows:
    """Follows one kind of event that seals rows: the last one wins."""

    def __init__(self, event: type[Event], seals: Seals) -> None:
        self.event, self.seals = event, seals
        # The last entry, the number of rows, and their digest.
        self.recorded: tuple[int, int, str] | None = None
        self.unrecorded: set[str] = set()

    @property
    def about(self) -> type[Model]:
        return self.seals.model

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {self.event.kind: self._set}

    def _set(self, entry: Entry) -> None:
        self.recorded = entry.seq, entry.payload["count"], entry.payload["digest"]

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        rows = list(self.seals.rows(tournament))
        about = str(self.seals.about)
        if self.recorded is None:
            if rows:
                yield without_entry(about)
            return
        seq, count, digest = self.recorded
        if count and not rows:
            yield gone(about, seq)
            return
        subject = subject_of(self.seals.subject, tournament.pk)
        salts = NameTrace.objects.filter(subject=subject, digest=digest).exclude(salt="")
        salt = salts.values_list("salt", flat=True).first()
        if salt is None or name_digest(salt, self.seals.content(rows)) != digest:
            yield seq, _("%(what)s: differs from what was saved here.") % {"what": about}
