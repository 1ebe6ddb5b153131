import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createBuyerSeal } from '../../../../../src/main/store/db/buyer-seal'
import { purgeBuyers } from '../../../../../src/main/store/tables/buyers'
import { clearRecord } from '../../../../../src/main/store/tables/order-copy'
import { viewOrderCopy } from '../../../../../src/main/store/views/order-copy-view'
import { viewOrder } from '../../../../../src/main/store/views/order-view'
import { applyOrder } from '../../../../../src/main/store/tables/orders'
import { makeStation } from '../../../../support/account'
import { makeLines, makeOrder } from '../../../../support/orders'
import { inTransaction } from '../../../../../src/main/store/db/database'
import { rawDb } from '../../../../support/raw-db'

const SECRETS =
  /Moon Street|Happy birthday|Jo the engraver|left at Jo|Payer Jo|Reason Jo|Part Jo|Code of Jo|Deep Jo/
const ORDER = makeOrder({
  billing_address: { line1: '1 Moon Street' },
  gift_message: 'Happy birthday',
  order_lines: makeLines([{ id: 10011, item_number: 'A', shipment_id: 5 }]).map((line) => ({
    ...(line as object),
    engraving: 'Jo the engraver',
    allowed_discount: { code: 'Code of Jo', max_discount: { percentage: 5, for: 'Deep Jo' } },
  })),
  shipments: [{ id: 5, state: 'delivered', delivered_at: '2026-01-01T00:00:00Z', drop: 'left at Jo' }],
  order_payments: [{ id: 1, total_collected: 1, payer: 'Payer Jo' }],
  refunds: [
    {
      id: 2,
      total_refunded: 1,
      why: 'Reason Jo',
      refund_lines: [
        { id: 3, amount: 1 },
        { amount: 2, to: 'Part Jo' },
      ],
    },
  ],
})

type TestStation = ReturnType<typeof makeStation>

/** All text and bytes of all tables. */
function everything({ db }: TestStation): string {
  const tables = rawDb(db)
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
    .pluck()
    .all() as string[]
  return tables
    .flatMap((table) => rawDb(db).prepare(`SELECT * FROM ${table}`).all())
    .flatMap((row) => Object.values(row as object))
    .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
    .join('\n')
}

/** What people see of an order's buyer, and of the fields that this version does not know. */
function shown({ db, seal }: Pick<TestStation, 'db' | 'seal'>, orderId: number) {
  return {
    buyer: viewOrder(db, orderId, seal)?.buyer,
    unknown: viewOrderCopy(db, orderId, seal)?.unknown,
  }
}

describe('fields unknown to this version', () => {
  it('are in no table unencrypted, and are shown as before', () => {
    const station = makeStation()
    station.take(ORDER)
    expect(everything(station)).not.toMatch(SECRETS)
    const copy = viewOrderCopy(station.db, 1001, station.seal)
    expect(copy?.unknown).toEqual({
      billing_address: { line1: '1 Moon Street' },
      gift_message: 'Happy birthday',
    })
    expect(copy).toMatchObject({
      lines: [
        {
          id: 10011,
          engraving: 'Jo the engraver',
          allowed_discount: { code: 'Code of Jo', max_discount: { percentage: 5, for: 'Deep Jo' } },
        },
      ],
      payments: [{ id: 1, payer: 'Payer Jo' }],
      shipments: [{ id: 5, drop: 'left at Jo' }],
      refunds: [
        {
          id: 2,
          why: 'Reason Jo',
          refund_lines: [
            { id: 3, amount: 1 },
            { amount: 2, to: 'Part Jo' },
          ],
        },
      ],
    })
    const row = rawDb(station.db).prepare('SELECT buyer FROM orders').pluck().get() as Buffer
    expect(JSON.stringify(station.seal.open(1001, row))).toMatch(/Jo the engraver.*left at Jo/)
  })

  it('are deleted with the buyer’s data, and a later copy does not restore them', () => {
    const station = makeStation()
    station.take(ORDER)
    const asked = { before: '2026-06-01T00:00:00Z', at: '2026-11-20T00:00:00Z', afterId: 0, limit: 10 }
    expect(purgeBuyers(station.db, asked).purged).toBe(1)
    station.take({ ...ORDER, updated_at: '2026-11-21T00:00:00.000Z' })
    expect(shown(station, 1001)).toMatchObject({ buyer: null, unknown: {} })
    expect(JSON.stringify(viewOrderCopy(station.db, 1001, station.seal))).not.toMatch(SECRETS)
    expect(everything(station)).not.toMatch(SECRETS)
  })

  it('are omitted from an unreadable record, by name', () => {
    const { shipments: _shipments, ...rest } = ORDER
    expect(JSON.stringify(clearRecord({ ...rest, order_lines: 'none' }))).not.toMatch(SECRETS)
    expect(clearRecord({ id: 'x', gift_message: 'Happy birthday' })).toEqual({
      id: 'x',
      left_out: ['gift_message'],
    })
    expect(clearRecord([7, null])).toEqual([7, null])
  })
})

describe('a buyer’s seal', () => {
  it('opens for its own order only', () => {
    const key = randomBytes(32)
    const seal = createBuyerSeal(() => key)
    const sealed = seal.seal(7, { customer: { email: 'jo@example.com' } }) ?? Buffer.alloc(0)
    expect(seal.open(7, sealed)).toEqual({ customer: { email: 'jo@example.com' } })
    expect(seal.open(8, sealed)).toBeNull()
    expect(createBuyerSeal(() => randomBytes(32)).open(7, sealed)).toBeNull()
  })

  it('takes another key, or none, from the moment on that it is given', () => {
    const keys = [randomBytes(32), randomBytes(32)] as const
    let key: Buffer | null = keys[0]
    const seal = createBuyerSeal(() => key)
    const [first, second] = keys.map((each) => createBuyerSeal(() => each))
    const sealed = seal.seal(7, 'Jo') ?? Buffer.alloc(0)
    key = keys[1]
    expect(seal.open(7, sealed)).toBeNull()
    const sealedAnew = seal.seal(7, 'Jo') ?? Buffer.alloc(0)
    expect([first?.open(7, sealedAnew), second?.open(7, sealedAnew)]).toEqual([null, 'Jo'])
    key = null
    expect([seal.open(7, sealedAnew), seal.seal(7, 'Jo')]).toEqual([null, null])
    key = keys[0]
    expect(seal.open(7, sealed)).toBe('Jo')
  })

  it('swapped between two orders in the file shows neither buyer', () => {
    const station = makeStation()
    station.take(makeOrder({ id: 1 }), makeOrder({ id: 2 }))
    rawDb(station.db)
      .prepare(
        'UPDATE orders SET buyer = (SELECT o.buyer FROM orders o WHERE o.order_id = 3 - orders.order_id)',
      )
      .run()
    expect(viewOrder(station.db, 1, station.seal)?.buyer).toBeNull()
  })

  it('without its key overwrites no existing seal, and reports that it is locked', () => {
    const station = makeStation()
    station.take(ORDER)
    const locked = createBuyerSeal(() => null)
    inTransaction(station.db, (tx) =>
      applyOrder(tx, { ...ORDER, state: 'paid' }, '2026-11-21T00:00:00Z', locked),
    )
    expect(viewOrder(station.db, 1001, locked)).toMatchObject({ buyer: null, buyerLocked: true })
    expect(viewOrder(station.db, 1001, station.seal)).toMatchObject({
      buyer: { name: 'Jo Doe' },
      buyerLocked: false,
    })
  })
})
