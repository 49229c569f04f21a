// Keying cards: tap them on the deck, or type rank and suit; the last one sends them.
const RANKS = "23456789TJQKA", SUITS = "cdhs";
const PRETTY = { c: "♣", d: "♦", h: "♥", s: "♠" };

export class Keying {
  constructor(send) {
    this.send = send;
    this.begin(null);
  }

  begin(area) {
    const at = area?.closest("#console").dataset, asked = area && [at.round, at.seq, area.dataset.keying].join(" ");
    const same = asked === this.asked;
    this.asked = asked;
    this.area = area;
    this.move = area?.dataset.keying;
    // What is keyed while a hand is on its way belongs to the next one, a rank without its suit too.
    const goesOn = same || this.ahead;
    this.cards = goesOn ? this.cards.filter((card) => area?.querySelector(`[data-card="${card}"]`)) : [];
    this.rank = goesOn ? this.rank : "";
    this.ahead &&= same;
    this.show();
    this.sendIfWhole();
  }

  // The hand did not count: what is keyed now is that hand again.
  again() {
    this.ahead = false;
    this.clear();
  }

  pick(card) {
    const button = this.area?.querySelector(`[data-card="${card}"]`);
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    const at = this.cards.indexOf(card);
    if (at >= 0) this.cards.splice(at, 1);
    else this.cards.push(card);
    this.show();
    this.sendIfWhole();
  }

  sendIfWhole() {
    if (!this.area || this.ahead || this.cards.length < Number(this.area.dataset.count)) return;
    const cards = this.cards;
    this.cards = [];
    this.ahead = true;
    this.show();
    this.send({ ...JSON.parse(this.move), cards }, `${this.area.dataset.say}: ${cards.map(pretty).join(" ")}`);
  }

  clear() {
    this.cards = [];
    this.rank = "";
    this.show();
  }

  // A rank, then a suit: “q” “h”. “1” and “0” are a ten.
  key(key) {
    if (!this.area || key.length !== 1) return false;
    const rank = key === "0" || key === "1" ? "T" : key.toUpperCase();
    const suit = key.toLowerCase();
    if (this.rank && SUITS.includes(suit)) {
      const card = this.rank + suit;
      this.rank = "";
      this.pick(card);
      return true;
    }
    if (!RANKS.includes(rank)) return false;
    this.rank = rank;
    this.show();
    return true;
  }

  show() {
    const place = this.area?.querySelector("[data-keyed]");
    if (!place) return;
    place.textContent = [...this.cards.map(pretty), this.rank].filter(Boolean).join(" ");
    for (const each of this.area.querySelectorAll("[data-card]")) each.setAttribute("aria-pressed", String(this.cards.includes(each.dataset.card)));
  }
}

const pretty = (card) => (card[0] === "T" ? "10" : card[0]) + PRETTY[card[1]];
