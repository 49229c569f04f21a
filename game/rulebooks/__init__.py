"""What each document says, clause by clause, as cited values."""
