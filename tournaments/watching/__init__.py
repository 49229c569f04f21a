"""Everybody watching: standings on phones, screens in the room, results afterwards.

`field` reads who sits where with which stack, `board` makes of it what everybody may
see, `kept` remembers that until something happens.
"""
