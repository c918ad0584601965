"""What ``make bench`` asks for is answered: its settings let nobody in but the bench itself."""

import pytest
from django.core.exceptions import DisallowedHost
from django.test import RequestFactory

from benchmarks import glossary
from benchmarks.server import HOST


@pytest.mark.django_db
def test_the_bench_is_let_in_by_the_one_name_it_is_served_under(settings):
    settings.ALLOWED_HOSTS = [HOST]
    glossary.index()
    with pytest.raises(DisallowedHost):
        RequestFactory().get("/", headers={"host": "localhost"}).get_host()
