// SPDX-License-Identifier: MIT
// sounds.ts - a dozen small sounds, made when they are heard: tones and noise, no files. Off until a person switches them on.
import { prefs } from "./device";

/** A part of a sound: a tone that glides from one frequency to another, or noise around them; times in seconds, loudness from 0 to 1. */
type Part = readonly [kind: OscillatorType | "noise", at: number, lasts: number, from: number, to: number, loud: number];

const SOUNDS = {
  // Dice: knocks on wood, then the last one.
  roll: [0, 0.06, 0.13, 0.19, 0.27].map((at, i): Part => ["noise", at, 0.035, 2600 - 240 * i, 1500, 0.5]),
  rest: [
    ["noise", 0, 0.05, 1300, 700, 0.6],
    ["triangle", 0, 0.07, 230, 150, 0.35],
  ],
  place: [
    ["triangle", 0, 0.09, 520, 360, 0.4],
    ["noise", 0, 0.02, 2200, 1600, 0.3],
  ],
  march: [0, 0.14, 0.28].map((at): Part => ["noise", at, 0.07, 320, 180, 0.8]),
  sail: [
    ["noise", 0, 0.45, 380, 900, 0.35],
    ["noise", 0.3, 0.4, 800, 300, 0.3],
  ],
  build: [0, 0.16, 0.32].flatMap((at): Part[] => [
    ["square", at, 0.03, 880, 700, 0.12],
    ["noise", at, 0.04, 3000, 2000, 0.4],
  ]),
  coins: [0, 0.07, 0.11].map((at, i): Part => ["sine", at, 0.22, 2100 + 340 * i, 2090 + 340 * i, 0.16]),
  card: [["noise", 0, 0.1, 4200, 1500, 0.35]],
  clash: [
    ["square", 0, 0.16, 1480, 1400, 0.08],
    ["square", 0.02, 0.2, 2030, 1990, 0.06],
    ["noise", 0, 0.06, 5200, 3000, 0.4],
  ],
  taken: [0, 0.12, 0.24].map((at, i): Part => ["sawtooth", at, 0.26, [294, 370, 440][i]!, [294, 370, 440][i]!, 0.14]),
  lost: [
    ["triangle", 0, 0.3, 262, 220, 0.3],
    ["triangle", 0.22, 0.4, 208, 165, 0.3],
  ],
  turn: [
    ["sine", 0, 0.5, 660, 660, 0.25],
    ["sine", 0.16, 0.7, 880, 880, 0.25],
  ],
  message: [["sine", 0, 0.12, 1180, 1320, 0.18]],
  refused: [["triangle", 0, 0.16, 160, 130, 0.4]],
  victory: [0, 0.16, 0.32, 0.52, 0.68].flatMap((at, i): Part[] => {
    const note = [392, 392, 523, 659, 784][i]!;
    return [
      ["sawtooth", at, i === 4 ? 0.9 : 0.2, note, note, 0.12],
      ["triangle", at, i === 4 ? 0.9 : 0.2, note / 2, note / 2, 0.2],
    ];
  }),
  defeat: [0, 0.3, 0.6].map((at, i): Part => ["triangle", at, 0.5, [220, 208, 165][i]!, [218, 205, 147][i]!, 0.3]),
} satisfies Readonly<Record<string, readonly Part[]>>;

export type Sound = keyof typeof SOUNDS;
export const soundNames = Object.keys(SOUNDS) as Sound[];

const APART = 0.06; // s from one sound to the next at least: what comes at once is not louder for it
const ATTACK = 0.006; // s until a part is at its loudest

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;
let last = -1;

function noise(on: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = on.createBuffer(1, on.sampleRate, on.sampleRate);
  const samples = hiss.getChannelData(0);
  let state = 1;
  for (let i = 0; i < samples.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    samples[i] = state / 2 ** 31;
  }
  return hiss;
}

function play(on: AudioContext, [kind, at, lasts, from, to, loud]: Part): void {
  const start = on.currentTime + at;
  const end = start + lasts;
  const gain = on.createGain();
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + ATTACK);
  gain.gain.exponentialRampToValueAtTime(0.001, end);
  gain.connect(on.destination);
  const glide = (frequency: AudioParam): void => {
    frequency.setValueAtTime(from, start);
    frequency.exponentialRampToValueAtTime(to, end);
  };
  if (kind === "noise") {
    const source = on.createBufferSource();
    const band = on.createBiquadFilter();
    band.type = "bandpass";
    glide(band.frequency);
    source.buffer = noise(on);
    source.connect(band).connect(gain);
    source.start(start, 0, lasts);
    return;
  }
  const tone = on.createOscillator();
  tone.type = kind;
  glide(tone.frequency);
  tone.connect(gain);
  tone.start(start);
  tone.stop(end);
}

/** Plays a sound, if sounds are wanted and the browser lets a page be heard: after the first click or key on it. */
export function playSound(name: Sound): void {
  if (!prefs.peek().sounds || typeof AudioContext !== "function" || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  if (last >= 0 && context.currentTime - last < APART) return;
  last = context.currentTime;
  for (const part of SOUNDS[name]) play(context, part);
}
