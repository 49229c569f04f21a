"""Signed checkpoints: what the record came to, kept where its database is not.

checkpoint  one of them: its fields, its one spelling, its hash
keys        the house's key, kept apart, and whether a signature holds
book        the file they are kept in: one line each, only ever appended
holding     the record held against them, entry by entry
signing     the next one, and a new key in the place of the old
telling     on the record and by e-mail, each once
proving     that one entry is in the record, and that the record only grew
"""
