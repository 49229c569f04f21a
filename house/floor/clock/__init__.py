"""The clock of the house: what it stops once it was moved back."""
