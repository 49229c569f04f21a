"""The structure checker: what the terms come to with so many players, for staff."""
