// Sounds of what happens, which are off until somebody wants them.

const button = document.querySelector("[data-sounds]");
let audio;

/** Play a sound of these pitches, in hertz, if sounds are on. */
export function chime(...pitches) {
  if (button.ariaPressed === "true") ring(...pitches);
}

/** Play a sound of these pitches, which browsers allow once somebody has clicked on the page. */
export function ring(...pitches) {
  if (!(navigator.userActivation?.hasBeenActive ?? true)) return;
  audio ??= new AudioContext();
  const [tone, volume] = [new OscillatorNode(audio, { type: "triangle" }), new GainNode(audio)];
  const now = audio.currentTime;
  pitches.forEach((pitch, number) => tone.frequency.setValueAtTime(pitch, now + number * 0.13));
  volume.gain.setValueAtTime(0.12, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.6);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(now + 0.6);
}

button.ariaPressed = `${localStorage.getItem("sounds") === "on"}`;
button.addEventListener("click", () => {
  button.ariaPressed = `${button.ariaPressed !== "true"}`;
  localStorage.setItem("sounds", button.ariaPressed === "true" ? "on" : "off");
  chime(660, 880);
});
