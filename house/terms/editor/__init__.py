"""The editor of terms: typed clauses as a form and back, without a word by hand.

inputs   what a single value looks like when it is typed and read
labels   what each field is called, and what turns it on
flat     terms as names and texts, texts as terms
rows     rows of a list added, moved and taken out
sheet    what the page shows: sections, clauses, fields, reasons
merging  two people at once: both versions by clause, and which to take
page     everything the page needs to know
"""
