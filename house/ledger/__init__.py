"""Every unit that moves: accounts, balanced postings, one way to catch up."""
