"""What people do to each other at a tournament: penalties, calls, the book, duty.

`acting` does something to a player and takes it back, `standing` says who is away or
sits out, `chips` takes the antes of those who are away, `calling` brings the Director
to a table, `book` has everything that was decided, `handing_over` passes it on, and
`roster` says who deals and who watches where.
"""
