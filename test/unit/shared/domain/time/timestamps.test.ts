import { describe, expect, it } from 'vitest'
import {
  checkMoveTimes,
  FARTHEST_PROMISE_MS,
  formatInstant,
  FUTURE_TOLERANCE_MS,
  monthsBefore,
  OLDEST_EVENT_MS,
  parseInstant,
  readMoment,
  utcOf,
  type KnownTimes,
  timeProblemsIn,
  type TimeProblems,
} from '../../../../../src/shared/domain/time/timestamps'

const NOW = Date.parse('2026-11-21T10:00:00.000Z')
const at = (offsetMs: number): string => new Date(NOW + offsetMs).toISOString()
const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('reading an instant', () => {
  it.each([
    ['2026-11-21T10:00:00Z', NOW],
    ['2026-11-21T10:00:00.000Z', NOW],
    ['2026-11-21T10:00:00.5Z', NOW + 500],
    ['2026-11-21T10:00:00.123Z', NOW + 123],
    ['2026-11-21T10:00:00.123456789Z', NOW + 123],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['2026-12-31T23:59:59.999Z', Date.UTC(2026, 11, 31, 23, 59, 59, 999)],
    ['1970-01-01T00:00:00Z', 0],
    ['2026-11-21T10:00:00+00:00', NOW],
    ['2026-11-21T10:00:00-00:00', NOW],
    ['2026-11-21T15:30:00+05:30', NOW],
    ['2026-11-21T02:00:00.25-08:00', NOW + 250],
    ['2026-11-21t10:00:00z', NOW],
    ['2026-11-21T10:00:00.1234567890Z', NOW + 123],
    ['1937-01-01T12:00:27.87+00:20', Date.UTC(1937, 0, 1, 11, 40, 27, 870)],
    ['0050-03-01T00:00:00Z', Date.parse('0050-03-01T00:00:00Z')],
    ['2027-01-01T00:30:00+01:00', Date.UTC(2026, 11, 31, 23, 30)],
    // A leap second, in UTC and elsewhere.
    ['1998-12-31T23:59:60Z', Date.UTC(1999, 0, 1)],
    ['1998-12-31T15:59:60.123-08:00', Date.UTC(1999, 0, 1, 0, 0, 0, 123)],
    ['1999-01-01T05:29:60+05:30', Date.UTC(1999, 0, 1)],
  ])('%s', (text, ms) => {
    expect(parseInstant(text)).toBe(ms)
  })

  it.each([
    [''],
    ['now'],
    ['2026-11-21'],
    ['2026-11-21T10:00Z'],
    ['2026-11-21T10:00:00'],
    ['2026-11-21 10:00:00Z'],
    [' 2026-11-21T10:00:00Z'],
    ['2026-11-21T10:00:00Z\n'],
    ['2026-11-21T10:00:00.Z'],
    // Days and times that do not exist; Date.parse would shift some of them.
    ['2026-02-29T10:00:00Z'],
    ['2026-02-30T10:00:00Z'],
    ['2026-04-31T10:00:00Z'],
    ['2026-13-01T10:00:00Z'],
    ['2026-00-10T10:00:00Z'],
    ['2026-11-00T10:00:00Z'],
    ['2026-11-32T10:00:00Z'],
    ['1998-12-31T23:58:60Z'],
    ['1998-12-31T22:59:60Z'],
    ['1998-12-31T23:59:61Z'],
    ['1998-12-31T23:59:60+01:00'],
    ['2026-11-21T10:00:00+24:00'],
    ['2026-11-21T10:00:00+00:60'],
    ['2026-11-21T10:00:00+0100'],
    ['2026-11-21T10:00:00+01'],
    ['2026-11-21T10:00:00+01:00Z'],
    ['2026-11-21T10:00:00 +01:00'],
    ['2026-1-21T10:00:00Z'],
    ['2026-350T01:01:01Z'],
    ['06/19/2026 08:30:06 PST'],
    ['2026-11-2৪T00:00:00Z'],
    ['2026-11-21T0৪:00:00Z'],
    ['1763719200'],
    ['2026-11-21T24:00:00Z'],
    ['2026-11-21T10:60:00Z'],
    ['2026-11-21T10:00:60Z'],
    ['٢٠٢٦-11-21T10:00:00Z'],
  ])('refuses %j', (text) => {
    expect(parseInstant(text)).toBeNull()
  })

  it('gives back the written value', () => {
    for (const ms of [0, 1, NOW, NOW + 123]) expect(parseInstant(formatInstant(ms))).toBe(ms)
    expect(formatInstant(NOW)).toBe('2026-11-21T10:00:00.000Z')
  })
})

