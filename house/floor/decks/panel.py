"""Where the cards of a table stand, and what may be done to them now, for a page."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from game import deck
from game.deck import Pack
from game.ranks import Rank
from house.floor.decks.models import CardAct
from house.floor.decks.standing import Cards, cards_of, with_vacancy
from house.floor.decks.wording import decks, described, done
from house.floor.models import TableRow
from rulebook import Cite, Cited, Refusal, Refused


@dataclass(frozen=True, slots=True)
class Order:
    """Something that may be ordered of the cards, or why it may not."""

    act: CardAct
    label: str
    cite: Cite
    says: dict[str, Any]
    refused: Refused | None = None
    needs_reason: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """The cards of a table as its pages show them."""

    pack: Pack
    in_play: bool
    orders: tuple[Order, ...]

    @property
    def stands(self) -> str:
        """How the cards stand, in a sentence."""
        return described(self.pack)

    @property
    def decks(self) -> str:
        """The decks of the table in words."""
        return decks(self.pack)

    @property
    def steps(self) -> tuple[Cited[deck.Step], ...]:
        """What the deck of the next round still needs."""
        return deck.steps(self.pack)

    @property
    def said(self) -> str:
        """What a tap says was done to the deck: “Shuffled and cut”."""
        return done(self.pack, tuple(step.value for step in self.steps))

    @property
    def asked(self) -> dict[str, Any]:
        """The same as the console sends it; empty where nothing is asked."""
        steps = [step.value.value for step in self.steps]
        return {"back": self.pack.back, "steps": steps} if steps else {}

    @property
    def in_the_way(self) -> tuple[Refusal, ...]:
        """What keeps the next round from opening, apart from those steps."""
        missing = deck.ready(self.pack)
        found = missing.refusals if missing else ()
        return tuple(refusal for refusal in found if refusal.field != "steps")

    @property
    def count_due(self) -> Cited[int] | None:
        """The rule by which the cards are to be counted now."""
        return deck.count_due(self.pack)

    @property
    def may_count(self) -> bool:
        """Whether a count may be keyed: one is due, or the stub may always be."""
        asked = self.pack.rules.count is not None and self.pack.played > 0
        return self.pack.away is None and (asked or self.count_due is not None)

    @property
    def in_rack(self) -> str:
        """The back of the deck that is counted."""
        return deck.in_rack(self.pack)

    @property
    def counted_at_end(self) -> Cite | None:
        """The rule that asks for a count when the table closes now."""
        ends = deck.counted_at_end(self.pack, None)
        return ends.refusals[0].cite if isinstance(ends, Refused) else None


def panel(session: Session, table: TableRow, rank: Rank) -> Panel:
    """The cards of a table now, for somebody of this rank."""
    cards = cards_of(session, table)
    pack = with_vacancy(session, table, cards)
    return Panel(pack, cards.in_play, tuple(_orders(pack, cards, rank)))


def _orders(pack: Pack, cards: Cards, rank: Rank) -> Iterator[Order]:
    rules, open_ = pack.rules, cards.in_play
    abnormal = deck.order_shuffle(pack, rank, abnormal=True)
    cause = deck.order_shuffle(pack, rank, abnormal=False, reason="-")
    cut = deck.order_cut(pack, rank, first_card_dealt=open_)
    count = deck.order_count(pack, rank)
    new = deck.replace_cards(pack, rank, round_open=open_)
    shuffle = CardAct.ORDER_SHUFFLE
    run, why = {"abnormal": True}, rules.shuffle.cause.cite
    yield _order(shuffle, "Abnormal run", rules.shuffle.abnormal.cite, abnormal, run)
    yield _order(shuffle, "Shuffle again", why, cause, {}, needs_reason=True)
    yield _order(CardAct.ORDER_CUT, "Fresh cut", rules.cut.again.cite, cut)
    yield _order(CardAct.ORDER_COUNT, "Count", rules.count_ordered_by.cite, count)
    yield _order(CardAct.REPLACE, "New cards", rules.replace.cite, new)
    if rules.shuffle.each_round is None:
        over = deck.end_shoe(pack, round_open=open_)
        yield _order(CardAct.END_SHOE, "Shoe is over", rules.shuffle.random, over)


def _order(  # noqa: PLR0913
    act: CardAct,
    label: str,
    cite: Cite,
    verdict: Pack | Refused,
    says: dict[str, Any] | None = None,
    *,
    needs_reason: bool = False,
) -> Order:
    refused = verdict if isinstance(verdict, Refused) else None
    body = {"act": act.value, **(says or {})}
    return Order(act, label, cite, body, refused, needs_reason)
