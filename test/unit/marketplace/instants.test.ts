import { describe, expect, test } from 'vitest'
import { keepPrecision, readInstant, writeInstant } from '../../../src/marketplace/instants'

const MOMENT = Date.parse('2026-11-20T10:11:12.345Z')

describe('readInstant', () => {
  test.each([
    ['2026-11-20T10:11:12.345Z', MOMENT],
    ['2026-11-20T10:11:12.345678Z', MOMENT],
    ['2026-11-20T10:11:12.345+00:00', MOMENT],
    ['2026-11-20T10:11:12.345-0000', MOMENT],
    ['2026-11-20T10:11:12,345Z', MOMENT],
    ['2026-11-20T10:11:12Z', MOMENT - 345],
    ['2026-11-20T10:11Z', MOMENT - 12_345],
    ['2026-11-20', Date.parse('2026-11-20T00:00:00Z')],
  ])('%s', (text, ms) => expect(readInstant(text)).toBe(ms))

  test.each([
    '',
    'now',
    '2026-11-20T10:11:12',
    '2026-11-20T10:11:12+01:00',
    '2026-02-29T00:00:00Z',
    '2026-11-20T25:00:00Z',
    '1763633472',
    '20 Nov 2026',
  ])('refuses %j', (text) => expect(readInstant(text)).toBeNull())
})

test('seconds are truncated, not rounded', () => {
  expect(writeInstant(keepPrecision(MOMENT + 600, 'seconds'), 'seconds')).toBe('2026-11-20T10:11:12Z')
  expect(writeInstant(keepPrecision(MOMENT, 'milliseconds'), 'milliseconds')).toBe('2026-11-20T10:11:12.345Z')
})
