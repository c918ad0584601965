"""The forms of a test: they build themselves from what the engine asks."""

from uuid import UUID, uuid4

import pytest
from django.http import QueryDict

from rules.engine.plans import TrialKind
from rules.engine.questions import Question, QuestionKind, questions
from tests.warbands.factories import WarbandFactory, WarriorFactory
from warbands.psychology.forms import FactsForm, MemberForm, ReasonForm, RoutForm, client_key, kind_or_none, typed_faces
from warbands.psychology.taking import RefusedError, base

ASKED = (
    Question("near", "Near", default=True),
    Question("many", "Many", QuestionKind.NUMBER, 2, high=8),
    Question("edge", "Edge", QuestionKind.NUMBER, None),
    Question("state", "State", QuestionKind.CHOICE, "up", (("up", "Up"), ("down", "Down"))),
    Question("why", "Why", QuestionKind.TEXT, ""),
    Question("odd", "Odd", rare=True),
)


def facts(data=None, told=None):
    return FactsForm(ASKED, data or {}, told or {})


def test_untold_it_holds_the_defaults():
    form = facts()
    assert not form.is_bound
    assert form.answers == {"near": True, "many": 2, "edge": None, "state": "up", "why": None, "odd": False}


def test_what_was_told_before_comes_first():
    assert facts(told={"many": 5}).answers["many"] == 5


def test_only_a_form_that_was_filled_in_says_no_by_silence():
    assert facts({"many": "3"}).answers["near"] is True
    told = facts({"told": "1", "many": "3", "state": "down"})
    assert told.answers == {"near": False, "many": 3, "edge": None, "state": "down", "why": "", "odd": False}


@pytest.mark.parametrize(
    ("field", "value"),
    [("many", "9"), ("many", "-1"), ("many", "lots"), ("many", ""), ("state", "flying"), ("why", "x" * 121)],
)
def test_what_cannot_be_is_refused_beside_its_field(field, value):
    form = facts({"told": "1", "many": "3", "state": "up", field: value})
    assert list(form.errors) == [field]
    assert form.answers == {}


def test_rare_facts_are_kept_apart_and_shown_when_told():
    assert [field.name for field in facts().rare_fields] == ["odd"]
    assert "odd" not in [field.name for field in facts().usual_fields]
    assert not facts().rare_told
    assert facts({"told": "1", "many": "3", "state": "up", "odd": "on"}).rare_told


def test_the_facts_are_those_of_the_kind_and_of_who_is_near(priest, reeds):
    _, situation = base(priest.warband)
    found = questions(TrialKind.FEAR_CHARGED, situation.fighter(f"{reeds.public_id}.1"), situation)
    form = FactsForm(found, {}, {})
    assert form.fields["foe_causes_fear"].label == "The charger causes fear"
    assert form.fields[f"near:{priest.public_id}:6"].label.startswith("Tehenca (Leadership 7) is within 6″")
    assert "state" in form.rare


def test_a_rule_that_asks_for_a_leadership_test_is_offered_by_its_name(owner):
    tithe = WarbandFactory(owner=owner, warband_type_id="brazen-tithe")
    wretch = WarriorFactory(warband=tithe, unit="wretch")
    _, situation = base(tithe)
    form = FactsForm(questions(TrialKind.LEADERSHIP, situation.fighter(wretch.public_id), situation), {}, {})
    assert vars(form.fields["reason"])["offered"] == ["Under the Lash"]
    assert 'list="test-reason-offered"' in str(form["reason"])


def test_a_member_is_chosen_by_number(reeds):
    assert MemberForm(reeds, {}).chosen == 1
    assert MemberForm(reeds, {"member": "3"}).chosen == 3


@pytest.mark.parametrize("member", ["0", "5", "two", ""])
def test_a_member_who_is_not_there_is_refused(reeds, member):
    form = MemberForm(reeds, {"member": member})
    assert form.errors
    assert form.chosen == 1


