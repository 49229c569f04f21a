"""Who works here, who plays here, and what each may do."""
