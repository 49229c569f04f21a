"""A draw whose integrity is in doubt: put off or cancelled, told, validated by another.

models    what was found, and that somebody else validated the draw
queries   the doubts that every gate asks for
services  putting a doubt on file, and validating the draw
setting_aside  a doubt that a held draw does not survive: its result does not stand
views     the page of all
"""
