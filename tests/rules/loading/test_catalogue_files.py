"""The catalogue's files: what is wrong is named by file, line and key; loading twice changes nothing."""

import json

import pytest
from django.core.management import call_command
from django.db.models import ProtectedError

from rules.loading.document import document_of_rows
from rules.loading.load import document_from_files, read_files
from rules.loading.nodes import DataError
from rules.loading.service import faults_of
from rules.models import (
    CampaignTable,
    Equipment,
    EquipmentList,
    HiredSword,
    RemovedBlock,
    RuleAttachment,
    RulebookVersion,
    Skill,
    SpecialRule,
    Spell,
    UnitType,
    Upgrade,
    WarbandType,
)
from tests.rules.catalogue import FILES, catalogue_document, load_catalogue, write_catalogue

WRONG = [
    ("equipment/all", "rarity: 9", "rarity: rare", "“rarity”: must be common, none, special, or the number"),
    ("equipment/all", "dice: 2D6", "dice: 2D7", "“cost.dice”: must be dice as D6 or 2D6, not “2D7”"),
    ("equipment/all", "category: armour", "category: hats", "“category”: must be one of close-combat,"),
    ("equipment/all", "to: warband", "to: everybody", "“when_used.to”: must be one of bearer, weapon,"),
    ("equipment/all", "lasts: battle\n", "last: battle\n", "“last”: is not a known key"),
    ("equipment/all", "strength: user+1", "strength: strong", "“strength”: must be a number, user, user+1"),
    ("equipment/all", "slug: pistol", "slug: sword", "“slug”: “sword” already stands in"),
    ("skills/all", "kind: core", "kind: main", "“kind”: must be one of core, optional, warband, own"),
    ("skills/all", "leader: true", "leader: yes please", "“needs.leader”: must be true or false"),
    ("skills/all", "skills:\n", "skilled:\n", "a file of skills has the keys lists and skills"),
    ("spells/all", "difficulty: 7", "difficulty: 13", "“spells.0.difficulty”: must be auto or a number from 2 to 12"),
    ("upgrades", "cost: 20", "cost: dear", "“options.0.cost”: must be a whole number"),
    ("hired_swords/all", "rating: 16", "rating: high", "“rating”: must be a whole number"),
    ("groups", "lists: [norse]", "lists: norse", "“lists”: must be a list, not “norse”"),
    ("clarifications/all", "kind: erratum", "kind: rumour", "“kind”: must be one of faq, erratum, not “rumour”"),
    ("clarifications/all", "voice: author", "voice: nobody", "“voice”: must be one of official, author, community"),
    ("clarifications/all", "date: 2005-12", "date: lately", "“date”: must be a date as 2005, 2005-12 or 2005-12-03"),
    ("clarifications/all", "source: A letter", "page: A letter", "lacks “source”"),
    ("trade/norse", "only: heroes, later", "only: kings, later", "items.2.only”: must be one of heroes, henchmen"),
    ("trade/norse", "later: chart", "later: then", "items.2.later”: must be a price or chart"),
    ("trade/norse", "list: norse", "list: danes", "“list”: there is no warband list “danes”"),
]

