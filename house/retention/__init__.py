"""How long the house keeps what: `kinds` lists it, `forgetting` does it."""
