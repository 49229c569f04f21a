"""Over- and underpayments, and what a patron may still stake."""
