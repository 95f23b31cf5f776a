"""Questions to people who register themselves, and their answers."""

from typing import Self

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.people.registrations import Registration
from tournaments.models.setup.structure import Tournament
from web.text.typed_texts import validate_line, validate_lines
from web.triggers import Guard, on_write

LONGEST_QUESTION = 200
LONGEST_OPTION = 60
MOST_OPTIONS = 20
LONGEST_OPTIONS = (LONGEST_OPTION + 1) * MOST_OPTIONS
LONGEST_ANSWER = 500
MOST_QUESTIONS = 20
# Stored as the answer to a consent.
YES = "yes"


class QuestionQuerySet(models.QuerySet["Question"]):
    def open(self) -> Self:
        """Open questions, in order."""
        return self.filter(is_closed=False)


class Question(models.Model):
    """One question. A question with answers is closed instead of deleted."""

    class Kind(models.TextChoices):
        TEXT = "text", pgettext_lazy("kind of question", "Text")
        CHOICE = "choice", pgettext_lazy("kind of question", "One of several")
        NUMBER = "number", pgettext_lazy("kind of question", "Number")
        CONSENT = "consent", pgettext_lazy("kind of question", "Consent")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="questions")
    ordinal = models.PositiveSmallIntegerField(pgettext_lazy("field", "ordinal"), default=1)
    kind = models.CharField(
        pgettext_lazy("field", "kind"), max_length=7, choices=Kind.choices, help_text="How it is answered."
    )
    label_en = models.CharField(
        _("question in English"),
        max_length=LONGEST_QUESTION,
        blank=True,
        validators=[validate_line],
        help_text="The question in English; may be empty if there is a Japanese one.",
    )
    label_ja = models.CharField(
        _("question in Japanese"),
        max_length=LONGEST_QUESTION,
        blank=True,
        validators=[validate_line],
        help_text="The question in Japanese; may be empty if there is an English one.",
    )
    options = models.TextField(
        pgettext_lazy("field", "options"),
        max_length=LONGEST_OPTIONS,
        blank=True,
        validators=[validate_lines],
        help_text="One a line, where one of several is chosen.",
    )
    is_required = models.BooleanField(
        pgettext_lazy("field", "required"), default=False, help_text="Whether an answer is required."
    )
    is_closed = models.BooleanField(
        pgettext_lazy("field", "closed"), default=False, help_text="Asked no more; its answers stay."
    )

    objects = QuestionQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("record", "question")
        verbose_name_plural = pgettext_lazy("record", "questions")
        ordering = ["tournament_id", "ordinal", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(label_en="", label_ja="")
                & models.Q(LessThanOrEqual(Length("label_en"), LONGEST_QUESTION))
                & models.Q(LessThanOrEqual(Length("label_ja"), LONGEST_QUESTION)),
                name="a_question_asks_something",
            ),
            models.CheckConstraint(
                condition=models.Q(models.Q(kind="choice"), ~models.Q(options=""))
                | models.Q(kind__in=["text", "number"], options="")
                | models.Q(kind="consent", options="", is_required=True),
                name="a_question_is_of_a_kind",
            ),
            models.CheckConstraint(
                condition=models.Q(LessThanOrEqual(Length("options"), LONGEST_OPTIONS)),
                name="options_of_a_question_have_an_end",
            ),
            Guard(
                name="few_questions_are_asked",
                on="INSERT",
                when="(SELECT COUNT(*) FROM tournaments_question"
                " WHERE tournament_id = NEW.tournament_id) >= 20",
            ),
        ]

    def __str__(self) -> str:
        return self.label_en or self.label_ja

    def clean(self) -> None:
        if not (self.label_en or self.label_ja):
            raise ValidationError({"label_en": _("Please enter the question in at least one language.")})
        options = self.choices
        if self.kind == self.Kind.CHOICE:
            if not 2 <= len(options) <= MOST_OPTIONS or len(set(options)) < len(options):
                message = _("Please enter 2 to %(most)s different options, one per line.")
                raise ValidationError({"options": message % {"most": MOST_OPTIONS}})
            if max(map(len, options)) > LONGEST_OPTION:
                message = _("An option can have at most %(most)s characters.")
                raise ValidationError({"options": message % {"most": LONGEST_OPTION}})
        elif options:
            raise ValidationError({"options": _("Only questions with one of several answers have options.")})
        if self.kind == self.Kind.CONSENT and not self.is_required:
            raise ValidationError({"is_required": _("A consent is always required.")})

    @property
    def choices(self) -> list[str]:
        return [line.strip() for line in self.options.split("\n") if line.strip()]

    def label_for(self, language: str) -> str:
        """Return the question in this language, else in the other one."""
        both = {"en": self.label_en, "ja": self.label_ja}
        return both.get(language) or str(self)


class Answer(models.Model):
    """An answer of a registration, visible only to organizers and erased with the email address."""

    registration = models.ForeignKey(Registration, models.CASCADE, related_name="answers")
    question = models.ForeignKey(Question, models.PROTECT, related_name="answers")
    text = models.CharField(
        pgettext_lazy("field", "text"),
        max_length=LONGEST_ANSWER,
        validators=[validate_line],
        help_text="The answer; `yes` for a consent.",
    )

    class Meta:
        verbose_name = pgettext_lazy("record", "answer")
        verbose_name_plural = pgettext_lazy("record", "answers")
        ordering = ["registration_id", "question__ordinal", "question_id"]
        constraints = [
            models.UniqueConstraint(fields=["registration", "question"], name="one_answer_to_a_question"),
            models.CheckConstraint(
                condition=~models.Q(text="") & models.Q(LessThanOrEqual(Length("text"), LONGEST_ANSWER)),
                name="an_answer_says_something",
            ),
            *on_write(
                "an_answer_is_to_a_question_of_its_own_tournament",
                "(SELECT tournament_id FROM tournaments_question WHERE id = NEW.question_id) <>"
                " (SELECT tournament_id FROM tournaments_registration WHERE id = NEW.registration_id)",
            ),
            *on_write(
                "an_ended_registration_has_no_answers",
                "(SELECT ended_at FROM tournaments_registration WHERE id = NEW.registration_id) IS NOT NULL",
            ),
        ]

    def __str__(self) -> str:
        return self.text