DANGLING = [
    ("equipment/all", "rules: [parry,", "rules: [parrot,", "rules.0", "there is no rule “parrot”"),
    ("equipment/all", "only: [northmen]", "only: [nordmen]", "only.0", "no group, list, unit, hired sword or people"),
    ("equipment/all", "base_items: [sword", "base_items: [sord", "base_items.0", "there is no item “sord”"),
    ("equipment/all", "{save: 6}", "{safe: 6}", "rules.0", "the rule has no parameter “safe”"),
    ("equipment/all", "rules: [immune-to-psych", "rules: [immun-to-psych", "when_used.rules.0", "there is no rule"),
    ("skills/all", "[combat, runes]", "[combat, ruins]", "lists.1", "there is no skill list “ruins”"),
    ("skills/all", "skills: [tough]", "skills: [tuff]", "needs.skills.0", "there is no skill “tuff”"),
    ("spells/all", "same_as: storm", "same_as: stern", "spells.2.same_as", "there is no spell “stern”"),
    ("spells/all", "rules: [pious]", "rules: [pius]", "spells.0.when_cast.rules.0", "there is no rule “pius”"),
    ("spells/all", "slug: storm", "slug: shield", "spells.1.slug", "a spell stands once"),
    ("upgrades", "rules: [brave]", "rules: [bravo]", "options.1.rules.0", "there is no rule “bravo”"),
    ("hired_swords/all", "item: sword", "item: sward", "equipment.0.item", "there is no item “sward”"),
    ("hired_swords/all", "[{own: Cloak, rules: [brave]}]", "[{item: cloak}]", "choice.1.0.item", "no item “cloak”"),
    ("hired_swords/all", "own_skills: [fury]", "own_skills: [furry]", "own_skills.0", "there is no skill “furry”"),
    ("hired_swords/all", "spells: prayers", "spells: curses", "spells", "there is no spell list “curses”"),
    ("clarifications/all", "[parry, grudge]", "[parry, smudge]", "about.rules.1", "there is no rule “smudge”"),
    ("clarifications/all", "items: [sword]", "items: [sward]", "about.items.0", "there is no item “sward”"),
    ("clarifications/all", "[norse--jarl,", "[norse--earl,", "about.units.0", "there is no unit “norse--earl”"),
    ("clarifications/all", "lists: [norse]", "lists: [danes]", "about.lists.0", "no warband list “danes”"),
    ("clarifications/all", "rulings: [R-19]", "rulings: [R-91]", "about.rulings.0", "there is no ruling"),
    ("clarifications/all", "[blade](parry)", "[blade](parrot)", "text", "there is no rule “parrot”"),
    ("groups", "lists: [norse]", "lists: [danes]", "lists.0", "there is no warband list “danes”"),
    ("trade/norse", "item: sword", "item: sward", "equipment_lists.0.items.1.item", "there is no item “sward”"),
    ("trade/norse", "equipment: heroes", "equipment: kings", "units.0.equipment", "no equipment list “kings”"),
    ("trade/norse", "unit: jarl", "unit: earl", ".unit", "there is no unit “norse--earl”"),
    ("trade/norse", "fixed: [hymn]", "fixed: [hum]", "starting_spells.fixed.0", "there is no spell “hum”"),
    ("trade/norse", "upgrades: [marks]", "upgrades: [scars]", "units.0.upgrades.0", "no family of upgrades “scars”"),
    ("trade/norse", "not_more_than: [jarl]", "not_more_than: [lord]", "limits.0.not_more_than.0", "“norse--lord”"),
    ("trade/norse", "skill: fury", "skill: fear", "skill_limits.0.skill", "there is no skill “fear”"),
    ("trade/norse", "never: [ghoul]", "never: [gull]", "hiring.never.0", "people “gull”"),
    ("equipment/all", "of_kind: body", "of_kind: boddy", "limit.of_kind", "category of items or group that names"),
    ("equipment/all", "[blade](parry)", "[blade](parrot)", "text", "there is no rule “parrot”"),
    ("glossary/catalogue", "See R-26", "See R-99", "text", "there is no ruling R-99"),
    ("glossary/catalogue", "norse--oath", "danes--oath", "slug", "there is no warband list “danes”"),
    ("spells/all", "users: [seer]", "users: [sear]", "users.0", "hired sword or people “sear”"),
    ("spells/all", "who: jarl", "who: earl", "spells.2.who", "hired sword or people “earl”"),
    ("upgrades", "only: [norse--jarl]", "only: [norse--earl]", "options.1.only.0", "people “norse--earl”"),
    ("skills/all", "never: [ghouls]", "never: [gulls]", "needs.never.0", "people “gulls”"),
    ("skills/all", "not_with: [calm]", "not_with: [clam]", "needs.not_with.0", "there is no skill “clam”"),
    ("equipment/all", "never: [ghoul]", "never: [gull]", "never.0", "people “gull”"),
    ("equipment/all", "who: [norse]", "who: [nurse]", "exceptions.0.who.0", "people “nurse”"),
    ("hired_swords/all", "in_place_of: beast", "in_place_of: best", "in_place_of", "no unit of any list “best”"),
    ("hired_swords/all", "people: beast", "people: best", "upkeep.beside.0.people", "people “best”"),
    ("hired_swords/all", "skill_lists: [combat]", "skill_lists: [comet]", "skill_lists.0", "no skill list “comet”"),
    ("groups", "tags: [hero]", "tags: [hera]", "tags.0", "there is no tag “hera”"),
    ("groups", "tags: [animal]", "tags: [enamel]", "warband_has.tags.0", "there is no tag “enamel”"),
    ("groups", "items: [horse]", "items: [house]", "items.0", "there is no item “house”"),
    ("groups", "peoples: [beast]", "peoples: [best]", "warband_has.peoples.0", "people “best”"),
    ("trade/norse", "bars: [armour]", "bars: [armor]", "units.1.bars.0", "group that names its items “armor”"),
    ("trade/norse", "fixed: [hide]", "fixed: [hid]", "units.1.fixed.0.item", "there is no item “hid”"),
    ("trade/norse", "needs_skill: calm", "needs_skill: clam", "upgrades.0.needs_skill", "no skill “clam”"),
    ("trade/norse", "market: [{item: hide", "market: [{item: hid", "market.0.item", "there is no item “hid”"),
    ("campaign/injuries", "changed_by: [cutting]", "changed_by: [cuts]", "in_battle.changed_by.0", "no rule “cuts”"),
    ("campaign/injuries", "rules: [craven]", "rules: [raven]", "henchmen.rows.0.rules.0", "no rule “raven”"),
    ("campaign/injuries", "rules: [brave]", "rules: [bravo]", "heroes.rows.0.rules.0", "there is no rule “bravo”"),
    ("campaign/injuries", "[stupidity]", "[stupor]", "heroes.rows.1.rows.0.rules.0", "no rule “stupor”"),
    ("campaign/injuries", "opponent: seer", "opponent: baker", "pit_fight.opponent", "no hired sword “baker”"),
    ("campaign/injuries", "item: horse", "item: house", "exceptions.0.item", "there is no item, category"),
    ("campaign/injuries", "who: [ghouls]", "who: [gulls]", "captors_may.0.who.0", "people “gulls”"),
    ("campaign/experience", "stat: Ld", "stat: LD", "hero_advances.rows.1.rows.0.stat", "characteristic “LD”"),
    ("campaign/experience", "[WS, BS]", "[WS, SB]", "hero_advances.rows.0.choice.1", "characteristic “SB”"),
    ("campaign/exploration", "item: sword", "item: sward", "places.0.table.0.item", "there is no item “sward”"),
    ("campaign/exploration", "upgrade: rune", "upgrade: ruin", "places.0.table.0.upgrade", "there is no item “ruin”"),
    ("campaign/exploration", "who: northmen", "who: nordmen", "places.0.by_warband.0.who", "“nordmen”"),
    ("campaign/exploration", "skill_list: combat", "skill_list: comet", "places.1.outcome.skill_list", "“comet”"),
    ("campaign/exploration", "skill: tough", "skill: tuff", "places.1.outcome.on_double.skill", "no skill “tuff”"),
    ("campaign/exploration", "[ghouls]", "[gulls]", "places.1.outcome.auto_pass.0", "people “gulls”"),
    ("campaign/scenarios", "scenario: skirmish", "scenario: riot", "choice.rows.0.scenario", "no scenario “riot”"),
    ("campaign/trading", "item: sword", "item: sward", "selling_exceptions.0.item", "there is no item “sward”"),
    ("campaign/trading", "searching: [calm]", "searching: [clam]", "instead_of_searching.0", "no skill “clam”"),
    ("spells/casting", "who: seer", "who: sear", "start_with.0.who", "there is no unit of any list “sear”"),
    ("spells/casting", "list: prayers", "list: curses", "start_with.0.list", "there is no spell list “curses”"),
]


