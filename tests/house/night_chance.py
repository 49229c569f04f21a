"""What happens next at a table by chance: taps, cards, corrections, answers."""

from game.irregularities.answers import Answer
from game.play import Move

SEATS = (1, 2, 4)
LUCKY = ("Ah", "Kh", "Qh", "Jh", "Th", "9h")
BACK = {"take_back", "refuse_wager", "concede", "deem_folded", "forfeit"}


def chosen(rng, now, luck=0.6, without=(), seats=SEATS):
    """One thing on offer with everything filled in, mostly one that goes forward."""
    mine = [o for o in now.game.offers(now.state) if o.seat in (None, *seats)]
    offers = [o for o in mine if not o.blind and o.act != "bet_blind"]
    if not offers:  # betting was closed before anybody bet: it is refused
        return {"act": "close"}
    offers = [o for o in offers if o.act not in without] or offers
    forward = [o for o in offers if o.act not in BACK] or offers
    calls = [o for o in forward if o.seat is None]
    offer = rng.choice(calls if calls and rng.random() < 0.3 else forward)
    if rng.random() < 0.03:
        offer = rng.choice(offers)
    return filled(rng, now, offer, luck=luck)


def ahead(rng, now, antes=2):
    """What brings a round with jackpot wagers to its first card."""
    by_act = {}
    for offer in now.game.offers(now.state):
        if offer.seat in (None, *SEATS) and not offer.blind:
            by_act.setdefault(offer.act, []).append(offer)
    done = {move.act for move in now.state.moves}
    wanted = ["register_jackpot"]
    wanted += [] if "offer_jackpot" in done else ["offer_jackpot"]
    wanted += ["ante"] if len(now.game.staked(now.state)) < antes else []
    for act in (*wanted, "no_more_bets", "deal"):
        if act in by_act:
            fields = filled(rng, now, rng.choice(by_act[act]), extras=1)
            if "amount" in fields:
                fields["amount"] = min(o.amounts.least for o in by_act[act])
            return fields
    return chosen(rng, now)


def filled(rng, now, offer, extras=0.8, luck=0.6):
    """An offer with everything filled in that it asks for."""
    form = now.game.acts[offer.act].form
    taken, fields = form.needs | form.takes, {"act": offer.act}
    if offer.seat is not None and "seat" in taken:
        fields["seat"] = offer.seat
    if offer.spot is not None:
        fields["spot"] = offer.spot
    if offer.amounts is not None and "amount" in taken:
        low, over = offer.amounts.least, offer.amounts.most + offer.amounts.step
        fields["amount"] = rng.choice([low, low, *offer.amounts.taps, over])
    if offer.extras and rng.random() < extras:
        fields["also"] = {extra.wager: extra.amounts.least for extra in offer.extras}
    if offer.cards is not None:
        fields["cards"] = keyed(rng, now, offer, luck)
    if "grounds" in offer.needs:
        fields["grounds"] = "Seen to touch the cards"
    return fields


def keyed(rng, now, offer, luck):
    """Cards that are left, often ones that make a straight or a royal flush."""
    left = now.game.write(Move("deal", cards=tuple(offer.cards.left)))["cards"]
    good = [card for card in left if card in LUCKY]
    if len(good) >= offer.cards.count and rng.random() < luck:
        return good[: offer.cards.count]
    return rng.sample(left, offer.cards.count)


def changed(rng, now, move):
    """A move as it should have been: another amount, other cards, or as it was."""
    plain = now.game.write(move)
    if "amount" in plain and rng.random() < 0.5:
        plain["amount"] = rng.choice([10_00, 15_00, 20_00, 30_00])
    if "also" in plain and move.act == "ante" and rng.random() < 0.5:
        plain.pop("also")
    if move.cards and now.state.setup.cards == "dealt":
        plain.pop("cards")
    elif move.cards and len(move.cards) <= len(LUCKY) and rng.random() < 0.5:
        plain["cards"] = rng.sample([*LUCKY, "2c", "7d", "8s"], len(move.cards))
    return plain


def answered(rng, question):
    """An answer that can be true."""
    values = [value for value, _ in question.options]
    match question.answer:
        case Answer.SEAT | Answer.ONE_OF:
            return rng.choice(values)
        case Answer.SEATS:
            return rng.sample(values, 1)
        case Answer.YES_OR_NO:
            return rng.random() < 0.5
        case Answer.WORDS:
            return "Nobody saw it." if question.needed else ""
        case Answer.CARDS:
            return "AsKd" if question.needed else ""
    most = min(question.most, 80_00)
    return str(rng.choice([question.least, max(question.least, min(52, most)), most]))
