"""What the forms of a page would send as they stand, as a browser reads them."""

from html.parser import HTMLParser

UNSENT = {"submit", "button", "reset", "image", "file"}


class _Forms(HTMLParser):
    """Names and values of everything on a page that a form would send."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self.name = ""
        self.options: list[tuple[str, bool]] = []
        self.many = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {key: value or "" for key, value in attrs}
        name = told.get("name", "")
        if tag == "input" and name and told.get("type", "text") not in UNSENT:
            if told.get("type") not in {"checkbox", "radio"} or "checked" in told:
                self.sent.setdefault(name, []).append(told.get("value", "on" if "checked" in told else ""))
        elif tag == "textarea":
            self.name = name
            self.sent.setdefault(name, []).append("")
        elif tag == "select":
            self.name, self.options, self.many = name, [], "multiple" in told
        elif tag == "option":
            self.options.append((told.get("value", ""), "selected" in told))

    def handle_data(self, data: str) -> None:
        if self.name and self.lasttag == "textarea":
            self.sent[self.name][-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            chosen = [value for value, selected in self.options if selected]
            if not self.many and not chosen:
                chosen = [value for value, _ in self.options[:1]]
            self.sent.setdefault(self.name, []).extend(chosen)
        if tag in {"select", "textarea"}:
            self.name = ""


def sent_as_shown(page: str) -> dict[str, list[str]]:
    """Everything that the forms of a page would send as they stand, by name."""
    forms = _Forms()
    forms.feed(page)
    # Browsers drop the first line break of a text area.
    return {name: [value.removeprefix("\n") for value in values] for name, values in forms.sent.items() if name}
