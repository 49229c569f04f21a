"""The editor of terms: typed clauses as a form and back, without a word by hand.

kinds    what a single value looks like when it is typed and read
flat     terms as names and texts, texts as terms, rows added and moved
labels   what each field is called
sheet    what the page shows: sections, clauses, fields, reasons
merging  two people at once: both versions by clause, and which to take
"""
