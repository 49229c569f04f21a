"""Terms of any kind: written, checked, published, changed, printed and shown.

A feature describes its terms once (`kind.Kind`), lets its row be a `TermsRow`, and
names who may write them; the room knows no tournament and no promotion.

kind          what a feature tells this room about its terms
models        what its row has: the draft, and the version in force
versions      kept terms, of today's shape or an older one
writing       save and publish; amending and discarding change what is published
beginning     an address from a name; times that move with a start
editor/       the form that is made from the types
routes        the addresses of the editor: pages says what they do, change_pages
              what they do with published terms; public has those for everybody
printing      terms as the sections of a document
path          the way from a draft to the end, as its page shows it
"""
