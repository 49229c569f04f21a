// Small habits of every page: a fresh key per change, no double sends, light or dark.
(() => {
  "use strict";

  // A change carries a key made here. Coming back to a page makes new ones, so that
  // an old form is a new request; sending one form twice stays one request.
  const renew = () => {
    for (const field of document.querySelectorAll('input[name="_key"]')) field.value = crypto.randomUUID();
    for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  };
  addEventListener("pageshow", (event) => { if (event.persisted) renew(); });
  if (crypto.randomUUID) renew();

  addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post") return;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "true";
    event.submitter?.setAttribute("aria-busy", "true");
  });

  // htmx requests that change something carry their key in a header.
  addEventListener("htmx:configRequest", (event) => {
    if (event.detail.verb !== "get") event.detail.headers["Idempotency-Key"] ??= crypto.randomUUID();
  });

  // A page that asks by itself stays away for as long as the house says, and a little longer.
  let until = 0;
  addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.requestConfig.headers["X-Poll"] && Date.now() < until) event.preventDefault();
  });
  addEventListener("htmx:afterRequest", (event) => {
    const seconds = Number(event.detail.xhr?.getResponseHeader("Retry-After"));
    if (seconds > 0) until = Date.now() + seconds * 1000 * (1 + Math.random() / 2);
  });

  // Where the doors stand in one line, the one behind which we are is seen.
  const here = document.querySelector(".rail nav [aria-current]");
  const doors = here?.closest("ul");
  if (doors) doors.scrollLeft = here.offsetLeft - (doors.clientWidth - here.offsetWidth) / 2;

  const root = document.documentElement;
  const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  for (const toggle of document.querySelectorAll("[data-theme-toggle]")) {
    const name = () => { toggle.textContent = dark() ? "Light" : "Dark"; };
    toggle.hidden = false;
    name();
    toggle.addEventListener("click", () => {
      root.dataset.theme = dark() ? "light" : "dark";
      localStorage.setItem("theme", root.dataset.theme);
      name();
    });
  }

  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }

  // The first thing that is wrong takes the focus, so that it is read out and fixed.
  const named = document.querySelector('.refusal a[href^="#"]')?.hash.slice(1);
  (document.querySelector('[aria-invalid="true"]') ?? document.getElementById(named ?? ""))?.focus();
})();
