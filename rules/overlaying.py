"""House rules laid over a published content: the same sentences, for a group that plays by rules of its own.

Content knows nothing of who plays: an ``Overlay`` is a plain value. Laying it over compiles its few rules and no
others; lists, items and skills are the published content's own.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from rules.binding import Problem, RuleBinder, cycles
from rules.content import Content
from rules.digests import digest_of
from rules.engine.rulebook import Rule, Rulebook
from rules.entries import EntryWriter
from rules.labels import Labels
from rules.names import Names
from rules.prose import folded
from rules.values import Overlay

MARK = "house rule"
"""What stands behind the name of such a rule wherever it acts, in the reasons of a stored verdict too."""


def overlaid(content: Content, overlay: Overlay) -> Content:
    """The published content with house rules in it, under a digest of its own; itself where there are none.

    A sentence that no longer reads has no effect, and leaves a problem, as everywhere.
    """
    if not overlay.digest:
        return content
    names = names_with(content.names, overlay.blocks)
    marked = {slug: {**block, "name": f"{block['name']} ({MARK})"} for slug, block in overlay.blocks.items()}
    rules, problems = _bound(marked, names)
    digest = digest_of({"published": content.published, "house": overlay.digest})
    known = {**content.rulebook.rules, **rules}
    rulebook = Rulebook(MappingProxyType(known), content.rulebook.aliases, digest)
    words = {**content.labels.words, **{slug: str(block["name"]) for slug, block in marked.items()}}
    labels = Labels(rulebook, MappingProxyType(words))
    blocks = {slug: {"slug": slug, "name": rule.name} for slug, rule in known.items()} | marked
    writer = EntryWriter(blocks, names, labels, {})
    entries = {**content.entries, **{slug: writer.entry(block) for slug, block in marked.items()}}
    by_name = sorted(entries.values(), key=lambda entry: folded(entry.name))
    return replace(
        content,
        rulebook=rulebook,
        labels=labels,
        names=names,
        entries=MappingProxyType({entry.slug: entry for entry in by_name}),
        problems=(*content.problems, *problems),
        digest=digest,
        overlay=overlay,
    )


def names_with(names: Names, blocks: Mapping[str, Mapping[str, Any]]) -> Names:
    """What there is to bind to, with these rules: each may be included, and is a tag of whoever holds it."""
    parameters = {**names.parameters, **dict.fromkeys(blocks, ())}
    return replace(names, parameters=parameters, tags=names.tags | set(blocks))


def _bound(blocks: Mapping[str, Mapping[str, Any]], names: Names) -> tuple[dict[str, Rule], list[Problem]]:
    rules, problems = {}, []
    for slug, block in blocks.items():
        binder = RuleBinder(block, names)
        rules[slug] = binder.rule()
        problems += binder.problems
    return rules, problems


def refusals(content: Content, block: Mapping[str, Any]) -> list[str]:
    """What keeps a house rule from being laid over a content as it is written, in words; nothing where it may be."""
    slug = block["slug"]
    names = names_with(content.names, {slug: block})
    rules, problems = _bound({slug: block}, names)
    known = {**content.rulebook.rules, **rules}
    around = cycles({name: [part.rule for part in rule.includes] for name, rule in known.items()})
    found = [f"{problem.message[0].upper()}{problem.message[1:]}." for problem in problems]
    return found + [f"Then it would include itself: {' → '.join(way)}." for way in around if slug in way][:1]
