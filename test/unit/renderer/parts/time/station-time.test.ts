import { DateTime } from 'luxon'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  showTime,
  stationZone,
  datesOf,
  dayOf,
  showMinute,
  showClock,
  showDay,
  showSecond,
  showShortDay,
  type StationZone,
  zoneName,
} from '../../../../../src/renderer/src/parts/time/station-time'
import {
  addDays,
  entryOf,
  entryToIso,
  choicesOf,
  pickedEntry,
  pickerValue,
  exampleOf,
  isSkipped,
} from '../../../../../src/renderer/src/parts/time/typed-time'

const PARIS: StationZone = { name: 'Europe/Paris', dates: 'iso' }
const at = (name: string, dates: StationZone['dates'] = 'iso'): StationZone => ({ name, dates })
const typed = (text: string, zone = PARIS) => entryToIso({ text, exactMs: null }, zone)

describe('typed times', () => {
  it('are read in the station’s zone and sent in UTC', () => {
    expect(typed('2026-11-21 14:30')).toBe('2026-11-21T13:30:00.000Z')
    expect(typed('2026-07-01 14:30:05')).toBe('2026-07-01T12:30:05.000Z')
    expect(typed('  2026-11-21 14:30 ', at('America/New_York'))).toBe('2026-11-21T19:30:00.000Z')
  })

  it('are null when empty, so that the rule says "missing"', () => {
    expect(typed('')).toBeNull()
    expect(typed('   ')).toBeNull()
  })

  it.each([
    'tomorrow',
    '2026-02-30 10:00',
    '2026-11-21',
    '21.11.2026 14:30',
    '2026-11-21 25:00',
    '2026-11-21T14:30Z',
  ])('are returned unchanged if invalid: %s', (text) => {
    expect(typed(text)).toBe(text)
  })

  it('keep the milliseconds set by a button while the field still shows that time', () => {
    const written = entryOf(Date.parse('2026-11-21T13:30:05.678Z'), PARIS)
    const scannedInto = { ...written, text: `${written.text}1Z9` }
    expect(entryToIso({ ...scannedInto, text: written.text }, PARIS)).toBe('2026-11-21T13:30:05.678Z')
    expect(entryToIso(scannedInto, PARIS)).toBe('2026-11-21 14:30:051Z9')
    expect(entryToIso({ ...written, text: '2026-11-21 14:29' }, PARIS)).toBe('2026-11-21T13:29:00.000Z')
    expect(entryToIso({ ...written, text: '' }, PARIS)).toBeNull()
  })

  it('skipped by the clocks in spring do not exist', () => {
    expect(typed('2026-03-29 02:30')).toBe('2026-03-29 02:30')
    expect(typed('2026-03-29 03:00')).toBe('2026-03-29T01:00:00.000Z')
  })
})

describe('times on a PC in the station’s time zone', () => {
  const own = at(stationZone(null))
  afterEach(() => vi.unstubAllEnvs())

  it('are read and shown by that zone’s clock', () => {
    vi.stubEnv('TZ', 'America/New_York')
    expect(typed('2026-11-21 14:30', own)).toBe('2026-11-21T19:30:00.000Z')
    expect(showTime('2026-07-01T12:05:09.000Z', own)).toBe('2026-07-01 08:05:09')
  })

  it('are skipped in spring, and come twice in autumn', () => {
    vi.stubEnv('TZ', 'Europe/Paris')
    expect(isSkipped('2026-03-29 02:30', own)).toBe(true)
    expect(choicesOf({ text: '2026-10-25 02:30', exactMs: null }, own).map(({ text }) => text)).toEqual([
      '2026-10-25 02:30:00 +02:00',
      '2026-10-25 02:30:00 +01:00',
    ])
  })
})

describe('times set by a button', () => {
  it('keep the milliseconds that the field does not show', () => {
    const ms = Date.parse('2026-11-21T13:30:05.789Z')
    const entry = entryOf(ms, PARIS)
    expect(entry.text).toBe('2026-11-21 14:30:05')
    expect(entryToIso(entry, PARIS)).toBe('2026-11-21T13:30:05.789Z')
  })

  it('stay at the same local hour across a change of the clocks', () => {
    const ms = Date.parse('2026-10-24T10:00:00.000Z')
    expect(entryOf(addDays(ms, 2, PARIS), PARIS).text).toBe('2026-10-26 12:00:00')
  })
})

