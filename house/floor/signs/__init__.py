"""Signs at tables: what stands on them, on a screen and on paper."""
