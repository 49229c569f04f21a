// The table console: picks seats, keys cards, and sends taps through the queue.
import { Queue } from "./console/queue.js";
import { Line } from "./console/line.js";
import { Keying } from "./console/keying.js";
import { amountOf, example, read, written } from "./console/amounts.js";

const page = document.body;
const hold = document.getElementById("hold");
const table = page.dataset.table;

// Every tablet has a name of its own, so that two of them know of each other.
const device = (() => {
  const kept = localStorage.getItem("device");
  const name = kept ?? crypto.randomUUID();
  if (!kept) localStorage.setItem("device", name);
  return `${name.slice(0, 23)}-${tab()}`;
})();

function tab() {
  const kept = sessionStorage.getItem("tab") ?? crypto.randomUUID().slice(0, 8);
  sessionStorage.setItem("tab", kept);
  return kept;
}

const now = () => document.getElementById("console");
// The round and its last action: the one on the page, or our own that it does not show yet.
const seen = () => ({ round: Number(now().dataset.round), expected: queue.done || Number(now().dataset.seq) });
let chosen = null; // the seat somebody picked; else whose turn it is

const queue = new Queue({ table, rounds: page.dataset.rounds, csrf: page.dataset.csrf, changed: tapsChanged, refused, answered: () => line.ask() });
const line = new Line({ url: page.dataset.now, device, tag: hold.dataset.tag, swap, changed: connection });
const keying = new Keying((move, say) => tap(move, say));

// Moves in the round this page has seen, counted behind those still waiting.
function tapAll(moves) {
  const at = seen(), first = at.expected + queue.waiting("actions"), sent_at = new Date().toISOString();
  queue.addAll(moves.map(({ move, say }, place) => ({ path: "actions", body: { round: at.round, expected: first + place, action: move, sent_at }, say })));
}

const tap = (move, say) => tapAll([{ move, say }]);

function swap(html) {
  const turn = now()?.dataset.turn, round = now()?.dataset.round, before = standing(chosen);
  const typed = [...document.querySelectorAll("[data-choices] [name], [data-sit] [name], [data-cards-form] [name], [data-send-form] [name]")].map((field) => [field.id, field.value, field.dataset.was]);
  hold.innerHTML = html;
  queue.done = 0;
  for (const [id, value, was] of typed) keepTyped(id, value, was);
  if (turn !== now().dataset.turn || round !== now().dataset.round || standing(chosen) !== before) chosen = null;
  dress();
}

// What a seat that was picked can be asked: it stays picked as long as that stays the same.
function standing(seat) {
  const there = document.querySelector(`.seat[data-seat="${seat}"]`);
  return `${there?.classList.contains("free")} ${document.querySelector(`[data-ask="${seat}"]`) !== null}`;
}

// Somebody else's tap draws the page anew; what is being typed or chosen here stays.
function keepTyped(id, value, was) {
  const field = id && document.getElementById(id);
  if (field && value !== was && field.dataset.was === was) field.value = value;
}

function dress() {
  keying.begin(document.querySelector("[data-keying]"));
  choose(chosen);
  queue.show(document.querySelector("[data-taps]"));
  connection(line.alive, line.since);
  countDown();
  openSays();
}

// Which seat's answers the foot shows: the picked one, the one whose turn it is, or the table's.
function choose(seat) {
  chosen = seat;
  const turn = Number(now().dataset.turn) || null;
  const at = seat ?? (document.querySelector("[data-keying]") ? null : turn);
  for (const each of document.querySelectorAll(".seat")) each.classList.toggle("chosen", Number(each.dataset.seat) === seat);
  for (const each of document.querySelectorAll("[data-pick]")) each.setAttribute("aria-pressed", String(Number(each.dataset.pick) === seat));
  const panel = panelFor(seat === null && !document.querySelector(`[data-ask="${at}"]`) ? null : at);
  for (const each of document.querySelectorAll("[data-ask]")) each.hidden = each !== panel;
}

function panelFor(seat) {
  const find = (name) => document.querySelector(`[data-ask="${name}"]`);
  if (seat === null) return find("table");
  const own = find(seat);
  if (own) return own;
  const there = document.querySelector(`.seat[data-seat="${seat}"]`);
  const free = there.classList.contains("free");
  const panel = find(free ? "sit" : "sits");
  panel.querySelector(free ? "[data-sit-title]" : "[data-sits-title]").textContent = `Seat ${seat}`;
  if (!free) {
    panel.querySelector("[data-sits-who]").textContent = there.querySelector("h2").textContent;
    panel.querySelector("[data-leave]").dataset.leave = seat;
  }
  return panel;
}

