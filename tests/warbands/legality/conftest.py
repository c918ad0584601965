"""The shipped book as a value, read once and without a database."""

import pytest

from rules.content import Content
from rules.loading.load import read_files


@pytest.fixture(scope="session")
def book():
    return Content.of_document(read_files().document)
