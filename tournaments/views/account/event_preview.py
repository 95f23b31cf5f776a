"""The public page of an event that is being set up, as it would look. Nothing is stored."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import pgettext

from rules.forms.rule_fields import name_of
from rules.views.rulebook_wording import facts_of
from scoring.errors import RulebookError
from scoring.rulebook.rulebook import Rulebook
from tournaments.actions.stages.presets import ReadyStage
from tournaments.forms.setup import TournamentForm
from tournaments.models import PlannedRounds, Stage, Tournament
from tournaments.models.setup.table_formats import edition_with
from tournaments.views.preset_wording import stages_in_words
from tournaments.views.public.about import timetable_of_plan
from tournaments.views.public.before import Played, rounds_of

# Columns of a tournament that its public page begins with.
IN_HERO = ("name", "venue", "starts_on", "ends_on", "time_zone", "season", "division")


def preview_of(form: TournamentForm, book: Rulebook) -> dict[str, Any]:
    """Return what the templates of the public page need, from the valid fields of a form that was sent."""
    form.is_valid()
    typed = form.cleaned_data
    tournament = Tournament(**{name: typed[name] for name in IN_HERO if typed.get(name)})
    rulebook = _rulebook(form, book)
    ready = _stages(form)
    first = Stage(
        name=str(ready[0].name) if ready else typed.get("first_stage") or pgettext("stage", "Main stage")
    )
    if planned := form.planned_rounds():
        PlannedRounds(stage=first, **planned)
    said = stages_in_words(ready, rulebook, rulebook.table.players)
    return {
        "tournament": tournament,
        "rulebook": rulebook,
        "rules": facts_of(rulebook),
        "played": _played(first, ready, [one.sentences for one in said]),
        "timetable": timetable_of_plan(tournament, first),
    }


def _stages(form: TournamentForm) -> Sequence[ReadyStage]:
    """The stages of the shape, with the chosen final; none where there is only the main stage."""
    preset, final = form.shape.stages, form.final()
    if preset is None:
        return ()
    first, *others = preset.stages if final is None else final.of(preset.stages)
    return (replace(first, name=form.cleaned_data.get("first_stage") or first.name), *others)


def _played(first: Stage, ready: Sequence[ReadyStage], sentences: Sequence[list[str]]) -> list[Played]:
    if not ready:
        return [Played(first, rounds_of(first), [])]
    stages = [first, *(Stage(name=str(one.name)) for one in ready[1:])]
    for stage, one in zip(stages, ready, strict=True):
        stage.kind = Stage.Kind.FREE_PLAY if one.free_play else Stage.Kind.ROUNDS
    return [Played(stage, rounds_of(stage), said) for stage, said in zip(stages, sentences, strict=True)]


def _rulebook(form: TournamentForm, book: Rulebook) -> Rulebook:
    """The edition with the answers so far; the edition where they contradict each other."""
    paths = (*form.open_paths, *form.hand_paths)
    answers = {path: form.cleaned_data.get(name_of(path)) for path in paths}
    given = {path: value for path, value in answers.items() if value not in (None, "")}
    try:
        return edition_with(book.identity.id, form.cleaned_data.get("name") or "-", given)
    except RulebookError:
        return book
