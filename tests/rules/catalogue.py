"""A small catalogue beside the small book: every kind of block, and most of what it may say."""

from pathlib import Path
from typing import Any

from rules.content import Content
from rules.loading.load import document_from_files
from rules.loading.service import Loaded, load_rules
from tests.rules.factories import write_book

RULES = """
- slug: parry
  name: Parry
  summary: May parry a blow.
  text: Roll above the blow.
  reminder: {moment: combat, text: May parry.}
  reason: Blows are struck at the table.
- {slug: cutting, name: Cutting Edge, sentences: [adds injury 1]}
- {slug: norse--oath, name: Oath, summary: Sworn once., text: See R-26., reason: Words.}
- {slug: pious, name: Pious, sentences: [has command]}
"""

EQUIPMENT = """
- slug: dagger
  name: Dagger
  category: close-combat
  slot: close_combat
  hands: one
  strength: user
  range: close_combat
  cost: {base: 2}
  free_first: true
  rarity: common
  source: Mordheim rulebook

- slug: sword
  name: Sword
  category: close-combat
  slot: close_combat
  hands: one
  strength: user+1
  range: close_combat
  cost: {base: 10}
  rarity: common
  rules: [parry, {rule: cutting, to: attacks}]
  text: A [blade](parry), as <i>long</i> as an arm.
  disputes:
    - {question: How long is it?, readings: [{text: An arm., source: Here}, Two.], holds: An arm.}

- slug: hide
  name: Wolf Hide
  category: armour
  slot: body
  save: 6
  cost: {base: 20, dice: 2D6, times: 10}
  rarity: 9
  only: [northmen]
  never: [ghoul]
  exceptions: [{who: [norse], rarity: 7, cost: {base: 15}}]
  limit: {model: 1, of_kind: body}
  rules: [{rule: scaly-skin, with: {save: 6}}]

- slug: pistol
  name: Pistol
  category: blackpowder
  slot: missile
  strength: 4
  range: 6
  cost: {base: 15}
  brace: {base: 30, rarity: 8}
  rarity: 8

- slug: rune
  name: Rune
  category: weapon-upgrade
  slot: upgrade
  cost: {multiplier: 3}
  base_items: [sword, dagger]
  rarity: 11
  rules: [{rule: cutting, to: attacks}]

- slug: mead
  name: Mead
  category: miscellaneous
  slot: misc
  cost: {base: 30}
  rarity: 6
  lasts: battle
  when_used: {to: warband, lasts: battle, modifiers: {I: -1}, rules: [immune-to-psychology]}

- slug: horse
  name: Horse
  category: mount
  slot: mount
  cost: {base: 40}
  rarity: 8
  profile: {M: 8, WS: 1, BS: 0, S: 3, T: 3, W: 1, I: 3, A: 0, Ld: 5}
  rules: [{rule: craven, to: mount}]
"""

SKILLS = """
lists:
  - {slug: combat, name: Combat, kind: core}
  - {slug: runes, name: Norse, kind: warband, note: Only the brave., source: Town Cryer}
skills:
  - {slug: tough, name: Tough, lists: [combat, runes], rules: [{rule: scaly-skin, with: {save: 5}}]}
  - slug: fury
    name: Fury
    lists: [runes]
    needs: {leader: true, skills: [tough], not_with: [calm], never: [ghouls]}
    when_used: {to: bearer, lasts: turn, rules: [brave]}
    text: Once a battle.
  - {slug: calm, name: Calm, lists: [combat], asks: What calms him?}
"""

SPELLS = """
- slug: prayers
  name: Prayers
  kind: prayer
  users: [seer]
  source: Here
  spells:
    - {roll: 1, slug: shield, name: Shield, difficulty: 7, when_cast: {to: caster, lasts: turn, rules: [pious]}}
    - {roll: 2, slug: storm, name: Storm, difficulty: auto, text: All are wet.}
    - {roll: always, slug: hymn, name: Hymn, same_as: storm, who: jarl}
"""

UPGRADES = """
- slug: marks
  name: Marks
  pricing: {first: 1, further: 2}
  note: Each further one costs twice.
  options:
    - {slug: claw, name: Claw, cost: 20, modifiers: {S: 1}, rules: [{rule: cutting, to: attacks}]}
    - {slug: horns, name: Horns, cost: 30, only: [norse--jarl], rules: [brave]}
"""

SWORDS = """
- slug: seer
  name: Seer
  kind: hired-sword
  peoples: [human]
  tags: [spellcaster]
  source: Mordheim rulebook
  hired_by: {only: [northmen], never: [ghouls]}
  hire: {gold: 35, dice: D6}
  upkeep: {gold: 15, beside: [{people: beast, gold: 20}]}
  rating: 16
  profile: {M: 4, WS: 2, BS: 2, S: 3, T: 3, W: 1, I: 4, A: 1, Ld: 8}
  equipment: [{item: sword, as: staff}, {choice: [[{item: hide}], [{own: Cloak, rules: [brave]}]]}]
  skill_lists: [combat]
  own_skills: [fury]
  spells: prayers
  starting_spells: 2
  rules: [{rule: magic-resistance, with: {X: 1}}]
  disputes:
    - {question: Is he blind?, readings: [Yes., No.], holds: "2"}
- slug: butcher
  name: Butcher
  hired_by: {never: [with-beasts]}
  in_place_of: beast
  hire: {wyrdstone: 1}
  profile: {M: 6, WS: 3, BS: 2, S: 4, T: 4, W: 3, I: 3, A: 2, Ld: 7}
"""

