"""The sentences that every page of a warband repeats."""

from urllib.parse import quote


def is_hidden_from(client, url, *, posts=None):
    """Somebody else finds nothing at this address, whether he looks or sends."""
    assert client.get(url).status_code in {404, 405}
    assert client.post(url, posts or {}).status_code in {404, 405}
    assert 404 in {client.get(url).status_code, client.post(url, posts or {}).status_code}


def asks_to_sign_in(client, url):
    """Whoever is not signed in is led to where he can, and back."""
    response = client.get(url)
    assert response.status_code == 302
    assert response["Location"] == f"/accounts/login/?next={quote(url)}"
    assert client.post(url).status_code in {302, 405}
    by_htmx = client.get(url, headers={"HX-Request": "true"})
    assert by_htmx["HX-Redirect"].startswith("/accounts/login/")
