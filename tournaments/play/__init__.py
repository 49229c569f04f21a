"""Playing a tournament: sessions, their tables and hands, chips and the marker.

`sessions` starts one and opens its tables, `play` is what a round there asks,
`chips` posts stacks and racks to the ledger, `marker` says who bets first, and
`standing` reads where a table of a session is now.
"""