class TestRout:
    def form(self, warband, data=None):
        return RoutForm(base(warband)[1], data or {}, {})

    def test_a_state_for_each_warrior_and_a_number_for_each_group(self, warband, priest, reeds):
        form = self.form(warband)
        assert list(form.fields) == [f"state:{priest.public_id}", f"out:{reeds.public_id}", "due_before", "players"]
        assert form.fields[f"out:{reeds.public_id}"].max_value == 4
        assert form.answers[f"state:{priest.public_id}"] == "standing"

    @pytest.mark.parametrize("out", ["5", "-1", "some", ""])
    def test_no_more_are_out_than_there_are(self, warband, priest, reeds, out):
        data = {"told": "1", f"state:{priest.public_id}": "standing", f"out:{reeds.public_id}": out, "players": "2"}
        assert list(self.form(warband, data).errors) == [f"out:{reeds.public_id}"]

    def tied(self, mob, boss, **more):
        first = WarriorFactory(warband=mob, unit="orc-big-un", name="Krump")
        second = WarriorFactory(warband=mob, unit="orc-big-un", name="Grubnik")
        told = {"told": "1", "players": "2", f"state:{boss.public_id}": "out_of_action"}
        return first, second, told | {f"state:{one.public_id}": "standing" for one in (first, second)} | more

    def test_among_equals_the_player_says_whose_leadership_is_used(self, mob, boss):
        _, second, told = self.tied(mob, boss)
        form = self.form(mob, told)
        assert [name for _, name in form.fields["provider"].choices][1:] == ["Krump", "Grubnik"]
        assert self.form(mob, told | {"provider": second.public_id}).answers["provider"] == second.public_id
        assert "provider" not in self.form(mob, told | {"provider": "somebody"}).answers
        assert "provider" not in [field.name for field in form.ranks]

    @pytest.mark.usefixtures("priest", "reeds")
    def test_while_nobody_is_equal_nobody_is_asked_for(self, mob, boss, warband):
        _, _, told = self.tied(mob, boss)
        assert self.form(mob, told | {f"state:{boss.public_id}": "standing"}).provider is None
        assert self.form(warband).provider is None


def post(**fields):
    data = QueryDict(mutable=True)
    data.update(fields)
    return data


def test_faces_are_read_in_their_order():
    assert typed_faces(post(**{"face-2": " 5", "face-1": "3"})) == [3, 5]


def test_no_faces_are_no_faces():
    assert typed_faces(post(**{"face-1": "", "face-2": " "})) is None
    assert typed_faces(post(), needed=True) is None


@pytest.mark.parametrize("words", [("3", ""), ("x", "1"), ("²", "1"), ("1.5", "1"), ("9" * 5000, "1"), ("-1", "2")])
def test_faces_that_are_no_numbers_are_refused(words):
    with pytest.raises(RefusedError) as refused:
        typed_faces(post(**{"face-1": words[0], "face-2": words[1]}))
    assert refused.value.field == "faces"
    assert len(refused.value.message) < 80


def test_to_use_typed_dice_there_must_be_some():
    with pytest.raises(RefusedError, match="press Roll"):
        typed_faces(post(**{"face-1": "", "face-2": ""}), needed=True)


def test_the_key_of_a_form_is_a_uuid():
    key = uuid4()
    assert client_key(post(key=str(key))) == key
    assert isinstance(client_key(post(key=key.hex)), UUID)
    for wrong in ({}, {"key": ""}, {"key": "twelve"}):
        with pytest.raises(RefusedError, match="Open the test again"):
            client_key(post(**wrong))


def test_a_kind_is_read_from_an_address():
    assert kind_or_none("all-alone") is TrialKind.ALL_ALONE
    assert kind_or_none("no-such-test") is None


@pytest.mark.parametrize("reason", ["", "  ", "x" * 201, "a\x00b"])
def test_a_reason_is_words(reason):
    assert not ReasonForm({"reason": reason}).is_valid()
