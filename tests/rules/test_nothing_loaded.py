"""Before anything is loaded: pages say so, and nothing breaks."""

import pytest

from rules.content import current

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/rules/", "/rules/lists/"])
def test_an_empty_book_says_what_to_do(client, address):
    assert current().nothing_published
    page = client.get(address)
    assert page.status_code == 200
    assert "manage.py load_rules" in page.content.decode()


def test_a_search_in_an_empty_book_finds_nothing(client):
    assert "Nothing in the rules answers" in client.get("/rules/?q=halberd", follow=True).content.decode()
