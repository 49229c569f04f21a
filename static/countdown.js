// How long until an instant, beside the sentence that names it; without this script the sentence is enough.
const said = (ms) => {
  const minutes = Math.max(0, Math.floor(ms / 60000));
  const days = Math.floor(minutes / 1440), hours = Math.floor(minutes / 60) % 24;
  if (days) return `in ${days} d ${hours} h`;
  return hours ? `in ${hours} h ${minutes % 60} min` : `in ${minutes} min`;
};
const show = () => {
  for (const clock of document.querySelectorAll("time[data-countdown]")) {
    const left = new Date(clock.dateTime) - Date.now();
    clock.textContent = left > 0 ? `(${said(left)})` : "(closed)";
  }
};
show();
setInterval(show, 15000);
