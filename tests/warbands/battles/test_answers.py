"""What was asked about a test stands on its card."""


def test_a_card_has_what_was_asked_about_its_test(as_owner, begun):
    page = as_owner.get(begun.get_absolute_url()).content.decode()
    assert "Asked about this (" in page
    assert 'href="/rules/questions/how-long-stupidity-lasts/"' in page
