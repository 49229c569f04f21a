"""Tickets of a promotion: what gave them, whose they are, and how many.

`models` keeps every gift of tickets, `holders` whose they are, `lists` reads rows,
`sorting` says what becomes of them, `importing` takes whole lists, `calls` those of
play systems (`callers`), `granting` gives and voids by hand, `explaining` says why,
`watching` how they come in, `rehearsing` what terms would give.
"""
