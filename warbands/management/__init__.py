"""What `manage.py` can do with warbands."""
