"""What must happen by when, and what must be told to whom."""
