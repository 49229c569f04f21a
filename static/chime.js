// The sound of a name that comes up: two soft strokes of a bell, made here. Off until somebody in the room wants it.
const STROKES = [[659.25, 0], [987.77, 0.18]], LASTS = 1.6, LOUD = 0.16;
let context = null;

const stroke = ([pitch, after]) => {
  const at = context.currentTime + after;
  const tone = new OscillatorNode(context, { type: "sine", frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUD, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + LASTS);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + LASTS);
};

export const chime = () => {
  if (context?.state === "running") STROKES.forEach(stroke);
};

// Only a press of the button may let a page make sounds; the browser asks for it as well.
export const offer = (button) => {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    context ??= new AudioContext();
    await (on ? context.resume() : context.suspend());
    button.setAttribute("aria-pressed", String(on));
    if (on) chime();
  });
};
