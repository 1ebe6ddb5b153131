import type { ToneName } from './scan-answer'

/** The tones of the answers: distinct in pitch, rhythm and timbre, even for ears that hear no high notes. */

export type Note = {
  hz: number
  /** Milliseconds from the tone's beginning, and how long it lasts. */
  atMs: number
  ms: number
  /** Smooth for accepted, rough for refused. */
  wave: 'sine' | 'square' | 'sawtooth' | 'triangle'
}

export const TONES: Readonly<Record<ToneName, readonly Note[]>> = {
  accepted: [{ hz: 1_320, atMs: 0, ms: 90, wave: 'sine' }],
  complete: [
    { hz: 784, atMs: 0, ms: 100, wave: 'sine' },
    { hz: 988, atMs: 110, ms: 100, wave: 'sine' },
    { hz: 1_568, atMs: 220, ms: 240, wave: 'sine' },
  ],
  already: [
    { hz: 660, atMs: 0, ms: 70, wave: 'triangle' },
    { hz: 660, atMs: 130, ms: 70, wave: 'triangle' },
  ],
  /** As on a telephone. */
  busy: [0, 1, 2, 3].map((turn): Note => ({ hz: 425, atMs: turn * 220, ms: 120, wave: 'square' })),
  wrong: [{ hz: 165, atMs: 0, ms: 550, wave: 'sawtooth' }],
  unknown: [
    { hz: 494, atMs: 0, ms: 160, wave: 'square' },
    { hz: 311, atMs: 180, ms: 320, wave: 'square' },
  ],
  alarm: [0, 1, 2, 3].flatMap((turn): Note[] => [
    { hz: 932, atMs: turn * 300, ms: 140, wave: 'square' },
    { hz: 622, atMs: turn * 300 + 150, ms: 140, wave: 'square' },
  ]),
}

/** How long the tone lasts. */
export function lengthMs(tone: ToneName): number {
  return Math.max(...TONES[tone].map(({ atMs, ms }) => atMs + ms))
}
