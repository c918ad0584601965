"""What a block of questions and errata may say."""

from rules.loading.nodes import Key, list_of, mapping, one_of, slug, text
from rules.loading.wares_schema import written

ABOUT = {
    "rules": "rules",
    "items": "items",
    "skills": "skills",
    "spells": "spells",
    "units": "units",
    "lists": "warbands",
    "rulings": "rulings",
}
"""What it may be about, and which of ``references.WHAT`` that is."""

CLARIFICATION = {
    "slug": Key(slug, required=True),
    "name": Key(text, required=True),
    "text": Key(text, required=True),
    "kind": Key(one_of("faq", "erratum"), default="faq"),
    "voice": Key(one_of("official", "author", "community", "house"), required=True),
    "source": Key(text, required=True),
    "page": Key(text),
    "url": Key(text),
    "date": Key(written(r"\d{4}(-\d\d(-\d\d)?)?", "a date as 2005, 2005-12 or 2005-12-03")),
    "about": Key(
        mapping({name: Key(list_of(text if name == "rulings" else slug)) for name in ABOUT}),
        required=True,
    ),
}
