"""Files as a browser sends them."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse


@pytest.fixture
def send():
    """Send a file: `send(client, data, name)`; what is no bytes is written as JSON."""

    def post(client, data, name="warband.json", **fields):
        data = data if isinstance(data, bytes) else json.dumps(data).encode()
        return client.post(reverse("warbands:import"), {"file": SimpleUploadedFile(name, data), **fields})

    return post
