"""Who works here: their roles, and what each role may do."""
