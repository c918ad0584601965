"""Rules for tests: a small book that uses every key of the format, and ways to bring one into the database."""

from pathlib import Path
from typing import Any

from rules.content import Content
from rules.digests import digest_of
from rules.loading.load import document_from_files
from rules.loading.service import Loaded, load_rules
from rules.models import RulebookVersion

GLOSSARY = """
- slug: immune-to-psychology
  name: Immune to Psychology
  summary: Takes no psychology tests.
  text: "Never tests; <b>not</b> even for [Fear](fear). See R-26."
  sentences: [ignores psychology, ignores all_alone]
  source: [{title: Mordheim rulebook, page: "37"}]

- slug: undead
  name: Undead
  text: A walking corpse.
  includes: [immune-to-psychology]

- slug: fear
  name: Fear
  kind: test
  text: A Leadership test.
  disputes:
    - question: Once, or for each charge?
      readings: [{text: For each charge., source: FAQ}, {text: Once in a turn.}]
      holds: For each charge.
      ruling: R-19

- slug: leader
  name: Leader
  summary: Friends nearby use his Leadership.
  parameters: [{name: radius, default: 6, label: Reach in inches}]
  sentences: ["lends leadership for friends within {radius} when able", has command]

- slug: scaly-skin
  name: Scaly Skin
  parameters: [{name: save, kind: save}]
  sentences: ["sets armour_save {save}"]

- slug: hatred
  name: Hatred
  nature: psychology
  aliases: [{slug: grudge, name: Grüdge}]
  parameters: [{name: target, kind: tag, label: Whom he hates}]
  sentences: ["rerolls missed_hits against {target} when first_round"]
  related: [fear]

- slug: stupidity
  name: Stupidity
  nature: psychology
  sentences: [takes stupidity]
  table:
    - {from: 1, to: 3, slug: shambles, name: Shambles, text: Half a move.}
    - {from: 4, to: 6, slug: drools, name: Drools}

- slug: magic-resistance
  name: Magic Resistance
  parameters: [{name: X}]
  sentences: [adds enemy_casting -X]
  cap: 3

- slug: seafaring
  name: Seafaring
  text: Knows the sea.
  reminder: {moment: movement, text: May swim.}
  reason: Boats are not part of this.

- slug: brave
  name: Brave
  opposites: [craven]
- slug: craven
  name: Craven
  reason: Words for a mood.
"""

NORSE = """
slug: norse
name: Norse
peoples: [human]
starting_gold: 500
rules: [{rule: seafaring, scope: roster}, {rule: grudge, with: {target: ghoul}}]
disputes:
  - {subject: Wolves, readings: [One., {text: Two., source: Elsewhere}], holds: One.}
choice_notes: [Exactly one Jarl.]
units:
  - slug: jarl
    name: Jarl
    kind: hero
    cost: 70
    min: 1
    max: 1
    start_xp: 20
    profile: {M: 4, WS: 4, BS: 3, S: 4, T: 3, W: 1, I: 4, A: 2, Ld: 8}
    rules: [{rule: leader, with: {radius: 12}}, {rule: scaly-skin, with: {save: 5+}}]
  - slug: beast
    name: Beast
    kind: henchman
    peoples: [beast]
    tags: [animal]
    cost: 20
    requires: [jarl]
    group_max: 5
    gains_experience: false
    profile: {M: 2D6, WS: 3, BS: 0, S: 3, T: 3, W: 1, I: 3, A: 1, Ld: 5}
    save: 6+
    racial_maximum: {M: 9, WS: 4, BS: 0, S: 4, T: 4, W: 2, I: 4, A: 2, Ld: 6}
    rules: [{rule: stupidity, unless: friend of hero within 6}]
"""

GHOULS = """
slug: ghouls
name: Ghouls
rules: [undead]
units:
  - slug: ghoul
    name: Ghoul
    kind: henchman
    cost: 40
    profile: {M: 4, WS: 3, BS: 2, S: 3, T: 4, W: 1, I: 3, A: 2, Ld: 5}
    rules: [immune-to-psychology]
"""


def write_book(folder: Path, *, glossary: str = GLOSSARY, norse: str = NORSE, ghouls: str = GHOULS) -> Path:
    """The small book as files below a folder."""
    (folder / "glossary").mkdir(parents=True, exist_ok=True)
    (folder / "warbands").mkdir(exist_ok=True)
    (folder / "glossary" / "all.yaml").write_text(glossary, encoding="utf-8")
    (folder / "warbands" / "norse.yaml").write_text(norse, encoding="utf-8")
    (folder / "warbands" / "ghouls.yaml").write_text(ghouls, encoding="utf-8")
    return folder


def small_document(folder: Path) -> dict[str, Any]:
    """The small book as a document."""
    return document_from_files(write_book(folder))


def load_book(folder: Path, *, overwrite: bool = False, **texts: str) -> Loaded:
    """The small book in the database, published."""
    return load_rules(data=write_book(folder, **texts), overwrite=overwrite)


def publish_document(document: dict[str, Any]) -> Content:
    """A document published without rows behind it: quick, for whoever only reads."""
    RulebookVersion.objects.get_or_create(digest=digest_of(document), defaults={"document": document, "why": "a test"})
    return Content.of_document(document)