// What was chosen for the next round, in the words the house reads; null if something cannot be read.
function choices() {
  const chosen = {};
  for (const field of document.querySelectorAll("[data-choices] [name]")) {
    const text = field.value.trim(), kind = field.dataset.kind;
    if (kind === "flag") chosen[field.name] = text === "yes";
    else if (!text || kind === "text") chosen[field.name] = text || null;
    else {
      chosen[field.name] = read(text, kind);
      if (chosen[field.name] === null) return point(field, example(kind)), null;
    }
  }
  return chosen;
}

function openRound(button) {
  const options = choices();
  const deck = JSON.parse(button.dataset.deck ?? "{}");
  if (options) queue.add("open", { options, ...(deck.back && keyed() ? { deck } : {}) }, "Open the next round");
}

const keyed = () => document.getElementById("choice-cards")?.value !== "dealt";

// The way on says what was done to the deck, where a dealer's hand deals it.
function openSays() {
  const button = document.querySelector("[data-open][data-deck]");
  if (!button) return;
  const prepared = button.querySelector("[data-prepared]");
  if (prepared) prepared.hidden = !keyed();
  button.setAttribute("aria-disabled", String("blocked" in button.dataset && keyed()));
}

// Something said of the cards: confirmed, ordered with a reason, or counted.
function aboutCards(body, near, say) {
  const why = document.querySelector("[data-cards-why]"), reason = why?.value.trim() ?? "";
  if ("needsWhy" in near.dataset && !reason) return why.setAttribute("aria-invalid", "true"), why.focus();
  queue.add("cards", { ...body, ...(reason ? { reason } : {}) }, say);
}

// What is wrong, at the field it is wrong with.
function point(field, why) {
  const says = document.getElementById(`says-${field.name}`);
  if (says) says.textContent = why, says.className = "wrong";
  field.setAttribute("aria-invalid", "true");
  field.focus();
}

function refused(tap) {
  keying.again();
  for (const { field, text } of tap.why ?? []) {
    const place = field && tap.path === "open" && document.getElementById(`choice-${field}`);
    if (place) point(place, text);
  }
}

const off = (element) => element.getAttribute("aria-disabled") === "true";

addEventListener("click", (event) => {
  const at = (selector) => event.target.closest(selector);
  let on;
  if ((on = at("[data-pick]"))) {
    const seat = Number(on.dataset.pick);
    choose(chosen === seat ? null : seat);
    if (!document.querySelector('[data-ask="sit"]').hidden) document.getElementById("sit-card").focus();
  } else if ((on = at("[data-card]")) && !off(on)) keying.pick(on.dataset.card);
  else if (at("[data-clear-keyed]")) keying.clear();
  else if ((on = at(".toggle"))) toggle(on);
  else if ((on = at("[data-move]")) && !off(on)) tapped(on);
  else if ((on = at("[data-moves]")) && !off(on)) tappedTogether(on);
  else if ((on = at("[data-open]")) && !off(on)) openRound(on);
  else if ((on = at("[data-cards]")) && !off(on)) aboutCards(JSON.parse(on.dataset.cards), on, on.dataset.say);
  else if ((on = at("[data-leave]")) && !off(on)) queue.add("leave", { seat: Number(on.dataset.leave) }, `Seat ${on.dataset.leave} leaves`);
  else if ((on = at("[data-send]")) && !off(on)) queue.add(on.dataset.send, JSON.parse(on.dataset.said), on.dataset.say);
  else if ((on = at("[data-dismiss]"))) queue.dismiss(on.dataset.dismiss);
});

function toggle(button) {
  const on = button.getAttribute("aria-pressed") !== "true";
  for (const each of button.parentElement.querySelectorAll(".toggle")) each.setAttribute("aria-pressed", "false");
  button.setAttribute("aria-pressed", String(on));
}

// An ante takes the wagers beside it along, and says what it is put down in if not in chips.
function withExtras(move, near) {
  if (move.act !== "ante") return move;
  const also = {}, put = near.closest("[data-ask]").querySelector("[data-medium]")?.selectedOptions[0];
  if (put && put.value !== "chips") move = { ...move, medium: put.value };
  if (put && "changed" in put.dataset) move = { ...move, changed: true };
  for (const group of near.closest("[data-ask]").querySelectorAll("[data-extra]")) {
    const on = group.querySelector('[aria-pressed="true"]');
    if (on) also[group.dataset.extra] = Number(on.dataset.value);
  }
  return Object.keys(also).length ? { ...move, also } : move;
}