describe('times shown', () => {
  it('are in the zone, and unreadable ones unchanged', () => {
    expect(showTime('2026-11-21T13:30:05.789Z', PARIS)).toBe('2026-11-21 14:30:05')
    expect(showTime('soon', PARIS)).toBe('soon')
  })

  // Lord Howe’s clocks change at half past an hour of UTC.
  it.each([
    ['Europe/Paris', '2026-10-24T20:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T12:00:00Z'],
    ['America/St_Johns', '2026-03-08T02:00:00Z'],
    ['Asia/Kathmandu', '2026-11-21T00:00:00Z'],
  ])('are those of a calendar library around a change of the clocks: %s', (name, from) => {
    const moments = Array.from({ length: 12 * 6 }, (_, step) => Date.parse(from) + step * 600_000)
    const zone = at(name)
    for (const ms of [...moments, ...moments.toReversed()]) {
      const expected = DateTime.fromMillis(ms, { zone: name }).toFormat('yyyy-MM-dd HH:mm:ss')
      expect(showTime(new Date(ms).toISOString(), zone).slice(0, 19)).toBe(expected)
    }
  })

  it('fall back to the PC’s zone if the configured one does not exist', () => {
    expect(stationZone('Asia/Tokyo')).toBe('Asia/Tokyo')
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(zoneName(stationZone(null))).toBe(own)
    expect(zoneName(stationZone('Mars/Base'))).toBe(own)
    expect(zoneName('Asia/Tokyo')).toBe('Asia/Tokyo')
  })
})

describe('dates are formatted as the station is set', () => {
  const moment = '2026-07-01T12:05:09.000Z'
  it.each([
    ['iso', '2026-07-01 14:05'],
    ['dotted', '01.07.2026 14:05'],
    ['slashed', '01/07/2026 14:05'],
    ['month_first', '07/01/2026 14:05'],
  ] as const)('%s', (dates, shown) => {
    const zone = at('Europe/Paris', dates)
    expect(showMinute(moment, zone)).toBe(shown)
    expect(showTime(moment, zone)).toBe(`${shown}:09`)
    expect(typed(shown, zone)).toBe('2026-07-01T12:05:00.000Z')
    expect(typed('2026-07-01 14:05', zone)).toBe('2026-07-01T12:05:00.000Z')
    expect(typed(exampleOf(zone), zone)).toBe('2026-11-21T13:30:00.000Z')
  })

  it('and read without leading zeros', () => {
    expect(typed('1.7.2026 9:05', at('Europe/Berlin', 'dotted'))).toBe('2026-07-01T07:05:00.000Z')
  })

  it('and read in no other format', () => {
    expect(typed('07/01/2026 14:05', at('Europe/Paris', 'dotted'))).toBe('07/01/2026 14:05')
    expect(typed('13/01/2026 14:05', at('Europe/Paris', 'month_first'))).toBe('13/01/2026 14:05')
  })

  it('in the language’s usual format unless another was chosen', () => {
    expect(datesOf(null, 'en')).toBe('iso')
    expect(datesOf(null, 'de')).toBe('dotted')
    expect(datesOf('month_first', 'de')).toBe('month_first')
  })
})

describe('a day of a list', () => {
  it.each([
    ['iso', '2026-11-09', '11-09'],
    ['dotted', '09.11.2026', '09.11.'],
    ['slashed', '09/11/2026', '09/11'],
    ['month_first', '11/09/2026', '11/09'],
  ] as const)('is written %s, whatever the zone', (dates, long, short) => {
    expect(showDay('2026-11-09', { dates })).toBe(long)
    expect(showShortDay('2026-11-09', { dates })).toBe(short)
  })
})

