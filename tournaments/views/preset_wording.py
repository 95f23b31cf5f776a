"""What a preset of a tournament does, in words: a preview before anything is set up."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.rulebook.rulebook import Rulebook
from tournaments.actions.stages.presets import PRESETS, Preset, ReadyStage
from tournaments.actions.stages.qualification import in_full
from tournaments.models import CountingRule, Qualification, QualifyingRule, Stage
from tournaments.views.qualifying_wording import say_counting, say_rule, say_start


class StageInWords(NamedTuple):
    name: str
    sentences: list[str]


class PresetInWords(NamedTuple):
    """A preset by its name in forms and calls, what it is called, and what happens in each stage, and in all."""

    key: str
    title: str
    stages: list[StageInWords]
    sentences: list[str]


def presets_in_words(book: Rulebook, size: int) -> list[PresetInWords]:
    """All presets, under a rulebook at tables of this size."""
    return [
        PresetInWords(
            key,
            str(preset.title),
            [_say_stage(preset, one, book, size) for one in preset.stages],
            _say_tournament(preset, size),
        )
        for key, preset in PRESETS.items()
    ]


def stages_in_words(ready: Sequence[ReadyStage], book: Rulebook, size: int) -> list[StageInWords]:
    """Stages as the public page will describe them: who qualifies, with what they start and which games count."""
    stages = [Stage(name=str(one.name)) for one in ready]
    return [
        StageInWords(
            str(one.name),
            [
                *(_say_rules(one, stages, size) if one.comes_in else []),
                *([_say_start(one, stages, book, size)] if one.comes_in else []),
                *([_say_counting(one, book)] if one.counting() else []),
            ],
        )
        for one in ready
    ]


def _say_counting(one: ReadyStage, book: Rulebook) -> str:
    return say_counting(CountingRule(**one.counting()), book.units_per_point)


def _say_stage(preset: Preset, one: ReadyStage, book: Rulebook, size: int) -> StageInWords:
    stages = [Stage(name=str(other.name)) for other in preset.stages]
    said = _say_coming_in(one, stages, book, size)
    if one.counting():
        said.append(_say_counting(one, book))
    if any(one.quota):
        least, most = one.quota
        said.append(_("Each player plays %(least)s to %(most)s games.") % {"least": least, "most": most})
    if one.free_play:
        said.append(_("Players open their own tables."))
    return StageInWords(str(one.name), said)


def _say_tournament(preset: Preset, size: int) -> list[str]:
    said = []
    if preset.goes_by_tables:
        words = _("With %(players)s players, every table is full in every stage.")
        said.append(words % {"players": preset.smallest_field(size)})
    if preset.minutes:
        said.append(_("A round takes %(minutes)s minutes.") % {"minutes": preset.minutes})
    if preset.fixed_substitutes:
        said.append(
            _(
                "Substitutes have no rank; each game gives them the fixed score of the rulebook, if it "
                "has one."
            )
        )
    return said


def _say_coming_in(one: ReadyStage, stages: list[Stage], book: Rulebook, size: int) -> list[str]:
    if one.comes_in is None:
        return [pgettext("message", "Everyone plays.")]
    if not one.comes_in:
        return [_("You choose who plays.")]
    rules = pgettext("between names", ", ").join(_say_rules(one, stages, size))
    said = [pgettext("with a value", "%(places)s.") % {"places": rules}]
    if one.of_teams:
        said.append(_("Whole teams qualify."))
    return [*said, _say_start(one, stages, book, size)]


def _say_rules(one: ReadyStage, stages: list[Stage], size: int) -> list[str]:
    return [
        say_rule(
            QualifyingRule(source=stages[rule.stage], among=rule.among, first=rule.first, last=rule.last)
        )
        for rule in one.rules(size)
    ]


def _say_start(one: ReadyStage, stages: list[Stage], book: Rulebook, size: int) -> str:
    terms = in_full(one.terms(book.units_per_point, size, stages), book)
    start = Qualification(
        carries=terms.carries,
        numerator=terms.numerator,
        denominator=terms.denominator,
        quantum=terms.quantum,
        rounding=terms.rounding,
        by_rank=terms.by_rank,
        carries_points=bool(terms.carries_points),
        of_teams=terms.of_teams,
    )
    return say_start(start, book.units_per_point)
