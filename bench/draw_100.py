"""A hundred winners from a million holders, once the list is frozen."""

from bench.frozen_list import milliseconds

BENCHMARK = milliseconds("draw-100", 100, "one winner from the same list", 50)
