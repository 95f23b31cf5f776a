from typing import Annotated, TypedDict

from tournaments.actions.seen_versions import said_tag
from tournaments.models import Answer, Question, Tournament
from tournaments.models.about.events import QuestionsSet
from web.api.answers import Of, filled
from web.api.fields import meaning


class QuestionShape(TypedDict):
    """A question on the registration form. `options` is empty unless it is a choice of several."""

    id: Annotated[int, Of("pk")]
    kind: Annotated[str, "How it is answered.", Question.Kind]
    label_en: Annotated[str, meaning(Question, "label_en")]
    label_ja: Annotated[str, meaning(Question, "label_ja")]
    options: Annotated[list[str], Of("choices"), "What one can choose."]
    is_required: Annotated[bool, "True if an answer is required."]
    is_closed: Annotated[bool, "True if it is no longer asked."]


class QuestionsShape(TypedDict):
    """All questions, including closed ones. Send `tag` as If-Match."""

    questions: Annotated[list[QuestionShape], "In their order."]
    tag: str


class AnswerShape(TypedDict):
    question: Annotated[int, Of("question_id"), "Id of the question."]
    answer: Annotated[str, Of("text"), "The answer; `yes` for a consent."]


question_shape = filled(QuestionShape, Question)
answer_shape = filled(AnswerShape, Answer)


def questions_shape(tournament: Tournament) -> QuestionsShape:
    questions = list(Question.objects.filter(tournament=tournament))
    return {
        "questions": [question_shape(one) for one in questions],
        "tag": said_tag(QuestionsSet, questions),
    }