function tapped(button) {
  let move = withExtras(JSON.parse(button.dataset.move), button);
  if (button.dataset.needsReason) {
    const field = document.getElementById(button.dataset.needsReason), grounds = field.value.trim();
    if (!grounds) return field.setAttribute("aria-invalid", "true"), field.focus();
    move = { ...move, grounds };
  }
  button.setAttribute("aria-busy", "true");
  tap(move, spoken(move, button.dataset.say));
}

function tappedTogether(button) {
  button.setAttribute("aria-busy", "true");
  tapAll(JSON.parse(button.dataset.moves).map((move) => ({ move, say: spoken(move, button.dataset.say) })));
}

const spoken = (move, say) => (move.seat ? `Seat ${move.seat}: ${say}` : say);

addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("[data-typed]")) keyAmount(event, form);
  else if (form.matches("[data-sit]")) sitDown(event, form);
  else if (form.matches("[data-undo]")) undo(event, form);
  else if (form.matches("[data-send-form]")) {
    event.preventDefault();
    queue.add(form.dataset.sendForm, { ...JSON.parse(form.dataset.said), ...Object.fromEntries(new FormData(form)) }, form.dataset.say);
  } else if (form.matches("[data-cards-form]")) {
    event.preventDefault();
    const typed = Object.fromEntries([...new FormData(form)].filter(([, value]) => value.trim()));
    aboutCards({ ...JSON.parse(form.dataset.cardsForm), ...typed }, form, form.dataset.say);
    form.reset();
  }
}, true);

addEventListener("change", (event) => event.target.id === "choice-cards" && openSays());

function keyAmount(event, form) {
  event.preventDefault();
  const amount = amountOf(form.amount.value, form.dataset);
  form.querySelector(".wrong")?.remove();
  if (typeof amount === "string") {
    form.insertAdjacentHTML("beforeend", '<p class="wrong" role="alert"></p>');
    form.querySelector(".wrong").textContent = amount;
    form.amount.setAttribute("aria-invalid", "true");
    return;
  }
  const move = withExtras({ ...JSON.parse(form.dataset.typed), amount }, form);
  tap(move, spoken(move, written(amount, form.dataset.unit)));
}

function sitDown(event, form) {
  event.preventDefault();
  const card = form.card.value.trim(), player = form.player.value.trim();
  if (!card && !player) return form.card.focus();
  const seat = chosen;
  queue.add("sit", { seat, ...(card ? { card } : { player }) }, `Seat ${seat}: ${card || player} sits down`);
  form.reset();
}

function undo(event, form) {
  event.preventDefault();
  const reason = event.submitter?.value || form.why.value.trim();
  if (!reason) return form.why.focus();
  queue.add("undo", { ...seen(), reason }, `Undo: ${reason}`);
}

addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (keying.key(event.key)) event.preventDefault();
  else if (event.key === "Escape") choose(null);
  else if (/^[1-9]$/.test(event.key) && !document.querySelector("[data-keying]")) {
    document.querySelector(`[data-pick="${event.key}"]`)?.click();
  }
});

function tapsChanged() {
  queue.show(document.querySelector("[data-taps]"));
}

function connection(alive, since) {
  page.classList.toggle("dead", !alive);
  const place = document.querySelector("[data-line]");
  if (!place) return;
  const icon = `<svg class="i" aria-hidden="true"><use href="${page.dataset.icons}#${alive ? "link" : "stop"}"/></svg>`;
  const waits = queue.waiting();
  const since_ = since ? new Date(since).toLocaleTimeString([], { hour12: false, timeZone: page.dataset.zone }) : "";
  place.innerHTML = alive
    ? `<span class="on">${icon}<span class="vh">Connected</span></span>`
    : `<span class="off" role="alert">${icon}<span>No connection since ${since_}<br>${waits} ${waits === 1 ? "tap waits" : "taps wait"}, ${page.dataset.kept}</span></span>`;
  if (alive) queue.send();
}

function countDown() {
  const place = document.querySelector("[data-clock]"), until = now().dataset.until;
  if (!place) return;
  place.hidden = !until;
  if (!until) return page.classList.remove("late");
  const left = Math.ceil((Date.parse(until) - Date.now()) / 1000);
  place.querySelector("b").textContent = left > 0 ? `${left} s` : "over";
  page.classList.toggle("late", left <= 5);
}

setInterval(countDown, 500);
dress();
line.start();
queue.send();
