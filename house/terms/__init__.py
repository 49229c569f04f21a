"""Terms of any kind: written, checked, published, changed, printed and shown.

A feature describes its terms once (`kind.Kind`), lets its row be a `TermsRow`, and
calls this room from its own routes; the room knows no tournament and no promotion.

kind          what a feature tells this room about its terms
models        what its row has: the draft, and the version in force
versions      kept terms, of today's shape or an older one
writing       save and publish; amending and discarding change what is published
beginning     an address from a name; times that move with a start
editor/       the form that is made from the types
pages         what the routes of the editor do; change_pages and public have the rest
printing      terms as the sections of a document
path          the way from a draft to the end, as its page shows it
"""
