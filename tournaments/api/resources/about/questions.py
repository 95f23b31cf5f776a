from typing import Any

from tournaments.actions.about.questions import set_questions
from tournaments.api.api_view import ApiView
from tournaments.api.fields import SaidInput
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.schemas.about.questions import QuestionsShape, questions_shape
from tournaments.models import Tournament
from tournaments.models.about.events import QuestionsSet
from tournaments.models.about.questions import LONGEST_OPTION, MOST_OPTIONS, MOST_QUESTIONS
from tournaments.permissions import can_run
from web.api.fields import Id, Input, Several, Text, YesNo
from web.api.policies import Everybody


class QuestionInput(SaidInput):
    """`id`: the existing question; leave it out for a new one. `options`: only for a choice of several."""

    event = QuestionsSet
    leaves_out = ("ordinal",)

    id = Id(required=False, help_text="Id of the question that it continues.")
    options = Several(
        child=Text(max_length=LONGEST_OPTION),
        max_length=MOST_OPTIONS,
        default=list,
        help_text="What one can choose, where the kind is choice.",
    )
    is_required = YesNo(default=False, help_text="True: an answer is required.")
    is_closed = YesNo(default=False, help_text="True: it is no longer asked.")


class QuestionsInput(Input):
    """All questions, in order. A question left out is deleted, or closed if it has answers."""

    questions = Several(child=QuestionInput(), max_length=MOST_QUESTIONS, help_text="In their order.")


class TournamentQuestions(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getQuestions",
        "What the organizer asks those who register",
        permission=everybody,
        gives=QuestionsShape,
    )
    def get(self, tournament: Tournament) -> QuestionsShape:
        return questions_shape(tournament)

    @writes(
        "setQuestions",
        "Say what those who register are asked, as one list. If-Match names the tag you saw",
        permission=can_run,
        takes=QuestionsInput,
        gives=QuestionsShape,
        if_match=True,
    )
    def post(self, tournament: Tournament, data: dict[str, Any], seen: str) -> QuestionsShape:
        questions = [{**one, "options": "\n".join(one["options"])} for one in data["questions"]]
        set_questions(tournament=tournament, questions=questions, seen=seen, by=self.actor)
        return questions_shape(tournament)
