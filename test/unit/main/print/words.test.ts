import { describe, expect, it, test } from 'vitest'
import { badgeSheet } from '../../../../src/main/print/badges'
import { calibrationSheet } from '../../../../src/main/print/calibration-sheet'
import { commandPoster, commandSheet } from '../../../../src/main/print/commands'
import type { Layout } from '../../../../src/main/print/layout'
import { manifestSheets } from '../../../../src/main/print/manifest'
import { markup } from '../../../../src/main/print/markup'
import { orderList } from '../../../../src/main/print/order-list'
import { putWallPlan } from '../../../../src/main/print/put-wall-plan'
import { pickList } from '../../../../src/main/print/pick-list'
import { packingSlip } from '../../../../src/main/print/packing-slip'
import { countedWords, fillIn, PRINT_WORDS } from '../../../../src/main/print/words'
import type { Manifest } from '../../../../src/shared/contract/handover'
import { LOCALES, type Locale } from '../../../../src/shared/domain/station/locale'
import { pickRows } from '../../../../src/shared/domain/orders/pick-list'
import { filesOf, flatten } from '../../../support/dictionaries'
import { printedOrders, ROWS_OF_EACH_WORK } from '../../../support/desk-rows'
import { aLine, anOrder, aShipment, NO_SENDER } from '../../renderer/fake-station'

function layoutOf(locale: Locale): Layout {
  return { locale, paper: 'a4', timeZone: 'Europe/Berlin', draw: (code) => markup`[${code}]` }
}

const GRADES = Object.keys(PRINT_WORDS.en.grades)
const ALL_GRADES = GRADES.map((_, index) => index + 1)

function slip(locale: Locale, lineIds: readonly number[], total: number): string {
  const lines = Array.from({ length: total }, (_, index) =>
    aLine(index + 1, { quality: GRADES[index] ?? null }),
  )
  const order = anOrder(4711, { lines, buyer: null })
  const shipment = aShipment({ lineIds: [...lineIds], carrier: 'UPS', trackingNumber: '1Z' })
  const sender = { ...NO_SENDER, returnAddress: 'Returns' }
  return packingSlip({ order, shipment, sender, pricesIn: 'EUR' }, layoutOf(locale)).html
}

function manifest(items: readonly number[]): Manifest {
  const parcel = { shipmentId: '1', orderId: 4711, carrier: null, trackingNumber: null }
  const later = { packedAt: null, shippedAt: null, holdReason: null }
  const parcels = items.map((count) => ({ ...parcel, ...later, items: count }))
  return { carrier: '', shippedAt: null, by: 'Ana', parcels }
}

const NOTHING_KNOWN = { itemNumber: null, externalId: null, mpn: null, title: null }
const PICKS = pickRows([{ orderId: 4711, lines: [aLine(1), aLine(2, NOTHING_KNOWN)] }])

/** Every kind of page, with every sentence that depends on what is printed. */
function papersIn(locale: Locale): string {
  const layout = layoutOf(locale)
  return [
    slip(locale, [1], 1),
    slip(locale, [1, 2], 2),
    slip(locale, [1], 2),
    slip(locale, ALL_GRADES, ALL_GRADES.length),
    commandSheet(layout).html,
    commandPoster(layout).html,
    calibrationSheet(layout).html,
    badgeSheet([], layout).html,
    manifestSheets([manifest([1]), manifest([1, 2])], layout).html,
    orderList(printedOrders(ROWS_OF_EACH_WORK.slice(0, 2)), layout).html,
    orderList(printedOrders(ROWS_OF_EACH_WORK, 7), layout).html,
    putWallPlan(4, layout).html,
    pickList({ madeAt: '2026-11-21T10:00:00.000Z', orderIds: [4711], rows: PICKS }, layout).html,
  ].join('')
}

test.each(LOCALES)('%s: every text for paper is printed', (locale) => {
  const passages = papersIn(locale).split(/<[^>]*>/)
  const printed = new Set([...passages, ...passages.flatMap((passage) => passage.split(', '))])
  const texts = flatten(filesOf(locale)['print.json'] ?? {})
  expect(texts.length).toBeGreaterThan(35)
  const missing = texts.filter(([, text]) =>
    [1, 2, 3, 6].every(
      (count) =>
        !printed.has(text.replace('{{count}}', String(count)).replace('{{total}}', count === 6 ? '7' : '2')),
    ),
  )
  expect(missing).toEqual([])
})

describe('countedWords', () => {
  it.each([
    ['en', 0, '0 items'],
    ['en', 1, '1 item'],
    ['de', 1, '1 Artikel'],
    ['fr', 0, '0 article'],
    ['fr', 2, '2 articles'],
    ['es', 0, '0 artículos'],
    ['es', 1_000_000, '1000000 artículos'],
  ] as const)('uses the form of %s for %i', (locale, count, words) => {
    expect(countedWords('itemCount', count, locale)).toBe(words)
  })
})

describe('fillIn', () => {
  it('refuses a text that names a value it does not get', () => {
    expect(() => fillIn(PRINT_WORDS.en.slip.holdsPart, { count: 1 })).toThrow('no value for {{total}}')
  })
})
