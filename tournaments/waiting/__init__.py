"""When every place is taken: a numbered line, and a place offered for a time.

models   who waits, what was offered, how each left the line
queries  the line as it stands, and the places it holds
offers   a place offered for a time, taken, or lapsed to the next
telling  what whoever is offered a place is told
line     joining the line at its end, and leaving it
desk     offers that stand, for the entries desk
views    the page of the line
"""
