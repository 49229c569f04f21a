// How soon to ask again: each a little differently, and later when the house says so.
const SPREAD = 0.25;

// How long the house asks us to stay away, and at most half as long again; 0 if it does not.
const away = (answer) => {
  const seconds = Number(answer?.headers.get("Retry-After"));
  return seconds > 0 ? seconds * 1000 * (1 + Math.random() / 2) : 0;
};

// About as long as usual, so that a hundred tablets do not ask at the same instant.
const about = (usual) => usual * (1 - SPREAD + 2 * SPREAD * Math.random());

// The milliseconds until the next question, after this answer or after none at all.
export const pause = (usual, answer) => away(answer) || about(usual);
