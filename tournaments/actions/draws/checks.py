"""Verifying draws: repeat a draw from what is stored and compare it with the commitment and the seats."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext as _

from seating.audit import Record, commitment, drawn_again, fingerprint
from seating.json_requests import read
from tournaments.actions.draws.costs import milliseconds
from tournaments.actions.draws.inputs import seats_of
from tournaments.actions.draws.plans import ImportedRecord, StoredDraw
from tournaments.actions.errors import RulesRefuse, TooManyAttempts
from tournaments.models import Draw, LedgerEntry, Round
from tournaments.models.draws.events import RoundDrawn
from tournaments.models.origins.reading import contents_here
from tournaments.models.origins.records import entries_here, lists_here
from tournaments.models.play.rounds import RoundQuerySet, waits_for_line_ups
from web.fair_use import MINUTE, is_fair
from web.outages import passing_outage
from web.snapshots import snapshot

# Reasons in addition to those of `seating.audit.verify`.
OTHER_COMMITMENT = "other_commitment"
OTHER_LEDGER = "other_ledger"
BY_HAND = "by_hand"
NOT_DRAWN_HERE = "not_drawn_here"
VERDICT_LIFETIME = 24 * 3600
LONGEST_CHECK = 10_000  # milliseconds of one core


@dataclass(frozen=True)
class Difference:
    """A table that differs from its draw: entry ids, East first; ids below 0 are placeholders for substitutes."""

    round: int
    table: int
    drawn: list[int]
    seated: list[int]


@dataclass(frozen=True)
class Verdict:
    """`reasons` is empty exactly if seed, record, ledger and all seats agree.

    `other_seed` and `other_commitment`: the seed is not the committed one. `other_draw`: drawing again gives a
    different result. `by_hand`: players were swapped afterwards. `other_ledger`: the ledger committed to another
    seed. `other_version`: this version of Jantaku draws differently. `not_drawn_here`: an imported draw, which can
    only be compared with what was imported.
    """

    reasons: list[str]
    rounds: int
    differences: list[Difference] = field(default_factory=list)
    is_drawn_here: bool = True

    @property
    def is_same(self) -> bool:
        return not self.reasons


def check_draw(draw: Draw, *, only_published: bool = False) -> Verdict:
    """Draw again and compare. Later substitutes count as the players they replace.

    `only_published` skips drafts and rounds that wait for line-ups, for visitors who may not see those.
    """
    stored = StoredDraw.of(draw)
    rounds = list((_public_rounds(draw) if only_published else draw.rounds.all()).order_by("number"))
    if isinstance(stored.record, ImportedRecord):
        return _check_import(stored.first, stored.record, rounds)
    reasons, again = drawn_again(_literal(draw), draw.seed)
    if draw.commitment is not None and commitment(draw.seed) != draw.commitment.commitment:
        reasons.append(OTHER_COMMITMENT)
    if _ledger_says_otherwise(draw, rounds):
        reasons.append(OTHER_LEDGER)
    if again is None:
        return Verdict(reasons, len(rounds))
    here = entries_here(draw.origin)
    differences = _differences(rounds, lists_here(again.rounds, here) if here else again.rounds, stored.first)
    if differences:
        reasons.append(BY_HAND)
    return Verdict(reasons, len(rounds), differences)


def _public_rounds(draw: Draw) -> RoundQuerySet:
    """Return the rounds whose seating is public."""
    rounds: RoundQuerySet = draw.rounds.published().exclude(waits_for_line_ups())
    return rounds


def _literal(draw: Draw) -> Record:
    record = StoredDraw.as_drawn(draw).record
    assert isinstance(record, Record)
    return record


def public_verdict(draw: Draw) -> Verdict:
    """Return the verdict on the published rounds, cached as long as no seat changes.

    The check is public, so each draw is repeated only once, and one that takes longer than `LONGEST_CHECK` is refused
    with code `too_long_to_check`.
    """
    found = cached_verdict(draw)
    if found is None:
        takes = _time_to_draw_again(StoredDraw.of(draw).record)
        if takes > LONGEST_CHECK:
            raise RulesRefuse(
                _(
                    "Repeating this draw takes about %(seconds)s seconds of computing, too long for a page. "
                    "Please download the record, or ask the organizer for “manage.py verify_draw”."
                )
                % {"seconds": round(takes / 1_000)},
                code="too_long_to_check",
            )
        with snapshot():
            key, found = _verdict_key(draw), check_draw(draw, only_published=True)
        with passing_outage("a verdict is not cached"):
            cache.set(key, found, VERDICT_LIFETIME)
    return found


def check_in_turn(draw: Draw, *, network: str) -> Verdict:
    """Return the public verdict; raises TooManyAttempts if a network has asked too often.

    A cached verdict is free and always returned; drawing again takes up to seconds of CPU.
    """
    found = cached_verdict(draw)
    if found is not None:
        return found
    if not is_fair("draw-again", network, most=settings.DRAWS_AGAIN_PER_MINUTE, seconds=MINUTE):
        raise TooManyAttempts(
            _("Too many draws were repeated from your network. Please try again in a minute."),
            retry_after=MINUTE,
        )
    return public_verdict(draw)


def cached_verdict(draw: Draw) -> Verdict | None:
    """Return the cached public verdict, or None if a seat has changed and it has to be drawn again."""
    found: Verdict | None = None
    with passing_outage("a verdict is not looked for"):
        found = cache.get(_verdict_key(draw))
    return found  # noqa: RET504 - in two steps for its type


def _verdict_key(draw: Draw) -> str:
    public = list(_public_rounds(draw).order_by("number").values_list("number", flat=True))
    return f"draw-verdict/{fingerprint([state_of(draw), public])}"


def state_of(draw: Draw) -> str:
    """Return a hash of everything `check_draw` reads except the ledger; the verdict holds while it is the same."""
    seats = [[r.number, r.status, seats_of(r)] for r in draw.rounds.order_by("number")]
    return fingerprint([draw.pk, draw.seed, draw.record, seats])


def _differences(
    rounds: Sequence[Round], again: Sequence[Sequence[Sequence[int]]], first: int
) -> list[Difference]:
    found = []
    for round_ in rounds:
        index = round_.number - first
        drawn = again[index] if 0 <= index < len(again) else []
        seated = seats_of(round_)
        for number in range(max(len(drawn), len(seated))):
            then = list(drawn[number]) if number < len(drawn) else []
            now = seated[number] if number < len(seated) else []
            if len(then) != len(now) or any(a != b and a >= 0 for a, b in zip(then, now, strict=True)):
                found.append(Difference(round_.number, number + 1, then, now))
    return found


def _time_to_draw_again(record: Record | ImportedRecord) -> int:
    """Return milliseconds of one core."""
    if isinstance(record, ImportedRecord):
        return 0
    request, _seed = read({**record.request, "seed": ""})
    return milliseconds(request)


def _check_import(first: int, record: ImportedRecord, rounds: Sequence[Round]) -> Verdict:
    """Check an imported draw: it has no seed, so compare it only with the imported file."""
    differences = _differences(rounds, record.tables, first)
    return Verdict(
        [*([BY_HAND] if differences else []), NOT_DRAWN_HERE], len(rounds), differences, is_drawn_here=False
    )


def _ledger_says_otherwise(draw: Draw, rounds: Sequence[Round]) -> bool:
    """Whether the ledger committed to another seed when these rounds were last drawn."""
    wanted = {round_.pk for round_ in rounds}
    tournament = draw.stage.tournament
    entries = LedgerEntry.objects.filter(tournament=tournament, kind=RoundDrawn.kind).order_by("seq")
    contents = contents_here(tournament, entries)
    fixed = {content["round"]: content.get("seed_hash") for content in contents}
    return any(fixed.get(pk, commitment(draw.seed)) != commitment(draw.seed) for pk in wanted)
