"""The one template of Django's forms that stands here in its place."""

from django.forms import Select
from django.forms.renderers import DjangoTemplates, get_default_renderer
from django.test import SimpleTestCase


class Labelled(Select):
    """One whose options carry attributes of their own."""

    def create_option(self, *args, **more):
        option = super().create_option(*args, **more)
        option["attrs"] |= {"disabled": option["value"] == "b", "data-price": 5}
        return option


class TestSelect(SimpleTestCase):
    def test_a_list_to_choose_from_says_what_djangos_own_says(self):
        choices = [("", "—"), ("Arms", [("a", "<Axe> & co."), ("b", "Bow")]), ("1", 1000)]
        widget = Labelled({"class": "wide", "required": True}, choices=choices)
        ours, theirs = (
            widget.render("item", "a", {"id": "id_item"}, renderer)
            for renderer in (get_default_renderer(), DjangoTemplates())
        )
        self.assertHTMLEqual(ours, theirs)
        self.assertInHTML('<option value="a" data-price="5" selected>&lt;Axe&gt; &amp; co.</option>', ours)
