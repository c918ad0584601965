"""What glossary editors find in the admin."""

from django.contrib import admin

from rules.authoring.catalogue import UnitTypeAdmin, WarbandTypeAdmin
from rules.authoring.desk import DraftAdmin
from rules.authoring.glossary import SpecialRuleAdmin
from rules.authoring.suggestions import SuggestionAdmin
from rules.authoring.versions import RulebookVersionAdmin
from rules.authoring.wares import PAGES
from rules.authoring.wordings import WordingAdmin
from rules.models import Draft, RulebookVersion, SpecialRule, Suggestion, UnitType, WarbandType, Wording

admin.site.register(SpecialRule, SpecialRuleAdmin)
admin.site.register(WarbandType, WarbandTypeAdmin)
admin.site.register(UnitType, UnitTypeAdmin)
for model, page in PAGES.items():
    admin.site.register(model, page)
admin.site.register(RulebookVersion, RulebookVersionAdmin)
admin.site.register(Draft, DraftAdmin)
admin.site.register(Wording, WordingAdmin)
admin.site.register(Suggestion, SuggestionAdmin)
