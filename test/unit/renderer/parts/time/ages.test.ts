import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { ageWords, spanWords } from '../../../../../src/renderer/src/parts/time/ages'
import { speak } from '../../../../../src/renderer/src/locales/i18n'
import { startAllWords } from '../../../../support/window-words'
import { LOCALES } from '../../../../../src/shared/domain/station/locale'

const NOW = Date.parse('2026-11-21T13:30:00.000Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const ago = (ms: number) => ageWords(i18next.t, new Date(NOW - ms).toISOString(), NOW)
const span = (ms: number) => spanWords(i18next.t, NOW, NOW + ms)

beforeAll(startAllWords)

describe.each(LOCALES)('in %s', (locale) => {
  beforeAll(() => speak(locale))

  it.each([
    ['seconds', 1_000],
    ['minutes', MINUTE],
    ['hours', HOUR],
    ['days', DAY],
    ['months', 30.44 * DAY],
    ['years', 365.25 * DAY],
  ] as const)('an age in %s is said as the browser says it', (unit, ms) => {
    const browser = new Intl.RelativeTimeFormat(locale)
    expect(ago(ms)).toBe(browser.format(-1, unit))
    expect(ago(3 * ms)).toBe(browser.format(-3, unit))
  })

  it.each([
    ['minute', MINUTE, 59],
    ['hour', HOUR, 47],
    ['day', DAY, 400],
  ] as const)('a span in %ss is said as the browser says it', (unit, ms, most) => {
    // French puts a non-breaking space between the number of hours and its word, but not with minutes: here in both.
    const bound = (text: string) => (locale === 'fr' ? text.replace(' ', '\u00a0') : text)
    const browser = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
    expect(span(most * ms)).toBe(bound(browser.format(most)))
    const least = unit === 'day' ? 2 : 1
    expect(span(least * ms)).toBe(bound(browser.format(least)))
  })
})

describe('ages', () => {
  beforeAll(() => speak('en'))

  it('are in the past, even if this clock is a little behind', () => {
    expect(ago(-5_000)).toBe('1 second ago')
    expect(ago(0)).toBe('1 second ago')
  })

  it('use only the largest unit, in whole numbers', () => {
    expect(ago(MINUTE - 1)).toBe('59 seconds ago')
    expect(ago(2 * HOUR - 1)).toBe('1 hour ago')
    expect(ago(DAY)).toBe('1 day ago')
    expect(ago(30 * DAY)).toBe('30 days ago')
    expect(ago(364 * DAY)).toBe('11 months ago')
    expect(ago(365 * DAY)).toBe('1 year ago')
    expect(ago(1_234 * 365.25 * DAY)).toBe('1,234 years ago')
  })

  it('of an invalid time are the text itself', () => {
    expect(ageWords(i18next.t, 'soon', NOW)).toBe('soon')
  })
})

describe('spans', () => {
  it('are at least a minute, and in hours up to two days', () => {
    expect(span(0)).toBe('1 minute')
    expect(span(DAY)).toBe('24 hours')
    expect(span(2 * DAY)).toBe('2 days')
  })
})
