"""The table console: the tablet at the dealer's side, and what others may see."""
