"""The pure rules of tournaments: terms, structure, gates, changes, refunds."""
