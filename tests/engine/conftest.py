"""The rulebook as it is shipped, read from its files once: nothing here needs a database."""

import pytest

from rules.content import Content
from rules.loading.load import document_from_files


@pytest.fixture(scope="session")
def content():
    return Content.of_document(document_from_files())


@pytest.fixture(scope="session")
def rulebook(content):
    return content.rulebook