describe('the repeated hour in autumn', () => {
  const FIRST = '2026-10-25T00:30:00.000Z'
  const SECOND = '2026-10-25T01:30:00.000Z'
  const german = at('Europe/Berlin', 'dotted')

  it('is shown with its UTC offset, and no other hour is', () => {
    expect(showTime(FIRST, PARIS)).toBe('2026-10-25 02:30:00 +02:00')
    expect(showTime(SECOND, PARIS)).toBe('2026-10-25 02:30:00 +01:00')
    expect(showMinute(SECOND, german)).toBe('25.10.2026 02:30 +01:00')
    expect(showSecond(SECOND, german)).toBe('02:30:00 +01:00')
    expect(showTime('2026-10-25T02:00:00.000Z', PARIS)).toBe('2026-10-25 03:00:00')
    expect(showTime('2026-10-24T23:59:59.000Z', PARIS)).toBe('2026-10-25 01:59:59')
  })

  it('is refused as typed, and offered as its two possible moments', () => {
    const entry = { text: '25.10.2026 02:30', exactMs: null }
    expect(entryToIso(entry, german)).toBe('25.10.2026 02:30')
    const choices = choicesOf(entry, german)
    expect(choices.map(({ text }) => text)).toEqual([
      '25.10.2026 02:30:00 +02:00',
      '25.10.2026 02:30:00 +01:00',
    ])
    expect(choices.map((choice) => entryToIso(choice, german))).toEqual([FIRST, SECOND])
  })

  it('is accepted with a UTC offset, which must be one of the zone’s', () => {
    expect(typed('2026-10-25 02:30 +02:00')).toBe(FIRST)
    expect(typed('25.10.2026 2:30:00 +01:00', german)).toBe(SECOND)
    expect(typed('2026-10-25 02:30 +05:00')).toBe('2026-10-25 02:30 +05:00')
  })

  it('keeps a time set by a button', () => {
    const entry = entryOf(Date.parse('2026-10-25T01:30:05.123Z'), PARIS)
    expect(entryToIso(entry, PARIS)).toBe('2026-10-25T01:30:05.123Z')
    expect(choicesOf(entry, PARIS)).toEqual([])
  })

  it('is a different one in New York', () => {
    const newYork = at('America/New_York', 'month_first')
    expect(choicesOf({ text: '11/01/2026 01:15', exactMs: null }, newYork)).toHaveLength(2)
    expect(choicesOf({ text: '10/25/2026 02:30', exactMs: null }, newYork)).toEqual([])
  })
})

describe('the hour skipped in spring', () => {
  it('is distinguished from an invalid time', () => {
    expect(isSkipped('2026-03-29 02:30', PARIS)).toBe(true)
    expect(isSkipped('2026-03-29 03:30', PARIS)).toBe(false)
    expect(isSkipped('2026-10-25 02:30', PARIS)).toBe(false)
    expect(isSkipped('soon', PARIS)).toBe(false)
  })
})

describe('a picked time', () => {
  const german = at('Europe/Berlin', 'dotted')
  const picked = (value: string, zone: StationZone) => {
    const entry = pickedEntry(value, zone)
    return entry && entryToIso(entry, zone)
  }

  it('is written into the field as the station writes times', () => {
    expect(pickedEntry('2026-11-21T14:30:05', german)?.text).toBe('21.11.2026 14:30:05')
    expect(picked('2026-11-21T14:30:05', german)).toBe('2026-11-21T13:30:05.000Z')
    expect(picked('2026-07-01T14:30:00', at('America/New_York', 'month_first'))).toBe(
      '2026-07-01T18:30:00.000Z',
    )
  })

  it('begins with the time in the field, however it was written', () => {
    expect(pickerValue(' 21.11.2026 14:30 ', german)).toBe('2026-11-21T14:30:00')
    expect(pickerValue('2026-11-21 9:05:07', german)).toBe('2026-11-21T09:05:07')
    expect(pickerValue('25.10.2026 02:30:00 +01:00', german)).toBe('2026-10-25T02:30:00')
    expect(pickerValue('tomorrow', german)).toBe('')
  })

  it('in the repeated hour is offered as its two moments, as a typed one is', () => {
    const entry = pickedEntry('2026-10-25T02:30', german)
    expect(picked('2026-10-25T02:30', german)).toBe('25.10.2026 02:30:00')
    expect(entry && choicesOf(entry, german).map((choice) => entryToIso(choice, german))).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
    ])
  })

  it('in the skipped hour is refused, as a typed one is', () => {
    expect(picked('2026-03-29T02:30', german)).toBe('29.03.2026 02:30:00')
    expect(isSkipped(pickedEntry('2026-03-29T02:30', german)?.text ?? '', german)).toBe(true)
  })

  it.each(['', '2026-13-01T00:00:00'])('is none: "%s"', (value) => {
    expect(pickedEntry(value, german)).toBeNull()
  })
})

describe('the clock of any zone', () => {
  const ZONES = [
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'UTC',
  ]
  const everyFewHours = Array.from(
    { length: 700 },
    (_, index) => Date.UTC(2025, 0, 1) + index * 11 * 3_600_000 + index,
  )
  it.each([...ZONES, 'system'])('is that of luxon: %s', (name) => {
    const zone = at(name)
    for (const ms of everyFewHours) {
      const time = DateTime.fromMillis(ms, { zone: name })
      const doubled = time.getPossibleOffsets().length > 1 ? ' ZZ' : ''
      const iso = new Date(ms).toISOString()
      expect(showTime(iso, zone)).toBe(time.toFormat(`yyyy-MM-dd HH:mm:ss${doubled}`))
      expect(dayOf(iso, zone)).toBe(time.toISODate())
      expect(showClock(ms, zone)).toBe(time.toFormat('HH:mm'))
    }
  })
})
