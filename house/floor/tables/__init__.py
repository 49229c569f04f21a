"""The gaming tables: set up, watched over, kept for somebody, opened and closed."""
