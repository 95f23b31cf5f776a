"""Qualification from one stage to another."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import (
    Qualification,
    Qualifier,
    QualifyingRule,
    Stage,
    Tournament,
)
from tournaments.models.people.events import (
    QualificationRemoved,
    QualificationSet,
    QualifiersConfirmed,
    QualifiersTakenBack,
)
from tournaments.models.setup.events import StageRemoved
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differing, differs, gone, is_about, without_entry
from tournaments.verification.reading import as_far_as_readable, each

TERMS = (
    "of_teams",
    "carries",
    "numerator",
    "denominator",
    "quantum",
    "rounding",
    "by_rank",
    "forgives_penalties",
    "carries_head_to_head",
    "carries_points",
)
# The implicit values of what earlier versions did not write.
NOT_WRITTEN = {"carries_head_to_head": False, "carries_points": False}
RULE = ("source_id", "among", "first", "last")
QUALIFIER = ("entry_id", "team_id", "source_id")


class Stages:
    """Follows the terms of qualification and the confirmed qualifiers."""

    about = Stage

    def __init__(self) -> None:
        self.terms: dict[Any, Entry] = {}
        self.confirmed: dict[Any, Entry] = {}
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            QualificationSet.kind: lambda entry: self.terms.update({entry.payload["stage"]: entry}),
            QualificationRemoved.kind: self._removed,
            StageRemoved.kind: self._removed,
            QualifiersConfirmed.kind: lambda entry: self.confirmed.update({entry.payload["stage"]: entry}),
            QualifiersTakenBack.kind: lambda entry: self._forget(self.confirmed, entry),
        }

    def _removed(self, entry: Entry) -> None:
        self._forget(self.terms, entry)
        self._forget(self.confirmed, entry)

    @staticmethod
    def _forget(found: dict[Any, Entry], entry: Entry) -> None:
        found.pop(entry.payload["stage"], None)

    def qualifying(self) -> dict[Any, tuple[Mapping[str, Any], list[Mapping[str, Any]]]]:
        """Return the terms and confirmed qualifiers of every stage that has them, as of the entry read last."""
        return {
            stage: (
                entry.payload["terms"],
                self.confirmed[stage].payload["qualifiers"] if stage in self.confirmed else [],
            )
            for stage, entry in self.terms.items()
        }

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        rows = Qualification.objects.filter(stage__tournament=tournament)
        here: dict[int, Qualification] = {}
        yield from each(rows, lambda row: here.update({row.pk: row}))
        rules: dict[int, list[tuple[Any, ...]]] = {pk: [] for pk in here}
        known = QualifyingRule.objects.filter(qualification__in=here).order_by("ordinal")
        for pk, *rule in known.values_list("qualification_id", "ordinal", *RULE):
            rules[pk].append(tuple(rule))
        seeded: dict[int, list[tuple[Any, ...]]] = {pk: [] for pk in here}
        qualifiers = Qualifier.objects.filter(qualification__in=here).order_by("seed")
        for pk, *qualifier in qualifiers.values_list("qualification_id", "seed", *QUALIFIER):
            seeded[pk].append(tuple(qualifier))
        for pk, row in sorted(here.items()):
            about = _("the qualification for stage %(id)s") % {"id": pk}
            if pk not in self.terms:
                yield without_entry(about)
                continue
            yield from as_far_as_readable(about, self._of_one(row, rules[pk], seeded[pk], about))
        for pk in sorted(self.terms.keys() - here.keys(), key=str):
            yield gone(_("the qualification for stage %(id)s") % {"id": pk}, self.terms[pk].seq)

    def _of_one(
        self,
        row: Qualification,
        rules: list[tuple[Any, ...]],
        seeded: list[tuple[Any, ...]],
        about: str,
    ) -> Iterator[Found]:
        entry = self.terms[row.pk]
        terms = entry.payload["terms"]
        recorded = {**NOT_WRITTEN, **terms}
        columns = differing(TERMS, [getattr(row, name) for name in TERMS], [recorded[name] for name in TERMS])
        should = [
            (ordinal, rule["source"], rule["among"], rule["first"], rule["last"])
            for ordinal, rule in enumerate(terms["rules"], 1)
        ]
        if rules != should:
            columns.append("rules")
        yield from differs(about, columns, entry.seq)
        confirmed = self.confirmed.get(row.pk)
        listed = confirmed.payload["qualifiers"] if confirmed is not None else []
        names = [
            (seed, one.get("entry"), one.get("team"), one["source"]) for seed, one in enumerate(listed, 1)
        ]
        columns = [] if seeded == names else ["qualifiers"]
        if not is_about(row.confirmed_at, confirmed.at if confirmed is not None else None):
            columns.append("confirmed_at")
        yield from differs(about, columns, confirmed.seq if confirmed is not None else None)