GROUPS = """
- {slug: northmen, name: Northmen, lists: [norse]}
- {slug: with-beasts, name: Warbands with beasts, warband_has: {peoples: [beast], tags: [animal]}}
- {slug: riders, name: Riders, items: [horse]}
- {slug: lords, name: Lords, tags: [hero]}
- {slug: elves, name: Elves, absent: true}
"""

TRADE = """
list: norse
equipment_lists:
  - slug: heroes
    name: Heroes' arms
    items:
      - {item: dagger, cost: 2, free_first: true}
      - {item: sword, cost: 10, as: cleaver}
      - {item: pistol, cost: 30, brace: true, only: heroes, later: chart}
      - {item: hide, cost: 20, only: [jarl], later: 40}
units:
  - unit: jarl
    equipment: heroes
    skill_lists: [combat, runes]
    spells: prayers
    starting_spells: {fixed: [hymn], random: 1}
    upgrades: [marks]
  - {unit: beast, fixed: [hide], bars: [armour]}
limits:
  - {unit: beast, not_more_than: [jarl]}
  - {unit: beast, at_most: 2, per: [human]}
upgrades: [{upgrade: marks, units: [jarl], when: recruiting, most: 2, needs_skill: calm}]
skill_limits: [{skill: fury, only: [leader]}]
market: [{item: hide, cost: 25, dice: D6, rarity: 7, only: heroes, availability: Norse only.}]
hiring: {never: [ghoul]}
"""

CLARIFICATIONS = """
- slug: how-sharp
  name: How sharp is a sword?
  text: As <b>sharp</b> as a [blade](parry). See R-26.
  kind: erratum
  voice: official
  source: The Rules Review
  page: p. 3
  date: 2005-12
  url: https://example.org/review
  about: {rules: [parry, grudge], items: [sword], units: [norse--jarl, hired-swords--seer]}
- slug: who-fears
  name: Who fears twice?
  text: Nobody.
  voice: author
  source: A letter
  about: {rules: [fear], lists: [norse], skills: [tough], spells: [shield], rulings: [R-19]}
"""

EXPERIENCE = """
thresholds: {hero: [2, 4]}
hero_advances: {rows: [{from: 7, to: 7, choice: [WS, BS]}, {from: 8, to: 8, rows: [{from: 1, to: 6, stat: Ld}]}]}
"""

INJURIES = """
in_battle: {changed_by: [cutting]}
henchmen: {rows: [{from: 1, to: 6, slug: shaken, rules: [craven]}], exceptions: [{item: horse, lost_on: 2}]}
heroes:
  rows:
    - {from: 11, to: 16, slug: hardy, rules: [brave]}
    - {from: 21, to: 26, slug: mad, rows: [{from: 1, to: 6, slug: slow, rules: [stupidity]}]}
    - {from: 31, to: 66, slug: sold, pit_fight: {opponent: seer}}
captors_may: [{slug: eat, who: [ghouls]}]
"""

EXPLORATION = """
places:
  - {slug: smithy, table: [{roll: 1, item: sword, upgrade: rune}], by_warband: [{who: northmen}, {who: [others]}]}
  - {slug: villa, outcome: {skill_list: combat, on_double: {skill: tough}, auto_pass: [ghouls]}}
"""

FILES = {
    "glossary/catalogue": RULES,
    "equipment/all": EQUIPMENT,
    "skills/all": SKILLS,
    "spells/all": SPELLS,
    "upgrades": UPGRADES,
    "hired_swords/all": SWORDS,
    "hired_swords/general": "limit: One of each.",
    "groups": GROUPS,
    "clarifications/all": CLARIFICATIONS,
    "trade/norse": TRADE,
    "campaign/experience": EXPERIENCE,
    "campaign/injuries": INJURIES,
    "campaign/exploration": EXPLORATION,
    "campaign/scenarios": "choice: {rows: [{roll: 2, scenario: skirmish}]}\nscenarios: [{slug: skirmish}]",
    "campaign/trading": "selling_exceptions: [{item: sword, gold: 1}]\ninstead_of_searching: [calm]",
    "spells/casting": "start_with: [{who: seer, list: prayers}]",
}


def write_catalogue(folder: Path, changes: dict[str, str] | None = None) -> Path:
    """The small book with its catalogue as files; ``changes`` are other texts for some of them."""
    write_book(folder)
    for name, text in (FILES | (changes or {})).items():
        path = folder / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def catalogue_document(folder: Path, **changes: str) -> dict[str, Any]:
    """The same as a document."""
    return document_from_files(write_catalogue(folder, changes))


def catalogue_content(folder: Path) -> Content:
    """The same as content."""
    return Content.of_document(catalogue_document(folder))


def load_catalogue(folder: Path, *, overwrite: bool = False, changes: dict[str, str] | None = None) -> Loaded:
    """The same in the database, published."""
    return load_rules(data=write_catalogue(folder, changes), overwrite=overwrite)
