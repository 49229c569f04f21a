// Taps wait here until the house has answered them: in order, each under its own key.
import { pause } from "../pace.js";

const SENT_SHOWN = 3, RETRY = 1500, TOGETHER = 40;

export class Queue {
  constructor({ table, rounds, csrf, changed, refused, answered }) {
    Object.assign(this, { rounds, csrf, changed, refused, answered });
    this.name = `taps-${table}`;
    this.taps = JSON.parse(sessionStorage.getItem(this.name) ?? "[]");
    this.sending = false;
    this.done = 0; // the last action of ours that the page does not show yet
  }

  add(path, body, say) {
    this.addAll([{ path, body, say }]);
  }

  // Taps that one touch made go together: one that is refused stops none of the others.
  addAll(taps) {
    const group = crypto.randomUUID();
    this.taps.push(...taps.map((tap) => ({ key: crypto.randomUUID(), group, ...tap, state: "unsent", at: Date.now() })));
    this.keep();
    this.send();
  }

  waiting(path = "") {
    return this.taps.filter((tap) => tap.state === "unsent" && (!path || tap.path === path)).length;
  }

  dismiss(key) {
    this.taps = this.taps.filter((tap) => tap.key !== key);
    this.keep();
  }

  keep() {
    const done = this.taps.filter((tap) => tap.state === "sent");
    const old = new Set(done.slice(0, -SENT_SHOWN));
    this.taps = this.taps.filter((tap) => !old.has(tap));
    sessionStorage.setItem(this.name, JSON.stringify(this.taps));
    this.changed();
  }

  // Send what waits, in order; a tap without an answer keeps its key and its place.
  // However many were held back, the table is looked at once, after the last.
  async send() {
    if (this.sending) return;
    this.sending = true;
    let told = false;
    try {
      for (let taps = this.next(); taps.length; taps = this.next()) {
        if (!(await this.deliver(taps))) break;
        told = true;
      }
    } finally {
      this.sending = false;
      if (told) this.answered();
    }
  }

  // The first tap that waits, with the actions held back behind it: they go in one request.
  next() {
    const unsent = this.taps.filter((tap) => tap.state === "unsent");
    const follows = (tap, place) =>
      tap.path === "actions" && tap.body.round === unsent[0].body.round && tap.body.expected === unsent[0].body.expected + place;
    const gap = unsent.findIndex((tap, place) => !follows(tap, place));
    return unsent.slice(0, Math.min(gap < 0 ? TOGETHER : Math.max(gap, 1), TOGETHER));
  }

  async deliver(taps) {
    const [first] = taps;
    let answer;
    try {
      answer = await fetch(`${this.rounds}/${first.path}`, {
        method: "POST",
        redirect: "manual",
        headers: { "Content-Type": "application/json", Accept: "application/json", "Idempotency-Key": first.key, "X-CSRFToken": this.csrf },
        body: JSON.stringify(taps.length > 1 ? together(taps) : first.body),
        signal: AbortSignal.timeout(10000),
      });
    } catch {
      return this.later();
    }
    if (answer.type === "opaqueredirect") return location.reload(), false;
    if (answer.status >= 500 || answer.status === 429) return this.later(answer);
    const told = await answer.json().catch(() => ({}));
    const done = answer.ok ? taps.length : (told.done ?? 0);
    for (const tap of taps.slice(0, done)) tap.state = "sent";
    if (answer.ok && told.seq) this.done = told.seq;
    if (!answer.ok) {
      Object.assign(taps[done], { state: "refused", why: reasons(answer.status, told) });
      this.goOnWithout(taps[done]);
    }
    this.keep();
    if (!answer.ok) this.refused(taps[done]);
    return true;
  }

  // What was tapped together with a refused tap counts one less; after a stale one it is gone.
  goOnWithout(refused) {
    const rest = this.taps.filter((tap) => tap.state === "unsent" && tap.group === refused.group);
    if (refused.why.some(({ field }) => field === "expected")) this.taps = this.taps.filter((tap) => !rest.includes(tap));
    else for (const tap of rest) tap.body.expected -= 1;
  }

  later(answer) {
    setTimeout(() => this.send(), pause(RETRY, answer));
    return false;
  }

  show(place) {
    if (!place) return;
    const list = this.taps.filter((tap) => tap.state !== "sent").concat(this.taps.filter((tap) => tap.state === "sent").slice(-1));
    place.replaceChildren();
    if (!list.length) return;
    const box = document.createElement("ul");
    box.className = "taps";
    box.append(...list.map(row));
    place.append(box);
  }
}

function together(taps) {
  const { round, expected, sent_at } = taps[0].body;
  return { round, expected, sent_at, actions: taps.map((tap) => ({ key: tap.key, action: tap.body.action })) };
}

const ICONS = { unsent: "clock", sent: "check", refused: "stop" };
const WORDS = { unsent: "Unsent", sent: "Sent", refused: "Refused" };

function row(tap) {
  const item = document.createElement("li");
  item.className = tap.state;
  const icons = document.body.dataset.icons;
  item.innerHTML = `<svg class="i" aria-hidden="true"><use href="${icons}#${ICONS[tap.state]}"/></svg>`;
  const said = document.createElement("div");
  said.className = "reasons";
  const head = document.createElement("b");
  head.textContent = `${WORDS[tap.state]}: ${tap.say}`;
  if (tap.state === "refused") said.append(head, ...tap.why.map(reason));
  else said.textContent = `${WORDS[tap.state]}: ${tap.say}`;
  item.append(said);
  if (tap.state === "refused") item.append(dismiss(tap.key));
  return item;
}

function reason({ rule, text }) {
  const line = document.createElement("span");
  line.textContent = `${text} `;
  if (rule) {
    const link = document.createElement("a");
    link.className = "cite";
    link.href = document.body.dataset.rules.replace("RULE", encodeURIComponent(rule));
    link.textContent = rule;
    line.append(link);
  }
  return line;
}

function dismiss(key) {
  const button = document.createElement("button");
  button.className = "btn quiet";
  button.type = "button";
  button.dataset.dismiss = key;
  button.textContent = "Seen";
  return button;
}

function reasons(status, told) {
  if (told.refused) return told.refused.map((each) => ({ rule: each.rule, field: each.field, text: [each.wrong, each.right].filter(Boolean).join(" ") }));
  if (status === 403) return [{ text: "This is not yours to do." }];
  return [{ text: told.detail ?? "It could not be read. Nothing was done." }];
}
