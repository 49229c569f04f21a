"""What the fields and choices of the editor are called, and what helps to fill them."""

import re
from typing import NamedTuple

from rulebook import DOCUMENTS


class Label(NamedTuple):
    """What a field is called, a word of help, and what a row of it is."""

    name: str
    hint: str = ""
    row: str = ""


_L = Label
EDITIONS = "; ".join(
    f"{source.code}: {' or '.join(edition.name for edition in source.editions)}"
    for source in DOCUMENTS
)
LABELS: dict[str, Label] = {
    "details.names.tournament": _L("Name of the tournament"),
    "details.names.venue": _L("Venue"),
    "details.names.operator": _L("Held by"),
    "details.names.regulator": _L("Regulator"),
    "details.names.approvers": _L("Who approves staff as players"),
    "details.names.promoted": _L("What pictures may promote"),
    "details.names.fair_trading_act": _L("Fair trading Act"),
    "details.names.consumer_act": _L("Consumer Act"),
    "details.names.game": _L("Game"),
    "details.names.rulebook": _L("Rules of the game"),
    "details.names.edition": _L("Edition of the rules", EDITIONS),
    "details.dates.starts_at": _L("Starts"),
    "details.dates.ends_at": _L("Over by", "The latest end you expect"),
    "details.fees.entry_fee_cents": _L("Entry fee", "0 for none"),
    "details.fees.buy_in_cents": _L("Buy-in", "0 for none"),
    "details.fees.rebuy_cents": _L("Re-buy", "0 for none"),
    "details.fees.rebuy_chips": _L("Chips for a re-buy"),
    "details.fees.rebuys_most": _L("Re-buys each"),
    "details.fees.add_on_cents": _L("Add-on", "0 for none"),
    "details.fees.add_on_chips": _L("Chips for an add-on"),
    "details.fees.add_ons_most": _L("Add-ons each"),
    "details.players.minimum": _L("Fewest players"),
    "details.players.expected": _L("Expected", "For the house only"),
    "details.players.maximum": _L("Most players"),
    "details.players.below_minimum": _L("With fewer entries"),
    "details.location.place": _L("Where in the house"),
    "details.starts.notice_minutes": _L("Notice, minutes"),
    "details.starts.told_how": _L("Players are told", "Such as: at the tables"),
    "entry.eligibility.least_age": _L("Least age"),
    "entry.refusal.reserved": _L("Applications may be refused"),
    "entry.selection.applies": _L("Entrants are selected"),
    "entry.selection.criteria": _L("By which criteria"),
    "entry.staff.charity_or_media": _L("A charity or media event"),
    "entry.staff.others_may_win": _L("Others than staff may win"),
    "entry.copies.how": _L("Where copies are had"),
    "entry.signature.required": _L("Players sign the terms"),
    "entry.method.how": _L("How to enter"),
    "entry.method.opens_at": _L("Entries open"),
    "entry.method.closes_at": _L("Entries close"),
    "entry.withdrawal.free_until": _L("Free of charge until"),
    "entry.withdrawal.never_free": _L("Never free of charge", "A substitute instead"),
    "entry.withdrawal.entries_each": _L("Entries each"),
    "format.stages.stages": _L("Stages", row="stage"),
    "format.stages.stages.name": _L("Name"),
    "format.stages.stages.kind": _L("Kind"),
    "format.stages.stages.starts": _L("Sessions start", row="session"),
    "format.stages.stages.minutes": _L("Minutes a session"),
    "format.stages.stages.tables": _L("Tables"),
    "format.stages.stages.seats": _L("Seats a table"),
    "format.stages.stages.hands": _L("Hands", "Empty: by time"),
    "format.stages.stages.bank_chips": _L("Bank", "If it differs"),
    "format.stages.stages.goes_on": _L("Who goes on"),
    "format.stages.stages.goes_on.top_per_table": _L("Top of each table"),
    "format.stages.stages.goes_on.best_others": _L("Best of the rest"),
    "format.stages.stages.goes_on.best_share": _L("At least this share"),
    "format.stages.stages.goes_on.drawn": _L("Drawn by lot"),
    "format.stages.basis": _L("On what basis it may change"),
    "format.tables.basis": _L("On what basis it may change"),
    "format.progression.stacks": _L("Stacks between stages"),
    "format.buy_back.offered": _L("Buying back in is offered"),
    "format.buy_back.price_cents": _L("Price"),
    "format.buy_back.until_stage": _L("Until which stage"),
    "format.buy_back.times_each": _L("Times each"),
    "format.buy_back.how": _L("How"),
    "format.repechage.offer": _L("Repechage"),
    "format.repechage.qualifies": _L("Who may play it"),
    "format.repechage.price_cents": _L("Fee", "0 for none"),
    "format.bank.bank_chips": _L("Starting bank, chips", "Equal for everyone"),
    "format.bank.made_of": _L("Made of", row="denomination"),
    "format.bank.made_of.denomination_chips": _L("Worth"),
    "format.bank.made_of.count": _L("How many"),
    "format.disposal.disposal": _L("Chips at the end"),
    "format.disposal.cents_per_chip": _L("One chip is worth"),
    "wagers.chips.kind": _L("Chips"),
    "wagers.chips.described": _L("Which are"),
    "wagers.chips.rack": _L("Rack of a table", row="denomination"),
    "wagers.chips.rack.denomination_chips": _L("Worth"),
    "wagers.chips.rack.count": _L("How many"),
    "wagers.compulsory.compulsory": _L("A wager in every hand"),
    "wagers.compulsory.levels": _L("Limits by hand", row="level"),
    "wagers.compulsory.levels.from_hand": _L("From hand"),
    "wagers.compulsory.levels.least_chips": _L("Least Ante"),
    "wagers.compulsory.levels.most_chips": _L("Most", "0: no limit"),
    "wagers.compulsory.levels.step_chips": _L("In steps of"),
    "wagers.compulsory.street_most": _L("Street bet, times the Ante"),
    "wagers.compulsory.basis": _L("On what basis it may change"),
    "wagers.secret.allowed": _L("Secret wagers"),
    "wagers.secret.per_session": _L("For a session"),
    "wagers.secret.on": _L("On which wagers"),
    "wagers.secret.also": _L("What else is agreed"),
    "wagers.short_stack.rule": _L("A stack too short to play on"),
    "elimination.elimination.not_through": _L("Out when not going on"),
    "elimination.elimination.broke": _L("Out without chips"),
    "elimination.elimination.lowest_after_hands": _L(
        "The lowest stack is out after", row="hand"
    ),
    "winners.winner.by": _L("The winner has"),
    "winners.pool.added_cents": _L("Added by the house", "0 for nothing"),
    "winners.pool.shares": _L("Share of each payment"),
    "winners.pool.shares.entry_fee": _L("Entry fee"),
    "winners.pool.shares.buy_in": _L("Buy-in"),
    "winners.pool.shares.rebuy": _L("Re-buy"),
    "winners.pool.shares.add_on": _L("Add-on"),
    "winners.pool.shares.buy_back": _L("Buying back"),
    "winners.pool.at_least_cents": _L("At least", "0: no guarantee"),
    "winners.split.by": _L("Prizes are"),
    "winners.split.tables": _L("Prizes by number of players", row="table of prizes"),
    "winners.split.tables.from_players": _L("From this many players"),
    "winners.split.tables.shares": _L("Shares by place", row="place"),
    "winners.split.tables.amounts_cents": _L("Amounts by place", row="place"),
    "winners.split.seat_cents": _L("A seat is worth"),
    "winners.split.step_cents": _L("Rounded down to"),
    "winners.split.remainder": _L("What is left over"),
    "winners.split.examples": _L("Examples in figures", row="example"),
    "winners.split.examples.players": _L("With this many players"),
    "winners.split.examples.amounts_cents": _L("Prizes by place", row="place"),
    "conduct.penalties.penalties": _L("Penalties", row="penalty"),
    "conduct.penalties.penalties.ground": _L("For"),
    "conduct.penalties.penalties.sanction": _L("Penalty"),
    "conduct.penalties.penalties.most": _L("At most"),
    "conduct.disqualification.grounds": _L("Grounds", row="ground"),
    "conduct.substitutes.allowed": _L("A substitute may be named"),
    "conduct.substitutes.until": _L("Until"),
    "conduct.refunds.cancelled": _L("When it is cancelled"),
    "conduct.refunds.late_withdrawal": _L("After a late withdrawal"),
    "conduct.refunds.absent": _L("To somebody who stays away"),
    "conduct.late.effect": _L("Being late costs"),
    "conduct.late.out_after_minutes": _L("Out after, minutes", "0: never"),
    "conduct.absence.chips": _L("The chips"),
    "conduct.phone.penalty": _L("Penalty"),
    "conduct.phone.penalty.ground": _L("For"),
    "conduct.phone.penalty.sanction": _L("Penalty"),
    "conduct.phone.penalty.most": _L("At most"),
    "conduct.substitution.takes_stack": _L("Takes over the stack"),
    "conduct.substitution.takes_secret_wagers": _L("And the secret wagers left"),
    "conduct.disqualified.chips": _L("The chips"),
    "conduct.retirement.place": _L("Place of who retires"),
    "conduct.privacy.otherwise": _L("What is agreed otherwise"),
    "house.ties.order": _L("A tie is decided by", row="step"),
    "house.ties.play_off_hands": _L("Hands of a play-off"),
    "house.ties.play_off_chips": _L("Chips of a play-off"),
    "house.bet_order.first": _L("Who bets first"),
    "house.bet_order.moves": _L("The first bet moves"),
    "house.short_tables.rule": _L("A short table sends on"),
    "house.short_tables.fewest_seated": _L("Smallest table"),
    "house.first_bets.rule": _L("First bets"),
    "house.equal_chance.boxes_each": _L("Betting areas each"),
    "house.breaks.least_minutes": _L("Between sessions, minutes"),
    "house.breaks.meal_minutes": _L("A meal, minutes"),
    "house.breaks.meal_within_minutes": _L("Within, minutes"),
    "house.practice.demonstration": _L("A demonstration is given"),
    "house.practice.hands": _L("Hands of practice"),
    "house.free.clauses": _L("Clauses in your words", row="clause"),
    "house.free.clauses.heading": _L("Heading"),
    "house.free.clauses.words": _L("Words"),
}
STATED = Label("This statement is made")
SHARES_BACK = {"entry_fee": Label("Entry fee"), "buy_in": Label("Buy-in")}
CHOICES = {
    "cancelled": "It is cancelled",
    "delayed": "The start may be put off",
    "start-again": "Start again",
    "carry-over": "Carry over",
    "no-cash-value": "No cash value",
    "cashed": "Exchanged for cash",
    "ante-taken": "The Ante of each hand missed",
    "hands-missed": "The hands missed",
    "eliminated": "Elimination",
    "largest-remainder": "Goes to the largest fractions",
    "first-place": "Goes to the winner",
    "stay-in-play": "Stay at the seat",
    "removed": "Are taken away",
    "by-stack-then": "By the stack at that time",
    "last-of-stage": "Last of the stage",
    "no-place": "No place",
    "final-stack": "The highest stack of the final",
    "session-stack": "The highest stack of the stage",
    "director": "The Director decides",
    "left": "To the left",
    "right": "To the right",
    "shares": "Shares of the pool",
    "amounts": "Amounts",
    "seats": "Seats in another tournament",
    "equal": "Equally often for everybody",
    "as-it-falls": "As they fall",
    "same-places": "As many as a full one",
    "one-fewer": "One fewer",
    "planned": "Planned",
    "none": "None",
    "main": "On the way to the final",
    "repechage": "Repechage",
    "returned-once": "May return once",
    "drawn": "A seat drawn by lot",
    "earlier-stack": "The stack of the stage before",
    "high-card": "The highest card drawn",
    "shared": "The prize is shared",
    "ante": "The Ante",
    "ante-and-streets": "The Ante and street bets",
    "chips": "Chips taken",
    "hands": "Hands sat out",
    "tournament": "Tournament chips",
    "cash": "Cash chips",
    "everyone": "Everyone eliminated",
    "highest-stacks": "The highest stacks",
}
ROW = re.compile(r"\.\d+")


def label_of(place: str) -> Label:
    """What the field at a place is called."""
    path = ROW.sub("", place)
    name = path.rpartition(".")[2]
    if path in LABELS:
        return LABELS[path]
    if name == "stated":
        return STATED
    return SHARES_BACK.get(name) or Label(name.replace("_", " ").capitalize())


def choice_label(value: str) -> str:
    """What a choice is called."""
    return CHOICES.get(value) or value.replace("-", " ").capitalize()


# Texts that are chosen from a list of the house, not typed.
LISTED = {"details.names.rulebook": tuple(source.code for source in DOCUMENTS)}
