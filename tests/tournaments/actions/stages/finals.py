"""Tournaments of two stages, for tests of qualification."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.replay import replayed
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.seen_versions import proposal_tag, qualification_tag
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.qualification import Places, Terms, set_qualification
from tournaments.actions.stages.qualifiers import confirm_qualifiers
from tournaments.models import Entry, Qualification, Round, Stage, Table
from tournaments.standings.qualifying import Proposal, proposed

# By M-League rules: +62.8, +12.6, -20.3 and -55.1; halves are +31.4, +6.3, -10.15 and -27.55.
FIRST_TABLE = Figures([42_800, 32_600, 19_700, 4_900])
# +60, +10, -20, -50.
SECOND_TABLE = Figures([40_000, 30_000, 20_000, 10_000])


@dataclass
class Final:
    """A hall of eight with a round at two tables, and a final that has not started."""

    hall: Hall
    main: Stage
    final: Stage

    @property
    def qualification(self) -> Qualification:
        return Qualification.objects.select_related("stage__tournament").get(stage=self.final)

    def set(self, **terms: object) -> Qualification:
        """Qualify the first four, unless the terms differ."""
        before = Qualification.objects.filter(stage=self.final).first()
        wanted = Terms(**{"rules": [Places(self.main.pk, last=4)], **terms})  # type: ignore[arg-type]
        return set_qualification(
            stage=self.final, terms=wanted, seen=qualification_tag(before), by=self.hall.alice
        )

    def confirm(self, *keys: int, **more: object) -> Qualification:
        """Confirm the qualifiers by the rules, or these."""
        seen = proposed(self.qualification)
        return self.confirm_seen(seen, keys or [one.key for one in seen.candidates], **more)

    def confirm_seen(
        self, seen: Proposal, keys: Sequence[int] | None = None, **more: object
    ) -> Qualification:
        """Confirm this proposal as seen, or other qualifiers."""
        keys = [one.key for one in seen.candidates] if keys is None else keys
        return confirm_qualifiers(
            stage=self.final,
            keys=keys,
            seen=proposal_tag(seen),
            by=self.hall.alice,
            **more,  # type: ignore[arg-type]
        )

    def correct(self, table: Table, figures: Figures) -> None:
        """Correct a table's result as the referee."""
        tag = table.scoresheets.get(status="confirmed").tag
        correct_sheet(
            table=table, report=TableReport(figures, if_match=tag), reason="Upside down", by=self.hall.rob
        )

    def number_of(self, entry: int | None) -> int:
        return Entry.objects.get(pk=entry).number

    def keys(self, *numbers: int) -> list[int]:
        """Return the entry ids with these numbers."""
        found = dict(self.hall.tournament.entries.values_list("number", "pk"))
        return [found[number] for number in numbers]


@replayed
def before_the_final() -> Final:
    """Return a hall with a finished main stage: two tables, each one's seats in the order of points."""
    hall = open_hall()
    main = hall.stage
    round_ = hall.started()
    first, second = round_.tables.order_by("number")
    correct_sheet(table=first, report=TableReport(FIRST_TABLE), reason="Paper", by=hall.rob)
    correct_sheet(table=second, report=TableReport(SECOND_TABLE), reason="Paper", by=hall.rob)
    close_round(round_=round_, by=hall.alice)
    return Final(hall, main, add_stage(tournament=hall.tournament, name="Final", by=hall.alice))


def seated_in(round_: Round) -> list[list[int]]:
    """Return the numbers of the players at each table, East first."""
    return [
        list(table.seats.order_by("wind").values_list("entry__number", flat=True))
        for table in round_.tables.order_by("number")
    ]