@pytest.mark.parametrize(("file", "right", "wrong", "said"), WRONG)
def test_what_breaks_the_format_is_named_by_file_line_and_key(tmp_path, file, right, wrong, said):
    text = FILES[file]
    assert right in text
    with pytest.raises(DataError) as caught:
        catalogue_document(tmp_path, **{file: text.replace(right, wrong, 1)})
    fault = caught.value.faults[0]
    assert said in str(fault)
    assert fault.file.endswith(f"{file}.yaml")
    line = text[: text.index(right)].count("\n") + 1
    assert abs(fault.line - line) <= 1 or fault.key == "" or "already" in said


@pytest.mark.parametrize(("file", "right", "wrong", "key", "said"), DANGLING)
def test_what_leads_nowhere_is_named_by_file_line_and_key(tmp_path, file, right, wrong, key, said):
    text = FILES[file]
    assert right in text
    fault = faults_of(read_files(write_catalogue(tmp_path, {file: text.replace(right, wrong, 1)})))[0]
    assert said in fault.message
    assert key in fault.key
    assert fault.file.endswith(f"{file}.yaml")
    assert fault.line == text[: text.index(right)].count("\n") + 1


@pytest.mark.django_db
class TestLoading:
    def test_every_block_becomes_a_row(self, tmp_path):
        load_catalogue(tmp_path)
        counts = (Equipment, Skill, Spell, Upgrade, HiredSword, EquipmentList, CampaignTable)
        assert [model.objects.count() for model in counts] == [7, 3, 3, 2, 2, 1, 7]
        assert UnitType.objects.get(slug="hired-swords--seer").kind == "hired-sword"
        assert RuleAttachment.objects.filter(equipment__slug="sword", scope="attacks").count() == 1
        assert RuleAttachment.objects.filter(equipment__slug="mead", used=True).count() == 1

    def test_the_rows_dump_to_exactly_what_the_files_say(self, tmp_path):
        load_catalogue(tmp_path)
        assert document_of_rows() == document_from_files(tmp_path)

    def test_one_version_for_all_and_a_second_load_changes_nothing(self, tmp_path):
        load_catalogue(tmp_path)
        again = load_catalogue(tmp_path)
        assert (again.nothing_changed, again.kept) == (True, [])
        assert RulebookVersion.objects.count() == 1

    def test_a_changed_block_is_loaded_and_its_row_stays(self, tmp_path):
        load_catalogue(tmp_path)
        before = {model: list(model.objects.values_list("pk", flat=True)) for model in (Equipment, Spell, HiredSword)}
        changed = {
            "equipment/all": FILES["equipment/all"].replace("base: 10", "base: 12"),
            "spells/all": FILES["spells/all"].replace("difficulty: 7", "difficulty: 8"),
            "hired_swords/all": FILES["hired_swords/all"].replace("rating: 16", "rating: 17"),
            "trade/norse": FILES["trade/norse"].replace("cost: 2,", "cost: 3,"),
        }
        done = load_catalogue(tmp_path, changes=changed)
        assert done.changed == ["item sword", "spell list prayers", "hired sword seer", "warband norse"]
        assert {model: list(model.objects.values_list("pk", flat=True)) for model in before} == before
        assert document_of_rows() == document_from_files(tmp_path)

    def test_an_editors_change_is_kept_and_reported_until_told(self, tmp_path):
        load_catalogue(tmp_path)
        RuleAttachment.objects.filter(equipment__slug="hide").update(arguments={"save": 4})
        Spell.objects.filter(slug="storm").update(text="Rain.")
        HiredSword.objects.filter(short="seer").update(name="Prophet")
        kept = [str(kept) for kept in load_catalogue(tmp_path).kept]
        assert kept == [
            f"{what}: an editor changed it" for what in ("item hide", "spell list prayers", "hired sword seer")
        ]
        done = load_catalogue(tmp_path, overwrite=True)
        assert done.changed == ["item hide", "spell list prayers", "hired sword seer"]
        assert document_of_rows() == document_from_files(tmp_path)

    def test_what_an_editor_deleted_stays_away_until_told(self, tmp_path):
        load_catalogue(tmp_path)
        Equipment.objects.get(slug="horse").delete()
        RemovedBlock.objects.create(kind="item", slug="horse")
        assert [str(kept) for kept in load_catalogue(tmp_path).kept] == ["item horse: an editor deleted it"]
        assert load_catalogue(tmp_path, overwrite=True).added == ["item horse"]

    def test_what_is_no_longer_shipped_goes(self, tmp_path):
        load_catalogue(tmp_path)
        swords = FILES["hired_swords/all"]
        done = load_catalogue(tmp_path, changes={"hired_swords/all": swords[: swords.index("- slug: butcher")]})
        assert done.removed == ["hired sword butcher"]

    def test_a_spell_that_is_no_longer_on_its_list_goes_and_the_others_stay(self, tmp_path):
        load_catalogue(tmp_path)
        shield = Spell.objects.get(slug="shield").pk
        text = FILES["spells/all"]
        storm = "    - {roll: 2, slug: storm, name: Storm, difficulty: auto, text: All are wet.}\n"
        load_catalogue(
            tmp_path, changes={"spells/all": text.replace("same_as: storm", "text: Sung.").replace(storm, "")}
        )
        assert set(Spell.objects.values_list("slug", flat=True)) == {"shield", "hymn"}
        assert Spell.objects.get(slug="shield").pk == shield

    def test_a_list_without_trade_has_none(self, tmp_path):
        load_catalogue(tmp_path)
        (tmp_path / "trade" / "norse.yaml").write_text("list: norse\n", encoding="utf-8")
        assert document_from_files(tmp_path)["warbands"][1].get("trade") is None
        (tmp_path / "trade" / "norse.yaml").unlink()
        assert document_from_files(tmp_path)["warbands"][1].get("trade") is None

    def test_a_rule_that_an_item_gives_cannot_be_deleted(self, tmp_path):
        load_catalogue(tmp_path)
        with pytest.raises(ProtectedError):
            SpecialRule.objects.get(slug="parry").delete()
        assert WarbandType.objects.get(slug="norse").facts["hiring"] == {"never": ["ghoul"]}


