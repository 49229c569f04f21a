"""Tickets of a promotion: what gave them, whose they are, and how many.

`models` keeps every gift of tickets, `holders` whose they are, `drawn_from` which draw
they are for, `granting` gives and voids them by hand, `importing` takes whole lists.
"""
