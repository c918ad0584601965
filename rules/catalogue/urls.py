"""Addresses of the warband lists, and of all that is sold, learnt, cast and hired."""

from django.urls import path

from rules.catalogue import shelf_views, views

lists = [
    path("", views.index, name="lists"),
    path("<slug:slug>/", views.warband, name="list"),
    path("<slug:slug>/<slug:short>/", views.unit, name="unit"),
]

shelves = [
    path("items/", shelf_views.items, name="items"),
    path("items/<slug:slug>/", shelf_views.item, name="item"),
    path("upgrades/", shelf_views.upgrades, name="upgrades"),
    path("upgrades/<slug:slug>/", shelf_views.family, name="family"),
    path("skills/", shelf_views.skills, name="skills"),
    path("skills/<slug:slug>/", shelf_views.skill, name="skill"),
    path("skill-lists/<slug:slug>/", shelf_views.skill_list, name="skill-list"),
    path("spells/", shelf_views.spells, name="spells"),
    path("spells/<slug:slug>/", shelf_views.spell, name="spell"),
    path("spell-lists/<slug:slug>/", shelf_views.spell_list, name="spell-list"),
    path("hired-swords/", shelf_views.swords, name="hired-swords"),
    path("hired-swords/<slug:slug>/", shelf_views.sword, name="hired-sword"),
]
