"""Terms as typed clauses that print and guard; pure, for every kind of terms.

base       what a clause can do; fields that came with a later shape
terms      the whole terms: sections of clauses, plain data, older shapes
data       frozen values as plain data and back, every misfit told by its place
limits     bounds on what terms may hold
checklist  what each item lacks, and the terms as numbered paragraphs
changes    what differs between two versions, and what binds again
path       the way from a draft to the end: steps, gates, milestones
wording    amounts, times, shares and lists as all clauses say them
free       clauses in the house's own words
"""
