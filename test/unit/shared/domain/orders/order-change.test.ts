import { describe, expect, it } from 'vitest'
import {
  addressesPart,
  isLost,
  netOf,
  type LineCodes,
} from '../../../../../src/shared/domain/orders/order-change'

const WAS: LineCodes = { itemNumber: 'M1', externalId: 'SKU-1', mpn: '4006381333931' }

describe('what was put into the box for a line', () => {
  it.each<[string, Partial<LineCodes> | null, string | null]>([
    ['another item', { itemNumber: 'M2' }, null],
    ['another SKU', { externalId: 'SKU-2' }, 'M1'],
    ['no item any more', { itemNumber: null }, null],
    ['nothing: the line is gone', null, null],
    ['another GTIN than was scanned', { mpn: '4006381333948' }, '4006381333931'],
    ['no code that was scanned', { externalId: null }, 'sku-1'],
  ])('no longer stands for %s', (_, change, proof) => {
    const to = change === null ? null : { ...WAS, ...change }
    expect(isLost({ what: 'line', from: WAS, to }, proof)).toBe(true)
  })

  it.each<[string, LineCodes | null, Partial<LineCodes>, string | null]>([
    ['only the capitals differ', WAS, { itemNumber: 'm1', externalId: 'sku-1' }, 'SKU-1'],
    ['a GTIN has a leading zero or groups now', WAS, { mpn: '04006381333931' }, '4006381333931'],
    ['a GTIN is written in groups now', WAS, { mpn: '4006381-333931' }, '4006381333931'],
    ['another code than the scanned one changed', WAS, { mpn: 'OTHER' }, 'M1'],
    ['a code changed that nobody scanned', WAS, { mpn: 'OTHER' }, null],
    ['an unknown SKU became known', { ...WAS, externalId: null }, {}, 'M1'],
    ['the line is new', null, {}, null],
  ])('stands while %s', (_, from, change, proof) =>
    expect(isLost({ what: 'line', from, to: { ...WAS, ...change } }, proof)).toBe(false),
  )

  it('no longer stands once the item itself is edited, if it was scanned by that code alone', () => {
    const edited = { what: 'item' as const, from: WAS, to: { ...WAS, externalId: 'SKU-2' } }
    expect([isLost(edited, 'SKU-1'), isLost(edited, 'M1'), isLost(edited, null)]).toEqual([
      true,
      false,
      false,
    ])
  })
})

it('several changes of a line count as one, and one that was taken back as none', () => {
  const codes = (itemNumber: string) => ({ ...WAS, itemNumber })
  const change = (seq: number, lineId: number, from: string, to: string) => {
    return { what: 'line' as const, seq, lineId, from: codes(from), to: codes(to) }
  }
  const all = [change(1, 1, 'A', 'B'), change(2, 2, 'A', 'B'), change(3, 1, 'B', 'A'), change(4, 2, 'B', 'C')]
  expect(netOf(all)).toEqual([{ ...change(4, 2, 'A', 'C') }])
})

describe('a label for one address', () => {
  const ADDRESS = {
    line1: '1 Main St',
    line2: '',
    city: 'Springfield',
    zip5: '97477',
    name: 'Jo Doe',
    country: 'US',
  }

  it.each<[string, object]>([
    ['another street', { line1: '2 Main St' }],
    ['another name', { name: 'Al Doe' }],
    ['a second line', { line2: 'Apt 4' }],
    ['another value of a field that nobody knows', { country: 'CA' }],
  ])('does not fit %s', (_, change) => expect(addressesPart(ADDRESS, { ...ADDRESS, ...change })).toBe(true))

  it.each<[string, object | null]>([
    ['the same, written otherwise', { ...ADDRESS, line1: '1  main st ', line2: null }],
    ['a postal code sent as a number', { ...ADDRESS, zip5: 97_477 }],
    ['a field that is new', { ...ADDRESS, county: 'Lane', residential: true, geo: { lat: 44 } }],
    ['none', null],
    ['an empty one', { line1: '', city: null }],
  ])('is not contradicted by %s', (_, other) =>
    expect(addressesPart(ADDRESS, other as Record<string, unknown> | null)).toBe(false),
  )
})
