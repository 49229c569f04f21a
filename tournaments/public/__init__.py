"""What everybody may see of a tournament: its published terms, and nothing else."""
