"""Markdown without its marks, as summaries and the search have it."""

import pytest

from rules.prose import plain


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("*So* [it](fear) is", "So it is"),
        ("[x](javascript:alert(1)) b", "x b"),
        ('[x](https://example.org/a_(b) "By (me)") b', "x b"),
        ("[x](not a link) b", "x(not a link) b"),
        ("[x](open b", "x(open b"),
    ],
)
def test_a_link_is_its_words_whatever_brackets_its_target_has(text, words):
    assert plain(text) == words
