"""``load_rules`` and ``rules_report``."""
