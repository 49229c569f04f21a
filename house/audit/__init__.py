"""The record: every act and every refusal, appended, each chained to the one before."""

from house.audit.record import SYSTEM, Act, Actor, Subject, record, take_turn

__all__ = ["SYSTEM", "Act", "Actor", "Subject", "record", "take_turn"]
