import { describe, expect, it } from 'vitest'
import {
  findCreated,
  precisionOf,
  sameInstant,
  updateArrived,
} from '../../../../../src/main/sync/copies/reconcile'
import { makeLines, makeOrder } from '../../../../support/orders'

const BODY = {
  carrier: 'UPS',
  warehouse_id: 7,
  order_line_ids: [1, 2],
  packed_at: '2026-11-20T09:00:00.123Z',
}
const OURS = { id: 50, state: 'packed', carrier: 'UPS', warehouse_id: 7, packed_at: BODY.packed_at }
const NONE = new Set<number>()

/** An order whose lines 1, 2 and 3 are in the shipments with these IDs. */
function orderWith(shipments: object[], ...owners: (number | null)[]) {
  const lines = [1, 2, 3].map((id, index) => ({
    id,
    item_number: `ITM-${id}`,
    shipment_id: owners[index] ?? null,
  }))
  return makeOrder({ order_lines: makeLines(lines), shipments })
}

const kindOf = (...asked: Parameters<typeof findCreated>): string => findCreated(...asked).kind

describe('a lost create', () => {
  it('is the one new shipment with its lines, time, warehouse, carrier and tracking number', () => {
    expect(findCreated(orderWith([OURS], 50, 50), BODY, [], NONE)).toMatchObject({
      kind: 'found',
      shipment: { id: 50 },
    })
  })

  it.each([
    ['another time', { packed_at: '2026-11-20T09:00:01.123Z' }],
    ['no time', { packed_at: null }],
    ['another warehouse', { warehouse_id: 8 }],
    ['another carrier', { carrier: 'DHL' }],
    ['no carrier', { carrier: null }],
    ['a tracking number we did not give', { tracking_number: 'X' }],
  ])('is not a shipment with %s: the lines are taken', (_name, difference) => {
    expect(kindOf(orderWith([{ ...OURS, ...difference }], 50, 50), BODY, [], NONE)).toBe('taken')
  })

  it.each<[string, object]>([
    ['carrier in capitals', { carrier: 'ups' }],
    ['carrier with blanks', { carrier: ' UPS ' }],
    ['warehouse not shown', { warehouse_id: null }],
    ['warehouse left out', { warehouse_id: undefined }],
    ['time cut to the second', { packed_at: '2026-11-20T09:00:00Z' }],
    ['time rounded up', { packed_at: '2026-11-20T09:00:01.000Z' }],
    ['time cut to hundredths', { packed_at: '2026-11-20T09:00:00.120Z' }],
    ['time cut to tenths', { packed_at: '2026-11-20T09:00:00.1Z' }],
    ['time with microseconds', { packed_at: '2026-11-20T09:00:00.123456Z' }],
    ['other state', { state: 'shipped' }],
  ])('is found with its %s', (_name, difference) => {
    expect(kindOf(orderWith([{ ...OURS, ...difference }], 50, 50), BODY, [], NONE)).toBe('found')
  })

  describe('of which an answer shows less than the last ones did', () => {
    const round = { ...OURS, packed_at: '2026-11-20T09:00:00.000Z' }
    const FINE = { updated_at: '2026-11-20T09:00:01.456Z' }

    it('is found if all times of that answer are as coarse', () => {
      expect(kindOf(orderWith([round], 50, 50), BODY, [], NONE, 1_000)).toBe('found')
      expect(kindOf(orderWith([round], 50, 50), BODY, [], NONE, 1)).toBe('found')
      const hundredths = { ...OURS, packed_at: '2026-11-20T09:00:00.120Z' }
      expect(kindOf(orderWith([hundredths], 50, 50), BODY, [], NONE, 1)).toBe('found')
    })

    it('is not adopted if the answer keeps milliseconds elsewhere, but is nobody else’s either', () => {
      const order = { ...orderWith([round], 50, 50), ...FINE }
      expect(kindOf(order, BODY, [], NONE, 1_000)).toBe('found')
      expect(kindOf(order, BODY, [], NONE, 1)).toBe('unlinked')
      expect(kindOf({ ...order, shipments: [{ ...round, carrier: 'DHL' }] }, BODY, [], NONE, 1)).toBe('taken')
    })

    it('is not absent without its lines', () => {
      expect(kindOf({ ...orderWith([round]), ...FINE }, BODY, [], NONE, 1)).toBe('unlinked')
    })

    it('is neither absent nor adopted when it was canceled, with its lines or without', () => {
      const canceled = { ...round, state: 'canceled' }
      expect(kindOf({ ...orderWith([canceled]), ...FINE }, BODY, [], NONE, 1)).toBe('unlinked')
      expect(kindOf({ ...orderWith([canceled], 50, 50), ...FINE }, BODY, [], NONE, 1)).toBe('unlinked')
    })

    it('is found if it shows more', () => {
      expect(kindOf(orderWith([OURS], 50, 50), BODY, [], NONE, 1_000)).toBe('found')
      const other = { ...OURS, packed_at: '2026-11-20T09:00:00.456Z' }
      expect(kindOf(orderWith([other], 50, 50), BODY, [], NONE, 1_000)).toBe('taken')
    })
  })

  describe('on a marketplace that cuts times to minutes', () => {
    const body = { ...BODY, packed_at: '2026-11-20T09:00:42.123Z' }
    const minute = { ...OURS, packed_at: '2026-11-20T09:00:00Z' }

    it('is found by its lines', () => {
      expect(kindOf(orderWith([minute], 50, 50), body, [], NONE)).toBe('found')
      expect(kindOf(orderWith([minute], 50, 50), body, [], NONE, 60_000)).toBe('found')
    })

    it('is not absent without them', () => {
      expect(kindOf(orderWith([minute]), body, [], NONE)).toBe('unlinked')
      expect(kindOf(orderWith([minute]), body, [], NONE, 1)).toBe('unlinked')
    })

    it('is not adopted if the answer shows seconds elsewhere', () => {
      const order = { ...orderWith([minute], 50, 50), updated_at: '2026-11-20T09:00:43Z' }
      expect(kindOf(order, body, [], NONE)).toBe('unlinked')
    })

    it('is not one of another minute', () => {
      const other = { ...minute, packed_at: '2026-11-20T09:02:00Z' }
      expect(kindOf(orderWith([other], 50, 50), body, [], NONE)).toBe('taken')
      expect(kindOf(orderWith([other]), body, [], NONE)).toBe('absent')
    })
  })

  it.each<[string, (number | null)[], string]>([
    ['one line less', [50, null], 'taken'],
    ['one line more', [50, 50, 50], 'taken'],
    ['one line exchanged', [50, null, 50], 'taken'],
    ['none of its lines', [null, null, 50], 'absent'],
  ])('is not one that carries %s, however similar', (_name, owners, kind) => {
    expect(kindOf(orderWith([OURS], ...owners), BODY, [], NONE)).toBe(kind)
  })

  it('is not one that existed before, or another of ours, however similar', () => {
    expect(kindOf(orderWith([OURS], 50, 50), BODY, [50], NONE)).toBe('taken')
    expect(kindOf(orderWith([OURS], 50, 50), BODY, [], new Set([50]))).toBe('taken')
    expect(kindOf(orderWith([OURS]), BODY, [50], NONE)).toBe('absent')
    expect(kindOf(orderWith([OURS]), BODY, [], new Set([50]))).toBe('absent')
    const twins = orderWith([{ ...OURS, id: 49 }, OURS], 50, 50)
    expect(kindOf(twins, BODY, [], new Set([49]))).toBe('found')
    expect(kindOf(twins, BODY, [49], NONE)).toBe('found')
  })

  it('is absent while no shipment carries the lines', () => {
    expect(kindOf(orderWith([]), BODY, [], NONE)).toBe('absent')
  })

  it('exists twice if two are live, even if the second took the lines of the first', () => {
    const twins = [{ ...OURS, id: 49 }, OURS]
    expect(kindOf(orderWith(twins, 50, 50), BODY, [], NONE)).toBe('duplicate')
    expect(kindOf(orderWith(twins), BODY, [], NONE)).toBe('duplicate')
  })

  it('is the live one if somebody has canceled the other', () => {
    const twins = [{ ...OURS, id: 49, state: 'canceled' }, OURS]
    expect(findCreated(orderWith(twins, 50, 50), BODY, [], NONE)).toMatchObject({ shipment: { id: 50 } })
  })

  it.each<[string, (number | null)[]]>([
    ['lets go of its lines', [null, null]],
    ['keeps them', [50, 50]],
    ['keeps one of them', [50, null]],
  ])('is still the right one when it was canceled and %s', (_name, owners) => {
    const canceled = { ...OURS, state: 'canceled' }
    expect(kindOf(orderWith([canceled], ...owners), BODY, [], NONE)).toBe('found')
  })

  it.each([
    ['without its lines is nobody’s for sure, so that it is never adopted', [null, null], 'unlinked'],
    ['that kept its lines is the one', [50, 50], 'found'],
  ])('canceled and shown to the second, one %s', (_name, owners, expected) => {
    const canceled = { ...OURS, state: 'canceled', packed_at: '2026-11-20T09:00:00Z' }
    expect(kindOf(orderWith([canceled], ...owners), BODY, [], NONE, 1_000)).toBe(expected)
  })
})

