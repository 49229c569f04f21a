"""Prize meters: what they hold, which tables feed them, what they pay."""
