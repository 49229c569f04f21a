"""A way in for entrants: the pass of an entry, and what can be done with it.

Read `passes.py` (a secret address for each entry), then `shown.py` (what it shows),
`pass_views.py` (its pages) and `desk_views.py` (made and taken back at the desk).
"""
