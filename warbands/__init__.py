"""What players own: warbands, their warriors, and what happened to them."""
