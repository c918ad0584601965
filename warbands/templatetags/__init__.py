"""Tags by which one room's page shows a piece of another's."""
