"""An organizer's questions: edited as one list, and answered on registration."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.actions.about.questions import read_answer
from tournaments.actions.seen_versions import said_tag
from tournaments.forms.about.about import LinesField
from tournaments.forms.about.lists import ListForm
from tournaments.models import Question
from tournaments.models.about.events import QuestionsSet
from tournaments.models.about.questions import (
    LONGEST_ANSWER,
    LONGEST_OPTIONS,
    LONGEST_QUESTION,
    MOST_QUESTIONS,
    YES,
)
from web.text.typed_texts import validate_line, validate_lines
from web.typed_fields import WholeField
from web.visitor_language import language

# Empty forms offered below existing questions.
MORE = 2
COLUMNS = ("kind", "label_en", "label_ja", "options", "is_required", "is_closed")
ASKED = "question_"


def _label(label: Any) -> forms.CharField:
    return forms.CharField(
        label=label, required=False, max_length=LONGEST_QUESTION, validators=[validate_line]
    )


class QuestionForm(forms.Form):
    """`id` is that of the existing question; empty for a new one."""

    id = WholeField(required=False, min_value=1, max_value=10**18, widget=forms.HiddenInput)
    label_en = _label(gettext_lazy("Question in English"))
    label_ja = _label(gettext_lazy("Question in Japanese"))
    kind = forms.ChoiceField(label=pgettext_lazy("field", "Kind"), choices=Question.Kind.choices)
    options = LinesField(
        label=gettext_lazy("Options, one per line"),
        required=False,
        max_length=LONGEST_OPTIONS,
        validators=[validate_lines],
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("For “One of several” only."),
    )
    is_required = forms.BooleanField(label=pgettext_lazy("field", "Required"), required=False)
    is_closed = forms.BooleanField(
        label=pgettext_lazy("field", "Closed"),
        required=False,
        help_text=gettext_lazy("No longer asked. Existing answers are kept."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        is_consent = cleaned.get("kind") == Question.Kind.CONSENT
        return {**cleaned, "is_required": is_consent or cleaned.get("is_required", False)}


QuestionForms = forms.formset_factory(
    QuestionForm,
    extra=MORE,
    max_num=MOST_QUESTIONS,
    absolute_max=MOST_QUESTIONS + MORE,
    validate_max=True,
    can_delete=True,
    can_order=True,
)


class QuestionsForm(ListForm):
    """The questions, and a few empty ones. A ticked one is removed, or closed if it has answers."""

    def __init__(self, questions: Sequence[Question], data: Any = None) -> None:
        rows = [{"id": one.pk, **{name: getattr(one, name) for name in COLUMNS}} for one in questions]
        items = QuestionForms(data, initial=rows, prefix="questions")
        super().__init__(items, said_tag(QuestionsSet, questions), data)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        asked = [row for row in self.typed() if row.get("label_en") or row.get("label_ja") or row.get("id")]
        cleaned["questions"] = [
            {**({"id": row["id"]} if row["id"] else {}), **{name: row[name] for name in COLUMNS}}
            for row in asked
        ]
        return cleaned


class AnswerField(forms.CharField):
    """The answer to a question, cleaned to its stored form."""

    def __init__(self, question: Question, **more: Any) -> None:
        self.question = question
        super().__init__(label=question.label_for(language()), required=question.is_required, **more)

    def clean(self, value: Any) -> str:
        return read_answer(self.question, super().clean(value))


class ConsentField(forms.BooleanField):
    def clean(self, value: Any) -> str:
        return YES if super().clean(value) else ""


def field_of(question: Question) -> forms.Field:
    """Return the form field for a question."""
    if question.kind == Question.Kind.CONSENT:
        return ConsentField(label=question.label_for(language()))
    if question.kind == Question.Kind.CHOICE:
        options = [("", "–"), *((one, one) for one in question.choices)]
        return AnswerField(question, widget=forms.Select(choices=options))
    if question.kind == Question.Kind.NUMBER:
        return AnswerField(question, widget=forms.TextInput(attrs={"inputmode": "decimal"}))
    return AnswerField(question, max_length=LONGEST_ANSWER)
