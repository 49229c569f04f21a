"""The moments of a round at which something goes wrong, and what must come of it."""

from tests.house.at_table_cast import DEPUTY, PRIYA
from tests.house.topics_cast import named

MISDEAL, VOID, ON = "misdeal", "the round is void", "play goes on"
BOARD = ("2c", "7d", "9h")
UP, REST = "As", ["Kd", "4c", "3h", "2s"]
PLAIN = {1: ["4s", "Jc"], 3: ["5s", "Qc"], 5: ["6s", "Kc"]}  # worth nothing
HANDS = {
    seat: [rank + suit for rank in "68TJQ"]
    for seat, suit in zip((1, 3, 5), "sch", strict=True)
}  # flushes that beat the Dealer's ace and king


def no_stake(_table):
    """Nobody has staked anything."""


def staked(table):
    """Everybody has placed an Ante, and no card is out."""
    table.antes()


def dealing(table):
    """The cards are out, but nobody may look yet."""
    table.antes()
    table.must("no_more_bets")
    table.must("deal")


def deciding(table):
    """The first decision is due."""
    table.antes()
    table.deal_out(UP)


def first_bet(table):
    """One player has bet, the others have not."""
    deciding(table)
    table.must("bet", seat=table.seats[0], amount=20_00)


def one_folded(table):
    """One player has bet and another has folded."""
    deciding(table)
    table.bet_all({table.seats[0]: 20_00, table.seats[1]: "fold"})


def all_bet(table):
    """Everybody has bet, and no card is turned yet."""
    deciding(table)
    table.bet_all(dict.fromkeys(table.seats, 20_00))


def settling(table):
    """Everything is bet and shown; the hands wait to be settled."""
    if table.code == "VIC99":
        all_bet(table)
        table.must("reveal", cards=REST)
        return
    deciding(table)
    for card in BOARD:
        table.street(card, dict.fromkeys(table.seats, 10_00))


def ruled_on(floor, node, code, when, what, asked, fate, back, **table):
    """Rule on something at its moment under the rules the test names, to the end."""
    table = floor.table(code, (1, 3), **table)
    when(table)
    staked = table.at_stake
    area_manager = code == "CROWN3" and what == "wrong-hand-count"
    rules = {rule for rule in named(node) if rule.startswith(code)}
    row = table.ruled(what, *rules, by=DEPUTY if area_manager else PRIYA, **asked)
    assert row.rule_id in rules, row.rule_id
    assert (row.fate.value, row.returned) == (fate, back)
    came = to_the_end(table)
    if fate != ON:
        assert row.returned == staked == sum(stake for stake, _, _ in came.values())
        under = {(0, effect["rule"]) for effect in row.effects}
        assert {(net, rule) for _, net, rule in came.values()} <= under
    for effect in row.effects:
        meets(came, effect, row)
    return table, row


def meets(came, effect, row):
    """A stake met the fate that the ruling gave it."""
    stake, net, rule = came.get((effect["seat"], effect["wager"]), (0, 0, ""))
    whole = sum(
        e["amount"]
        for e in row.effects
        if (e["seat"], e["wager"]) == (effect["seat"], effect["wager"])
    )
    if effect["fate"] == "goes back" and effect["amount"] == whole:
        assert net == effect["won"], effect
    elif effect["fate"] == "goes back":
        assert stake == whole - effect["amount"], effect
    elif effect["fate"] == "is collected":
        assert (net, rule) == (-effect["amount"], effect["rule"]), effect


def to_the_end(table):
    """Play on with the least of everything, and see what is kept."""
    hands = HANDS if table.code == "VIC99" else PLAIN
    while not table.position.over:
        found = {}
        for offer in table.offers:
            found.setdefault(offer.act, offer)
        if "close" in found:
            table.must("close")
        elif "settle" in found:
            seat = found["settle"].seat
            table.must("settle", seat=seat, cards=hands[seat])
        elif "ante" in found and not table.at_stake:
            return {}
        else:
            _go_on(table, found)
    return table.came_to()


def _go_on(table, found):
    if "bet" in found:
        bets = [offer for offer in table.offers if offer.act == "bet"]
        table.bet_all({offer.seat: offer.amounts.least for offer in bets})
    elif table.code == "VIC99" and "reveal" in found:
        table.must("reveal", cards=REST)
    elif "turn_up" in found:
        table.must("turn_up", cards=[UP])
    elif table.code == "VIC99":
        table.must("bet_or_fold")
    elif "reveal" in found or table.state.shown:
        table.turn(BOARD[table.state.shown])
    elif "no_more_bets" in found:
        table.must("no_more_bets")
    else:
        table.must("bet_or_fold" if "bet_or_fold" in found else "deal")