@pytest.mark.django_db
class TestReport:
    @pytest.fixture(autouse=True)
    def files(self, tmp_path, monkeypatch):
        monkeypatch.setattr("rules.loading.report.read_files", lambda: read_files(tmp_path))

    def test_it_counts(self, tmp_path, capsys):
        load_catalogue(tmp_path)
        call_command("catalogue_report", format="json")
        assert json.loads(capsys.readouterr().out) == {
            "lists": 2,
            "units": 3,
            "equipment": 7,
            "skills": 3,
            "hired_swords": 2,
            "spells": 3,
            "dangling": 0,
        }
        call_command("catalogue_report")
        assert "2 hired swords" in capsys.readouterr().out

    def test_before_anything_is_loaded_it_counts_the_files(self, tmp_path, capsys):
        write_catalogue(tmp_path)
        call_command("catalogue_report", format="json")
        assert json.loads(capsys.readouterr().out)["equipment"] == 7

    def test_it_fails_for_what_dangles_and_says_what(self, tmp_path, capsys):
        write_catalogue(tmp_path, {"skills/all": FILES["skills/all"].replace("[tough]", "[tuff]")})
        with pytest.raises(SystemExit) as ended:
            call_command("catalogue_report", format="json")
        assert ended.value.code == 1
        said = capsys.readouterr()
        assert json.loads(said.out)["dangling"] > 0
        assert "skills/all.yaml, line" in said.err
        assert "there is no skill “tuff”" in said.err

    def test_the_report_on_rules_knows_what_gives_them(self, tmp_path, capsys):
        load_catalogue(tmp_path)
        call_command("rules_report", format="json")
        rows = {row["slug"]: row["held_by"] for row in json.loads(capsys.readouterr().out)}
        assert rows["scaly-skin"] == ["norse--jarl", "item/hide", "skill/tough"]
        assert rows["cutting"] == ["item/rune", "item/sword", "upgrade/marks--claw"]
        assert rows["magic-resistance"] == ["hired-swords--seer"]
        assert rows["pious"] == ["spell/shield"]
