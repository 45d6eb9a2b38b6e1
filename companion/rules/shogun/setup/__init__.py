"""Setting the game up."""
