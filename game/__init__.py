"""The engine: cards and wagers in, cited settlement lines and rulings out."""
