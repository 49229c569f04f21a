"""What both sides of the casino share; it knows no tournament and no promotion."""
