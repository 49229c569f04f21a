// A screen asks again every few seconds; one that gets no answer says so.
import { pause } from "./pace.js";

const { poll } = document.body.dataset;
const live = document.getElementById("live");
const dead = document.querySelector(".dead");
const since = dead.querySelector("time");
const EVERY = 4000, PATIENCE = 20000;
let tag = document.body.dataset.tag ?? "", heard = Date.now();

const ask = async () => {
  let answer = null;
  try {
    answer = await fetch(poll, {
      cache: "no-store",
      headers: tag ? { "If-None-Match": tag } : {},
      signal: AbortSignal.timeout(EVERY * 2),
    });
    if (answer.status === 200) {
      live.innerHTML = await answer.text();
      tell();
      tag = answer.headers.get("ETag") ?? "";
    }
    if (answer.status === 200 || answer.status === 304) heard = Date.now();
  } catch { /* no answer: heard stays where it was */ }
  dead.hidden = Date.now() - heard < PATIENCE;
  if (since) since.textContent = new Date(heard).toLocaleTimeString("en-AU", { hour12: false });
  document.body.classList.toggle("is-dead", !dead.hidden);
  setTimeout(ask, pause(EVERY, answer));
};
ask();

// How old what is shown is: in seconds while that says something, then by the clock.
const age = (seconds) => seconds < 60 ? `${seconds} s ago` : `${Math.floor(seconds / 60)} min ago`;
const tell = () => {
  for (const time of live.querySelectorAll("time.ago")) {
    const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(time.dateTime)) / 1000));
    if (seconds < 3600) time.textContent = `updated ${age(seconds)}`;
  }
};
setInterval(tell, 1000);
