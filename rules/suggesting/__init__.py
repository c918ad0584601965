"""A reader suggests a correction, and sees what became of it. Editors answer in the admin (``rules.authoring``)."""
