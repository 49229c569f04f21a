"""What the games cost in the long run, as exact fractions; for the eyes of staff."""
