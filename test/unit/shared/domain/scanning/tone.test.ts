import { describe, expect, it } from 'vitest'
import { ANSWERS, TONE_NAMES, type ToneName } from '../../../../../src/shared/domain/scanning/scan-answer'
import { lengthMs, TONES } from '../../../../../src/shared/domain/scanning/tone'

const pairs = TONE_NAMES.flatMap((one, index) =>
  TONE_NAMES.slice(index + 1).map((other): [ToneName, ToneName] => [one, other]),
)
const rhythm = (tone: ToneName) => TONES[tone].length
const first = (tone: ToneName) => TONES[tone][0]
/** An untrained ear hears two notes less than a whole tone apart as one. */
const WHOLE_TONE = 2 ** (2 / 12)

describe('the tones', () => {
  it.each(pairs)('%s and %s differ in rhythm, or in pitch and timbre', (one, other) => {
    const [a, b] = [first(one), first(other)]
    if (a === undefined || b === undefined) throw new Error('a tone without a note')
    const pitch = Math.max(a.hz / b.hz, b.hz / a.hz) >= WHOLE_TONE
    expect(rhythm(one) !== rhythm(other) || (pitch && a.wave !== b.wave)).toBe(true)
  })

  it('sound rough for refusals, and only for those', () => {
    const rough = (tone: ToneName) => TONES[tone].some(({ wave }) => wave === 'square' || wave === 'sawtooth')
    expect(TONE_NAMES.filter(rough).toSorted()).toEqual(['alarm', 'busy', 'unknown', 'wrong'])
  })

  it('are short for the usual scan, so that the next one is heard too', () => {
    expect(lengthMs('accepted')).toBeLessThanOrEqual(100)
    for (const tone of TONE_NAMES) expect(lengthMs(tone)).toBeLessThanOrEqual(1_200)
  })

  it('stay within the range of cheap loudspeakers', () => {
    for (const { hz } of TONE_NAMES.flatMap((tone) => TONES[tone])) {
      expect(hz).toBeGreaterThanOrEqual(150)
      expect(hz).toBeLessThanOrEqual(4_000)
    }
  })
})

describe('an answer', () => {
  it('that blocks never sounds like an accepting one', () => {
    const taken: ToneName[] = ['accepted', 'complete']
    for (const { level, tone } of Object.values(ANSWERS)) {
      expect(taken.includes(tone)).toBe(level === 'good')
    }
  })
})