describe('a live shipment of ours without its lines is never absent', () => {
  const THEIRS = { id: 60, state: 'packed', carrier: 'DHL', packed_at: '2026-11-20T09:05:00.000Z' }
  const CASES: [string, object[], (number | null)[], string][] = [
    ['its lines are in no shipment', [OURS], [null, null], 'unlinked'],
    ['a line is in somebody else’s', [OURS, THEIRS], [60, null], 'duplicate'],
    ['all lines are in somebody else’s', [OURS, THEIRS], [60, 60], 'duplicate'],
    ['they were in one that is canceled', [OURS, { ...THEIRS, state: 'canceled' }], [60, 60], 'unlinked'],
    ['it has been shipped', [{ ...OURS, state: 'shipped' }], [null, null], 'unlinked'],
    ['its state is one that nobody knows', [{ ...OURS, state: 'lost' }], [null, null], 'unlinked'],
    [
      'somebody gave it another tracking number',
      [{ ...OURS, tracking_number: 'X' }],
      [null, null],
      'unlinked',
    ],
    ['somebody gave it another warehouse', [{ ...OURS, warehouse_id: 8 }], [null, null], 'unlinked'],
    ['its time is not shown', [{ ...OURS, packed_at: null }], [null, null], 'unlinked'],
    ['a twin is canceled', [{ ...OURS, id: 49, state: 'canceled' }, OURS], [null, null], 'unlinked'],
    ['another line is in somebody else’s', [OURS, THEIRS], [null, null, 60], 'unlinked'],
  ]

  it.each(CASES)('when %s', (_name, shipments, owners, kind) => {
    expect(kindOf(orderWith(shipments, ...owners), BODY, [], NONE)).toBe(kind)
  })

  it('but one of another time, or without a time and with another carrier, is not ours', () => {
    const later = { ...OURS, packed_at: '2026-11-20T09:00:05.123Z' }
    expect(kindOf(orderWith([later]), BODY, [], NONE)).toBe('absent')
    const other = { ...OURS, packed_at: null, carrier: 'DHL' }
    expect(kindOf(orderWith([other]), BODY, [], NONE)).toBe('absent')
  })
})