describe('a time of the marketplace', () => {
  it.each([
    ['2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00Z'],
    ['2026-11-21T12:00:00+02:00', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21t10:00:00z', '2026-11-21T10:00:00.000Z'],
    ['2026-06-30T23:59:60Z', '2026-07-01T00:00:00.000Z'],
    ['yesterday', 'yesterday'],
    [null, null],
    [undefined, null],
  ])('%s is stored as %s, which sorts', (sent, stored) => {
    expect(utcOf(sent)).toBe(stored)
  })

  it('is read in other forms of ISO 8601 too', () => {
    expect(readMoment('2026-11-21T10:00Z')).toBe(NOW)
    expect(readMoment('2026-06-30T23:59:60Z')).toBe(Date.UTC(2026, 6, 1))
    for (const none of ['yesterday', '', null, undefined]) expect(readMoment(none)).toBeNaN()
  })
})

type Case = [name: string, given: Record<string, string | null>, known: KnownTimes, problems: TimeProblems]

const FRESH: KnownTimes = { packedAt: null, shippedAt: null }
const PACKED: KnownTimes = { packedAt: at(-HOUR), shippedAt: null }
const SHIPPED: KnownTimes = { packedAt: at(-2 * HOUR), shippedAt: at(-HOUR) }

describe('pack', () => {
  it.each<Case>([
    ['now', { packedAt: at(0) }, FRESH, {}],
    [
      'another offset, which is not sent',
      { packedAt: '2026-11-21T10:00:00+00:00' },
      FRESH,
      { packedAt: 'unparsable' },
    ],
    ['nothing', {}, FRESH, { packedAt: 'missing' }],
    ['null', { packedAt: null }, FRESH, { packedAt: 'missing' }],
    ['blank', { packedAt: ' ' }, FRESH, { packedAt: 'missing' }],
    ['no time', { packedAt: 'soon' }, FRESH, { packedAt: 'unparsable' }],
    ['within the tolerance', { packedAt: at(FUTURE_TOLERANCE_MS) }, FRESH, {}],
    ['ahead of it', { packedAt: at(FUTURE_TOLERANCE_MS + 1) }, FRESH, { packedAt: 'in_future' }],
    ['as old as can be', { packedAt: at(-OLDEST_EVENT_MS) }, FRESH, {}],
    ['older', { packedAt: at(-OLDEST_EVENT_MS - 1) }, FRESH, { packedAt: 'too_old' }],
    ['when it was shipped', { packedAt: at(-HOUR) }, SHIPPED, {}],
    ['after it was shipped', { packedAt: at(1 - HOUR) }, SHIPPED, { packedAt: 'after_next_step' }],
    [
      'after it was delivered',
      { packedAt: at(0) },
      { ...FRESH, deliveredAt: at(-1) },
      { packedAt: 'after_next_step' },
    ],
    [
      'after it was canceled',
      { packedAt: at(0) },
      { ...FRESH, canceledAt: at(-1) },
      { packedAt: 'after_next_step' },
    ],
  ])('%s', (_, given, known, problems) => {
    expect(checkMoveTimes('pack', given, known, NOW)).toEqual(problems)
  })
})

describe('ship', () => {
  const ship = (shippedAt: string | null, expectedToDeliverAt: string | null) => ({
    shippedAt,
    expectedToDeliverAt,
  })

  it.each<Case>([
    ['now, in three days', ship(at(0), at(3 * DAY)), PACKED, {}],
    [
      'after it was delivered',
      ship(at(0), at(3 * DAY)),
      { ...PACKED, deliveredAt: at(-1) },
      { shippedAt: 'after_next_step' },
    ],
    ['nothing', {}, PACKED, { shippedAt: 'missing', expectedToDeliverAt: 'missing' }],
    ['no promise', ship(at(0), null), PACKED, { expectedToDeliverAt: 'missing' }],
    ['no event', ship('', at(DAY)), PACKED, { shippedAt: 'missing' }],
    [
      'two typing errors',
      ship('x', 'y'),
      PACKED,
      { shippedAt: 'unparsable', expectedToDeliverAt: 'unparsable' },
    ],
    ['tomorrow', ship(at(DAY), at(2 * DAY)), PACKED, { shippedAt: 'in_future' }],
    ['long ago', ship(at(-2 * OLDEST_EVENT_MS), at(DAY)), FRESH, { shippedAt: 'too_old' }],
    ['as it was packed', ship(at(-HOUR), at(DAY)), PACKED, {}],
    ['before it was packed', ship(at(-HOUR - 1), at(DAY)), PACKED, { shippedAt: 'before_packed' }],
    ['nobody knows when it was packed', ship(at(-DAY), at(DAY)), FRESH, {}],
    ['promise as it ships', ship(at(0), at(0)), PACKED, {}],
    ['promise before it ships', ship(at(0), at(-1)), PACKED, { expectedToDeliverAt: 'before_shipped' }],
    ['promise, when nobody knows when it ships', ship('x', at(DAY)), PACKED, { shippedAt: 'unparsable' }],
    ['the farthest promise', ship(at(0), at(FARTHEST_PROMISE_MS)), PACKED, {}],
    ['farther', ship(at(0), at(FARTHEST_PROMISE_MS + 1)), PACKED, { expectedToDeliverAt: 'too_far' }],
  ])('%s', (_, given, known, problems) => {
    expect(checkMoveTimes('ship', given, known, NOW)).toEqual(problems)
  })
})

describe('deliver', () => {
  it.each<Case>([
    ['now', { deliveredAt: at(0) }, SHIPPED, {}],
    ['nothing', {}, SHIPPED, { deliveredAt: 'missing' }],
    ['no time', { deliveredAt: '2026-02-30T10:00:00Z' }, SHIPPED, { deliveredAt: 'unparsable' }],
    ['tomorrow', { deliveredAt: at(DAY) }, SHIPPED, { deliveredAt: 'in_future' }],
    ['as it was shipped', { deliveredAt: at(-HOUR) }, SHIPPED, {}],
    ['before it was shipped', { deliveredAt: at(-HOUR - 1) }, SHIPPED, { deliveredAt: 'before_shipped' }],
    ['straight from packed', { deliveredAt: at(-MINUTE) }, PACKED, {}],
    ['before it was packed', { deliveredAt: at(-HOUR - 1) }, PACKED, { deliveredAt: 'before_packed' }],
  ])('%s', (_, given, known, problems) => {
    expect(checkMoveTimes('deliver', given, known, NOW)).toEqual(problems)
  })
})

describe('cancel', () => {
  it.each<Case>([
    ['now', { canceledAt: at(0) }, PACKED, {}],
    ['nothing', {}, PACKED, { canceledAt: 'missing' }],
    ['tomorrow', { canceledAt: at(DAY) }, PACKED, { canceledAt: 'in_future' }],
    ['before it was packed', { canceledAt: at(-HOUR - 1) }, PACKED, { canceledAt: 'before_packed' }],
  ])('%s', (_, given, known, problems) => {
    expect(checkMoveTimes('cancel', given, known, NOW)).toEqual(problems)
  })
})

it('judges only the fields of the move', () => {
  const given = {
    packedAt: 'x',
    shippedAt: 'x',
    expectedToDeliverAt: 'x',
    canceledAt: 'x',
    deliveredAt: at(0),
  }
  expect(checkMoveTimes('deliver', given, SHIPPED, NOW)).toEqual({})
})

it('skips a known time that cannot be read', () => {
  const known = { packedAt: 'yesterday', shippedAt: 'today' }
  expect(checkMoveTimes('deliver', { deliveredAt: at(0) }, known, NOW)).toEqual({})
})

describe('months before', () => {
  it.each([
    ['2026-11-21T10:00:00.000Z', 3, '2026-08-21T10:00:00.000Z'],
    ['2026-01-15T00:00:00.000Z', 2, '2025-11-15T00:00:00.000Z'],
    ['2026-03-31T23:59:59.999Z', 1, '2026-02-28T23:59:59.999Z'],
    ['2028-03-31T12:00:00.000Z', 1, '2028-02-29T12:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', 12, '2027-02-28T12:00:00.000Z'],
    ['2026-05-31T12:00:00.000Z', 120, '2016-05-31T12:00:00.000Z'],
  ])('%s less %i is %s', (from, months, before) => {
    expect(formatInstant(monthsBefore(Date.parse(from), months))).toBe(before)
  })
})

it('finds the time problems in a refusal, and leaves out other fields and unknown codes', () => {
  const fields = {
    shippedAt: 'before_packed',
    carrier: 'missing',
    deliveredAt: 'strange',
    packedAt: 'too_old',
  }
  expect(timeProblemsIn(fields)).toEqual({ shippedAt: 'before_packed', packedAt: 'too_old' })
  expect(timeProblemsIn(undefined)).toEqual({})
})
