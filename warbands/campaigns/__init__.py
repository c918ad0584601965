"""Groups that play together: who belongs, what they share, what they ruled."""
