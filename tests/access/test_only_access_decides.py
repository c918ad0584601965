"""``warbands.access`` alone decides who may see and who may change: nothing else asks whose something is to find out.

Read from the code: in no other module of ``warbands`` are rows chosen by whose they are or by what somebody is in a
campaign, are such values compared, or is somebody refused. Where a module does it for another reason, it stands here
with that reason; one that no longer does it fails the test too.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

WARBANDS = Path(__file__).resolve().parents[2] / "warbands"

WHOSE = {"owner", "user", "player", "starter", "by", "role", "link_hash"}
"""Columns that say whose something is, or what somebody is in a campaign."""
CHOOSING = {"filter", "exclude", "get", "Q"}

ALLOWED = {
    "accounts/exporting.py": "All that is somebody's own goes out, whatever he may see of it.",
    "accounts/leaving.py": "All that is somebody's own goes with him, whatever he may see of it.",
    "battles/keeping.py": "Refuses anew whoever is not the starter, on the row it has locked.",
    "battles/opening.py": "Finds the battle that the same form has begun already.",
    "battles/playing.py": "Each deed has a side: refuses anew whoever does not act for it, on the row it has locked.",
    "battles/start_views.py": "Lists those he sees that are another's apart from his own.",
    "campaigns/amending.py": "Refuses anew whoever is no arbiter, or not the owner, on the row it has locked.",
    "campaigns/amending_views.py": "Ends the amendment that he himself began in this session.",
    "campaigns/feed.py": "Narrows what members read to what concerns one of them.",
    "campaigns/feed_words.py": "Says that somebody left by himself, or was removed.",
    "campaigns/filing.py": "A report needs the other side: refuses anew on the row it has locked.",
    "campaigns/filing_forms.py": "Offers, of what he sees, his own to report of.",
    "campaigns/filing_views.py": "Shows the buttons of what the service would let him do.",
    "campaigns/house_views.py": "Shows an arbiter the forms of what he may do.",
    "campaigns/invitations.py": "Who was removed is not let in by an earlier invitation.",
    "campaigns/member_views.py": "Says what leaves with a member, and speaks to him as himself.",
    "campaigns/members.py": "Begins and ends memberships, and leaves no campaign without an arbiter.",
    "campaigns/services.py": "Finds the campaign that the same form has founded already.",
    "campaigns/sharing.py": "Only one's own enters, by a member who plays: refuses anew on the row it has locked.",
    "campaigns/shown.py": "Names the arbiters of a campaign.",
    "holders.py": "An editor tries a rule on his own warriors and on nobody else's.",
    "rosters/keeping.py": "A copy of another's warband leaves out what is private.",
}


def test_nothing_but_access_decides_by_whose_something_is():
    asking = {path: found for path, tree in modules() if (found := sorted(set(asked_in(tree))))}
    assert not {path: found for path, found in asking.items() if path not in ALLOWED}
    assert not sorted(set(ALLOWED) - set(asking)), "these ask no longer"


def test_no_page_refuses_anybody_by_itself():
    refusing = {path for path, tree in modules() if path.endswith("views.py") and "refuses" in set(asked_in(tree))}
    assert refusing == {"campaigns/amending_views.py"}


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(WARBANDS.rglob("*.py")):
        name = path.relative_to(WARBANDS).as_posix()
        if name != "access.py" and name.split("/")[0] not in {"migrations", "models", "management"}:
            yield name, ast.parse(path.read_text(encoding="utf-8"))


def asked_in(tree: ast.Module) -> Iterator[str]:
    """What of it asks whose something is, in a word or two."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=word) | ast.Name(id=word), keywords=told) if word in CHOOSING:
                yield from (f"{word} {one.arg}" for one in told if one.arg and whose(one.arg.split("__")))
            case ast.Compare():
                sides = [side for side in (node.left, *node.comparators) if isinstance(side, ast.Attribute)]
                yield from (f"compares {side.attr}" for side in sides if whose([side.attr]))
            case ast.Raise(exc=ast.Name(id="PermissionDenied") | ast.Call(func=ast.Name(id="PermissionDenied"))):
                yield "refuses"


def whose(lookup: list[str]) -> bool:
    """Whether a lookup asks for whose something is, whatever is compared with it."""
    return any(part.removesuffix("_id") in WHOSE for part in lookup)
