"""Which hired swords a list may hire: what he says of it, and what it says of him."""

from collections.abc import Mapping

from rules.values import Buyer, Group, Unit, WarbandList, Who, admits

ANY = "any"


def hires(
    warband: WarbandList, sword: Unit, groups: Mapping[str, Group], roster: tuple[Unit, ...] | None = None
) -> bool | None:
    """Whether a list may hire somebody; None where that depends on who stands on the roster (``roster`` None)."""
    hiring, said = warband.hiring, sword.hiring
    if said is None or hiring.none or _refused(warband, sword, groups):
        return False
    if hiring.only or hiring.also_open_to:
        return sword.short in hiring.only or any(_open_to(said.who, word, groups) for word in hiring.also_open_to)
    if hiring.only_named and not said.who.only:
        return False
    buyer = Buyer(warband.slug, roster=roster)
    if hiring.like and not _named(said.who, warband, groups):
        like = ANY in hiring.like or any(_open_to(said.who, word, groups) for word in hiring.like)
        return admits(Who(never=said.who.never), buyer, groups) if like else False
    return admits(said.who, buyer, groups)


def _refused(warband: WarbandList, sword: Unit, groups: Mapping[str, Group]) -> bool:
    """Whether the list will not have such as he: of a people, or of those who serve only some."""
    hiring = sword.hiring
    for word in warband.hiring.never:
        if word in sword.tags:
            return True
        if hiring and word in groups and hiring.who.only and serves_only(hiring.who, groups[word], groups):
            return True
    return False


def serves_only(who: Who, group: Group, groups: Mapping[str, Group]) -> bool:
    """Whether every list that may hire him belongs to a group."""
    lists = {slug for word in who.only for slug in (groups[word].lists if word in groups else (word,))}
    return bool(lists) and lists <= group.lists


def _named(who: Who, warband: WarbandList, groups: Mapping[str, Group]) -> bool:
    return any(word == warband.slug or (word in groups and warband.slug in groups[word].lists) for word in who.only)


def _open_to(who: Who, word: str, groups: Mapping[str, Group]) -> bool:
    """Whether he is open to some of a group's lists; ``any`` is whom nothing keeps from any."""
    if word == ANY:
        return not who.only and not who.never
    lists = groups[word].lists if word in groups else (word,)
    return any(admits(who, Buyer(slug), groups) is not False for slug in lists)
