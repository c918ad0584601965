"""The turn tracker: two saved warbands on one table, who must test now, and the log that both phones see."""