describe('a lost update', () => {
  const body = { state: 'delivered' as const, delivered_at: '2026-11-20T09:00:00.500Z' }
  it.each([
    ['the state and the time', { delivered_at: body.delivered_at }, true],
    ['the time cut to the second', { delivered_at: '2026-11-20T09:00:00Z' }, true],
    ['the time rounded up', { delivered_at: '2026-11-20T09:00:01Z' }, true],
    ['the time cut to the minute', { delivered_at: '2026-11-20T09:00:00Z' }, true],
    ['another time', { delivered_at: '2026-11-20T09:00:02Z' }, false],
    ['another state', { state: 'shipped', delivered_at: body.delivered_at }, false],
  ])('by %s: %s', (_name, shown, arrived) => {
    expect(updateArrived({ id: 1, state: 'delivered', ...shown }, body)).toBe(arrived)
  })
})

describe('sameInstant', () => {
  it('matches microseconds and offsets of the same moment', () => {
    expect(sameInstant('2026-11-20T10:00:00.123000+01:00', '2026-11-20T09:00:00.123Z')).toBe(true)
    expect(sameInstant('nonsense', '2026-11-20T09:00:00.123Z')).toBe(false)
    expect(sameInstant(null, '2026-11-20T09:00:00.123Z')).toBe(false)
  })
})

describe('the precision of the marketplace’s times', () => {
  const echo = (asked: string, shown: string) => ({
    asked: `2026-11-20T09:00:0${asked}Z`,
    shown: `2026-11-20T09:00:0${shown}Z`,
  })
  it.each([
    ['nothing was shown yet', [], null],
    ['what was given shows', [echo('1.123', '1.123')], 1],
    ['a round time shows among others', [echo('1.000', '1.000'), echo('1.123', '1.123')], 1],
    ['hundredths are kept', [echo('1.123', '1.120')], 10],
    ['seconds are cut', [echo('1.123', '1'), echo('1.900', '1')], 1_000],
    ['seconds are rounded', [echo('1.123', '1'), echo('1.900', '2')], 1_000],
    ['seconds are rounded up', [echo('1.123', '2')], 1_000],
    ['a person took over one of another time', [echo('1.123', '9.456'), echo('1.123', '1.123')], 1],
    ['minutes are cut', [echo('1.123', '0'), echo('9.123', '0')], 60_000],
    ['it changed meanwhile', [echo('1.123', '1'), echo('1.123', '1.123')], null],
  ])('if %s', (_name, echoes, stepMs) => {
    expect(precisionOf(echoes)).toBe(stepMs)
  })
})
