// A kiosk leaves whoever walked away: after a minute without a touch it begins anew.
const MINUTE = 60_000;
const head = document.querySelector("[data-kiosk]");

function leave() {
  window.location.replace(head.dataset.kiosk);
}

if (head.hasAttribute("data-leave")) {
  let waiting = setTimeout(leave, MINUTE);
  for (const kind of ["pointerdown", "keydown", "scroll"]) {
    addEventListener(kind, () => {
      clearTimeout(waiting);
      waiting = setTimeout(leave, MINUTE);
    });
  }
}
document.querySelector("[data-print]")?.addEventListener("click", () => window.print());
