"""What people bring to a table: cards, limits, chips, jackpots, what they are paid."""
