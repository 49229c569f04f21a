"""Jackpots as pure values: the meter, who may join it, and what each winner gets."""
