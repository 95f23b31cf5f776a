"""What an organizer asks people who register themselves, and the answers allowed."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.actions.about.saying import set_said
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.locks import lock_tournament
from tournaments.models import Answer, Question, Registration, Tournament
from tournaments.models.about.events import QuestionsSet
from tournaments.models.about.questions import LONGEST_ANSWER, MOST_QUESTIONS, YES
from web.text.typed_figures import NoFigure, TwoFigures, read_figure
from web.text.typed_texts import as_typed, validate_line
from web.visitor_language import language

Kind = Question.Kind
# No shoe size, age or year needs more.
MOST_DIGITS = 12


@transaction.atomic
def set_questions(
    *, tournament: Tournament, questions: Sequence[Mapping[str, Any]], seen: str, by: Actor
) -> list[Question]:
    """Set the questions, in this order, and return all of them.

    Each holds the columns of `Question` except the ordinal, and the `id` of the question it updates, if any. Omitted
    questions are deleted, or closed and moved to the end if they have answers. Refuses more than MOST_QUESTIONS, an
    id of another tournament and, for a question with answers, a change of kind or of the consent text.
    """
    lock_tournament(tournament.pk)
    # A concurrent registration answers either the old questions or the new ones.
    rows_there = Question.objects.select_for_update(of=("self",), no_key=True).filter(tournament=tournament)
    before = {one.pk: one for one in rows_there}
    answered = set(Answer.objects.filter(question__in=before).values_list("question", flat=True).distinct())
    rows: list[dict[str, Any]] = []
    for place, typed in enumerate(questions, start=1):
        columns = {name: value for name, value in typed.items() if name != "id"}
        pk = typed.get("id")
        if pk is not None:
            _refuse_other(before, pk, columns, is_answered=pk in answered)
            columns["pk"] = pk
        rows.append({**columns, "ordinal": place})
    kept = {row.get("pk") for row in rows}
    closed = [before[pk] for pk in before if pk in answered and pk not in kept]
    rows += [
        {**_columns(one), "pk": one.pk, "ordinal": place, "is_closed": True}
        for place, one in enumerate(closed, start=len(rows) + 1)
    ]
    if len(rows) > MOST_QUESTIONS or len(kept - {None}) < sum("id" in typed for typed in questions):
        message = _("At most %(most)s questions are allowed, each of them once.") % {"most": MOST_QUESTIONS}
        raise RulesRefuse(message, code="too_many_questions", fields={"questions": [message]})
    return set_said(QuestionsSet, rows, tournament=tournament, seen=seen, by=by)


def lock_asked(tournament: Tournament) -> list[Question]:
    """Return the open questions of a tournament, locked so that none is closed or deleted meanwhile."""
    rows = Question.objects.open().select_for_update(of=("self",), no_key=True)
    return list(rows.filter(tournament=tournament))


def checked_answers(questions: Sequence[Question], given: Mapping[int, str]) -> list[Answer]:
    """Return unsaved answers to these open questions; `given` maps question ids to what was typed.

    Refuses answers to other questions, missing required answers and invalid answers.
    """
    asked = {one.pk: one for one in questions}
    if given.keys() - asked.keys():
        message = _("A question has changed in the meantime. Please check the form again.")
        raise StateRefuses(message, code="question_not_asked")
    found = []
    for pk, question in asked.items():
        try:
            text = read_answer(question, given.get(pk, ""))
        except ValidationError as error:
            label = question.label_for(language())
            message = pgettext("what is asked, and what is wrong", "%(question)s: %(problem)s") % {
                "question": label,
                "problem": error.messages[0],
            }
            fields = {"answers": [message], "question": [pk]}
            raise RulesRefuse(message, code="answer_refused", fields=fields) from error
        if text:
            found.append(Answer(question=question, text=text))
    return found


def read_answer(question: Question, typed: str) -> str:
    """Return the answer in its stored form, "" for none. Raises ValidationError for an invalid answer."""
    text = " ".join(as_typed(typed).split())
    validate_line(text)
    if not text:
        if question.is_required:
            raise ValidationError(_("An answer is needed."), code="required")
        return ""
    if len(text) > LONGEST_ANSWER:
        message = _("At most %(most)s characters are allowed.") % {"most": LONGEST_ANSWER}
        raise ValidationError(message, code="too_long")
    if question.kind == Kind.CHOICE and text not in question.choices:
        raise ValidationError(_("Please choose one of the options."), code="no_option")
    if question.kind == Kind.CONSENT and text != YES:
        raise ValidationError(_("Please agree to this in order to register."), code="no_consent")
    return _number(text) if question.kind == Kind.NUMBER else text


def _number(text: str) -> str:
    try:
        number = read_figure(text[: 2 * MOST_DIGITS], whole=False).number
    except (NoFigure, TwoFigures) as error:
        raise ValidationError(_("Please enter a number."), code="no_number") from error
    if number.denominator != 1:
        return text
    if abs(number.numerator) >= 10**MOST_DIGITS:
        raise ValidationError(_("This number is too large."), code="too_large")
    return str(number.numerator)


def forget_answers(registrations: Sequence[int]) -> None:
    Answer.objects.filter(registration__in=registrations).delete()


def keep_answers(registration: Registration, answers: Sequence[Answer]) -> None:
    for answer in answers:
        answer.registration = registration
    Answer.objects.bulk_create(answers)


def _columns(question: Question) -> dict[str, Any]:
    return {name: getattr(question, name) for name in QuestionsSet.seals.columns}


def _refuse_other(
    before: Mapping[int, Question], pk: int, columns: Mapping[str, Any], *, is_answered: bool
) -> None:
    """Refuse an unknown question, and a change that would alter the meaning of an answered one."""
    if pk not in before:
        message = _("This question no longer exists. Please check the questions again.")
        raise RulesRefuse(message, code="no_such_question", fields={"questions": [message]})
    question = before[pk]
    words = ("label_en", "label_ja") if question.kind == Kind.CONSENT else ()
    fixed = ("kind", *words)
    if is_answered and any(columns.get(name, "") != getattr(question, name) for name in fixed):
        message = _("“%(question)s” has answers. Please close it and ask a new question.")
        raise StateRefuses(message % {"question": question}, code="question_answered")
