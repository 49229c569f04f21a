"""What went wrong at a table, how it was ruled on, and what follows from it."""
