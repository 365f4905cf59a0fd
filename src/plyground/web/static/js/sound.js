/** Short synthesized sounds, with a mute setting that is saved. */

import { loadItem, saveItem } from "./storage.js";

/** @typedef {"move" | "score" | "end" | "low"} Sound */

/** @typedef {{ pitch: number, at: number, lasts: number, loud: number, wave: OscillatorType }} Note */

/** @type {Record<Sound, Note[]>} */
const SOUNDS = {
  move: [
    { pitch: 190, at: 0, lasts: 0.07, loud: 0.5, wave: "sine" },
    { pitch: 1150, at: 0, lasts: 0.025, loud: 0.12, wave: "triangle" },
  ],
  score: [
    { pitch: 660, at: 0, lasts: 0.12, loud: 0.18, wave: "sine" },
    { pitch: 880, at: 0.09, lasts: 0.18, loud: 0.18, wave: "sine" },
  ],
  end: [
    { pitch: 392, at: 0, lasts: 0.5, loud: 0.16, wave: "sine" },
    { pitch: 494, at: 0.1, lasts: 0.5, loud: 0.14, wave: "sine" },
    { pitch: 587, at: 0.2, lasts: 0.7, loud: 0.14, wave: "sine" },
  ],
  low: [
    { pitch: 1040, at: 0, lasts: 0.06, loud: 0.14, wave: "square" },
    { pitch: 1040, at: 0.14, lasts: 0.06, loud: 0.14, wave: "square" },
  ],
};

/** @type {AudioContext | null} */
let context = null;

export function isMuted() {
  return loadItem("muted", false);
}

/** @param {boolean} muted */
export function setMuted(muted) {
  saveItem("muted", muted);
}

/** @param {Sound} name */
export function playSound(name) {
  // Browsers play no sound until the reader has interacted with the page.
  if (isMuted() || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  for (const note of SOUNDS[name]) playNote(context, note);
}

/** @param {AudioContext} audio @param {Note} note */
function playNote(audio, { pitch, at, lasts, loud, wave }) {
  const begin = audio.currentTime + at;
  const voice = new OscillatorNode(audio, { type: wave, frequency: pitch });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0.0001, begin);
  volume.gain.exponentialRampToValueAtTime(loud, begin + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + lasts);
  voice.connect(volume).connect(audio.destination);
  voice.start(begin);
  voice.stop(begin + lasts + 0.02);
}
