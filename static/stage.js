// The stage asks again every few seconds and says how many names of which draw it has shown: it gets one more at a time,
// so that none is skipped when the line was gone. What it has shown is remembered while the page is open or loaded again.
import { chime, offer } from "./chime.js";
import { pause } from "./pace.js";

const { poll } = document.body.dataset;
const live = document.getElementById("live");
const dead = document.querySelector(".dead");
const EVERY = 2500, PATIENCE = 15000, KEPT = `stage ${poll}`;
let tag = "", heard = Date.now(), seen = JSON.parse(sessionStorage.getItem(KEPT));

const picture = () => {
  const { draw, shown } = live.firstElementChild?.dataset ?? {};
  return { draw: Number(draw ?? 0), shown: Number(shown ?? 0) };
};
const note = () => {
  const was = seen;
  seen = picture();
  sessionStorage.setItem(KEPT, JSON.stringify(seen));
  if (was && seen.shown > (seen.draw === was.draw ? was.shown : 0)) chime();
};
if (seen === null) note();
// Loaded again while the line was gone: what came meanwhile waits for its turn.
else live.hidden = picture().draw !== seen.draw || picture().shown > seen.shown;

const ask = async () => {
  let answer = null;
  try {
    answer = await fetch(`${poll}?draw=${seen.draw}&seen=${seen.shown}`, {
      cache: "no-store",
      headers: tag ? { "If-None-Match": tag } : {},
      signal: AbortSignal.timeout(EVERY * 3),
    });
    if (answer.status === 200) {
      live.innerHTML = await answer.text();
      live.hidden = false;
      tag = answer.headers.get("ETag") ?? "";
      note();
    }
    if (answer.status === 200 || answer.status === 304) heard = Date.now();
  } catch { /* no answer: heard stays where it was */ }
  dead.hidden = Date.now() - heard < PATIENCE;
  dead.querySelector("time").textContent = new Date(heard).toLocaleTimeString("en-AU", { hour12: false });
  document.body.classList.toggle("is-dead", !dead.hidden);
  setTimeout(ask, pause(EVERY, answer));
};
ask();

const two = (number) => String(number).padStart(2, "0");
const tick = () => {
  for (const time of live.querySelectorAll("time[data-until]")) {
    const left = Math.max(0, Math.ceil((Date.parse(time.dateTime) - Date.now()) / 1000));
    const hours = Math.floor(left / 3600), rest = `${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
    time.textContent = hours ? `${hours}:${rest}` : rest;
  }
};
tick();
setInterval(tick, 250);
offer(document.querySelector("[data-sound]"));
