"""The prize store: which things were bought as prizes, and what became of them.

models  each thing as it came into the store and left it
stock   how many are held, promised, handed over and unclaimed; a thing comes or goes
views   the page of a promotion's store
"""
