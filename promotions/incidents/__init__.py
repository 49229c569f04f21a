"""A draw whose integrity is in doubt: put off or cancelled, told, validated by another.

models    what was found, and that somebody else validated the draw
queries   the doubts that every gate asks for
services  putting a doubt on file, and validating the draw
views     the page of both
"""
