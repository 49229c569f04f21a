"""What the house has planned, room by room, and what of it falls together.

rules   what is planned, and which of it overlaps: pure
rooms   the rooms that say what they have planned
views   the page
"""
