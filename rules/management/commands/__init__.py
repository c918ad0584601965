"""``load_rules``, ``rules_report`` and ``catalogue_report``."""
