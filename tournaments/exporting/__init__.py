"""Entries, seats and money of a tournament to take away: `sheets`, then `views`."""
