"""Files as a browser sends them."""

import io
import json
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse


def zipped(*files, name="roster.ros"):
    """An archive of these files, as bytes."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, data in enumerate(files):
            archive.writestr(f"{number}{name}", data)
    return written.getvalue()


@pytest.fixture
def send():
    """Send a file: `send(client, data, name)`; what is no bytes is written as JSON."""

    def post(client, data, name="warband.json", **fields):
        data = data if isinstance(data, bytes) else json.dumps(data).encode()
        return client.post(reverse("warbands:import"), {"file": SimpleUploadedFile(name, data), **fields})

    return post
