import type { ToneName } from '../../../shared/domain/scanning/scan-answer'
import { TONES, type Note } from '../../../shared/domain/scanning/tone'

/** A thin layer over Web Audio. */
export type TonePlayer = {
  /** Plays it now, cutting off the previous one. */
  play(tone: ToneName): void
}

/** Prevents clicks at the beginning and end of a note. */
const RAMP_S = 0.008
/** Until then Chromium keeps the sound card open; after it, it would go on rendering silence. */
const QUIET_MS = 30_000
/** Rough waves sound louder than smooth ones. */
const GAIN: Readonly<Record<Note['wave'], number>> = { sine: 1, triangle: 1, square: 0.45, sawtooth: 0.6 }

/** @param volume 0 to 1, called for each tone; 0 is silent. */
export function createTonePlayer(volume: () => number): TonePlayer {
  let context: AudioContext | null = null
  let playing: readonly OscillatorNode[] = []
  let quiet: ReturnType<typeof setTimeout> | undefined

  const ready = (): AudioContext => {
    context ??= new AudioContext({ latencyHint: 'interactive' })
    // A page may play sound once somebody has pressed a key in it; a scan counts.
    if (context.state === 'suspended') void context.resume().catch(() => undefined)
    return context
  }

  const start = (audio: AudioContext, { hz, atMs, ms, wave }: Note, loud: number): OscillatorNode => {
    const [oscillator, gain] = [audio.createOscillator(), audio.createGain()]
    const from = audio.currentTime + atMs / 1_000
    const to = from + ms / 1_000
    oscillator.type = wave
    oscillator.frequency.value = hz
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(loud * GAIN[wave], from + RAMP_S)
    gain.gain.setValueAtTime(loud * GAIN[wave], to - RAMP_S)
    gain.gain.linearRampToValueAtTime(0, to)
    oscillator.connect(gain).connect(audio.destination)
    oscillator.start(from)
    oscillator.stop(to)
    return oscillator
  }

  return {
    play(tone) {
      const loud = volume()
      // Without Web Audio, the screen has to do.
      if (loud === 0 || typeof AudioContext === 'undefined') return
      try {
        const audio = ready()
        clearTimeout(quiet)
        quiet = setTimeout(() => void audio.suspend().catch(() => undefined), QUIET_MS)
        for (const oscillator of playing) oscillator.stop()
        playing = TONES[tone].map((note) => start(audio, note, loud))
      } catch (error) {
        console.warn('The tone could not be played', error)
      }
    },
  }
}
