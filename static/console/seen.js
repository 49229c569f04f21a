// A screen that only looks: it asks every two seconds and says when nobody answers.
import { Line } from "./line.js";

const hold = document.getElementById("hold");
const line = new Line({
  url: document.body.dataset.now,
  device: "screen",
  tag: hold.dataset.tag,
  swap: (html) => { hold.innerHTML = html; },
  changed: (alive, since) => {
    document.body.classList.toggle("dead", !alive);
    const place = document.querySelector("[data-line]");
    if (place) place.textContent = alive ? "" : `No answer since ${new Date(since).toLocaleTimeString([], { hour12: false })}`;
  },
});
line.start();
