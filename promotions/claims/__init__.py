"""Claims: a winner claims in time, gets the prize against a signature, or is refused.

models    claims, refusals, what was handed over
standing  how each prize of a promotion stands now
claiming  a claim is made, in time and by the winner
handing   the prize goes over the counter: in parts that add up, on the ledger
refusing  a claim is refused by two, on a ground, and told; or taken up again
lapsing   what nobody claimed in time falls vacant by itself
views     the pages of prizes and of one prize
"""
