"""Where the page of a rule stands, of the book's and of a campaign's own."""

from django import template

from warbands.rulebooks import page_of_rule

register = template.Library()

register.simple_tag(page_of_rule, name="rule_page")
