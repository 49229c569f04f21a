"""The clauses of a promotion's terms, by their subject."""
