"""The format of the files: whatever is wrong is named by file, line and key, in words."""

import pytest

from rules.loading.load import document_from_files
from rules.loading.nodes import DataError
from tests.rules.factories import GHOULS, GLOSSARY, NORSE, write_book

WRONG_RULES = [
    ("  cap: 3", "  cap: many", "“cap”: must be a whole number, not “many”"),
    ("  cap: 3", "  capp: 3", "“capp”: is not a known key; known are slug, name,"),
    ("  cap: 3", "  cap: 3\n  cap: 4", "“cap”: is written twice"),
    ("  name: Leader\n", "", "lacks “name”"),
    ("kind: test", "kind: exam", "“kind”: must be one of rule, test, list, not “exam”"),
    ("slug: leader", "slug: The Leader", "“slug”: must be a slug"),
    ("[takes stupidity]", "takes stupidity", "“sentences”: must be a list, not “takes stupidity”"),
    ("from: 1,", "from: one,", "“table.0.from”: must be a whole number, not “one”"),
    ("slug: craven", "slug: brave", "“slug”: “brave” already stands in"),
    ("- slug: undead", "- [slug: undead", "is not YAML"),
]

WRONG_LISTS = [
    ("M: 4,", "", "“units.0.profile”: lacks “M”"),
    ("WS: 4,", "WS: 2D6,", "“units.0.profile.WS”: must be a whole number, not “2D6”"),
    ("kind: hero", "kind: villain", "“units.0.kind”: must be one of hero, henchman, hired-sword"),
    ("save: 6+", "save: 7+", "“units.1.save”: must be a save from 2+ to 6+, not “7+”"),
    ("unless: friend", "when: able, unless: friend", "“units.1.rules.0”: has both “when” and “unless”"),
    ("gains_experience: false", "gains_experience: 0", "“units.1.gains_experience”: must be true or false, not “0”"),
    ("scope: roster", "scope: some", "“rules.0.scope”: must be one of members, roster, counted"),
]


def _refusal(folder, name, text, right, wrong):
    """The first fault of a file in which something right was made wrong, and the line where that was done."""
    assert right in text
    broken = text.replace(right, wrong, 1)
    with pytest.raises(DataError) as caught:
        document_from_files(write_book(folder, **{name: broken}))
    return caught.value.faults[0], text[: text.index(right)].count("\n") + 1


@pytest.mark.parametrize(("right", "wrong", "said"), WRONG_RULES)
def test_a_wrong_rule_is_named_by_line_and_key(tmp_path, right, wrong, said):
    fault, line = _refusal(tmp_path, "glossary", GLOSSARY, right, wrong)
    assert said in str(fault)
    assert fault.file.endswith("glossary/all.yaml")
    assert abs(fault.line - line) <= 1  # what is missing or written twice is named beside its line


@pytest.mark.parametrize(("right", "wrong", "said"), WRONG_LISTS)
def test_a_wrong_list_is_named_by_line_and_key(tmp_path, right, wrong, said):
    fault, line = _refusal(tmp_path, "norse", NORSE, right, wrong)
    assert said in str(fault)
    assert fault.file.endswith("warbands/norse.yaml")
    assert fault.line == line


def test_all_faults_of_all_files_are_named_at_once(tmp_path):
    glossary = GLOSSARY.replace("kind: test", "kind: exam").replace("cap: 3", "cap: x")
    with pytest.raises(DataError) as caught:
        document_from_files(write_book(tmp_path, glossary=glossary, ghouls=GHOULS.replace("cost: 40", "cost: x")))
    assert [fault.key for fault in caught.value.faults] == ["kind", "cap", "units.0.cost"]


def test_what_goes_without_saying_is_left_out_of_a_block(tmp_path):
    glossary = GLOSSARY.replace("  name: Brave", "  name: Brave\n  kind: rule\n  aliases: []\n  cap: null\n  text: ''")
    document = document_from_files(write_book(tmp_path, glossary=glossary))
    assert document["rules"][0] == {"slug": "brave", "name": "Brave", "opposites": ["craven"]}


def test_the_shipped_files_keep_to_the_format_and_bind():
    from rules.content import Content

    assert [str(problem) for problem in Content.of_document(document_from_files()).problems] == []
