import { describe, expect, it } from 'vitest'
import {
  ANSWERS,
  TONE_NAMES,
  type AnswerKind,
  type ToneName,
} from '../../../../../src/shared/domain/scanning/scan-answer'
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
  const taken = (name: AnswerKind) => ['accepted', 'complete'].includes(ANSWERS[name].tone)
  const kinds = Object.keys(ANSWERS) as AnswerKind[]

  it('that asks or refuses never sounds like an accepting one, and all that is done does', () => {
    for (const kind of kinds) {
      const { level } = ANSWERS[kind]
      if (level !== 'note') expect([kind, taken(kind)]).toEqual([kind, level === 'good'])
    }
  })

  it('asks where it waits for an answer, whatever it is called', () => {
    const asking = kinds.filter((kind) => /_asked$|^which_|^no_label$/.test(kind))
    expect(asking.map((kind) => ANSWERS[kind].level)).toEqual(asking.map(() => 'ask'))
    expect(kinds.filter((kind) => ANSWERS[kind].level === 'ask').toSorted()).toEqual(asking.toSorted())
  })

  it('is good where something of the order, the parcel or the station is so now, and not where something ended', () => {
    const ended = kinds.filter((kind) => ANSWERS[kind].level === 'note')
    expect(ended.toSorted()).toEqual(
      [
        ...['acknowledged', 'batch_off', 'choice_dropped', 'form_closed', 'label_dropped', 'left_order'],
        ...['line_taken_out', 'parcel_out', 'put_cleared', 'put_out', 'reprinting'],
      ].toSorted(),
    )
  })
})
