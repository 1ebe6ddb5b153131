import { describe, expect, it } from 'vitest'
import {
  addDays,
  entryOf,
  entryToIso,
  showAge,
  showTime,
  stationZone,
} from '../../../src/renderer/src/features/time/station-time'

const PARIS = 'Europe/Paris'
const typed = (text: string, zone = PARIS) => entryToIso({ text, exactMs: null }, zone)

describe('typed times', () => {
  it('are read in the station’s zone and sent in UTC', () => {
    expect(typed('2026-11-21 14:30')).toBe('2026-11-21T13:30:00.000Z')
    expect(typed('2026-07-01 14:30:05')).toBe('2026-07-01T12:30:05.000Z')
    expect(typed('  2026-11-21 14:30 ', 'America/New_York')).toBe('2026-11-21T19:30:00.000Z')
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
  ])('come back as they are when they are none: %s', (text) => {
    expect(typed(text)).toBe(text)
  })

  it('keep the milliseconds that a button wrote for as long as the field shows them', () => {
    const written = entryOf(Date.parse('2026-11-21T13:30:05.678Z'), PARIS)
    const scannedInto = { ...written, text: `${written.text}1Z9` }
    expect(entryToIso({ ...scannedInto, text: written.text }, PARIS)).toBe('2026-11-21T13:30:05.678Z')
    expect(entryToIso(scannedInto, PARIS)).toBe('2026-11-21 14:30:051Z9')
    expect(entryToIso({ ...written, text: '2026-11-21 14:29' }, PARIS)).toBe('2026-11-21T13:29:00.000Z')
    expect(entryToIso({ ...written, text: '' }, PARIS)).toBeNull()
  })

  it('that the clocks skip in spring do not exist', () => {
    expect(typed('2026-03-29 02:30')).toBe('2026-03-29 02:30')
    expect(typed('2026-03-29 03:00')).toBe('2026-03-29T01:00:00.000Z')
  })
})

describe('times that a button wrote', () => {
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
  it('are in the zone, and unreadable ones as they came', () => {
    expect(showTime('2026-11-21T13:30:05.789Z', PARIS)).toBe('2026-11-21 14:30:05')
    expect(showTime('soon', PARIS)).toBe('soon')
  })

  it('are past, even when this clock is a little behind', () => {
    const at = '2026-11-21T13:30:00.000Z'
    expect(showAge(at, Date.parse(at) - 5_000, 'en')).toBe('1 second ago')
    expect(showAge(at, Date.parse(at) + 180_000, 'en')).toBe('3 minutes ago')
  })

  it('fall back to the PC’s zone when the setting names none that exists', () => {
    expect(stationZone('Asia/Tokyo')).toBe('Asia/Tokyo')
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(stationZone(null)).toBe(own)
    expect(stationZone('Mars/Base')).toBe(own)
  })
})
