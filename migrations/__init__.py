"""How the database came to be, one forward step after another."""
