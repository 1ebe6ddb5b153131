import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  collectedCents,
  refundedCents,
  refundProblem,
  refundRest,
  senseOfPayment,
  type OwnRefund,
  type ShownMoney,
} from '../../../../../src/shared/domain/orders/refund-rest'

const paid = (transaction_type: unknown, total_collected: unknown, more: object = {}) => ({
  transaction_type,
  total_collected,
  ...more,
})
const refunded = (...cents: unknown[]) => cents.map((total_refunded, id) => ({ id, total_refunded }))
const order = (over: ShownMoney = {}): ShownMoney => ({
  amount: 5_000,
  order_payments: [paid('charge', 5_000)],
  refunds: [],
  ...over,
})

describe('what is left to refund', () => {
  it.each<[string, ShownMoney['order_payments'], number | null]>([
    ['one charge', [paid('charge', 5_000)], 5_000],
    [
      'an authorization and its capture: one payment',
      [paid('authorization', 5_000), paid('capture', 5_000)],
      5_000,
    ],
    ['the same, in other letters', [paid('AUTHORISATION', 5_000), paid(' Capture', 5_000)], 5_000],
    ['an authorization and a smaller capture', [paid('authorization', 5_000), paid('capture', 1_800)], 1_800],
    [
      'two partial captures',
      [paid('authorization', 5_000), paid('capture', 1_800), paid('capture', 700)],
      2_500,
    ],
    ['two kinds for the same money', [paid('charge', 3_000), paid('capture', 3_000)], 3_000],
    ['an authorization alone: nothing was collected', [paid('authorization', 5_000)], 0],
    ['a voided authorization', [paid('authorization', 5_000), paid('void', -5_000)], 0],
    ['a charge that was voided', [paid('charge', 5_000), paid('void', 5_000)], 0],
    ['a chargeback with a sign', [paid('charge', 5_000), paid('chargeback', -2_000)], 3_000],
    ['a chargeback without one', [paid('charge', 5_000), paid('Charge_Back', 2_000)], 3_000],
    ['a dispute', [paid('charge', 5_000), paid('dispute', 5_000)], 0],
    ['a negative charge', [paid('charge', 5_000), paid('charge', -1_200)], 3_800],
    ['a void of an unknown amount', [paid('charge', 5_000), paid('void', null)], null],
    ['more than the amount', [paid('charge', 9_000)], 5_000],
    ['less than the amount', [paid('charge', 4_000)], 4_000],
    ['nothing', [paid('charge', 0)], 0],
    ['an unknown kind beside a charge', [paid('charge', 2_000), paid('gift card', 3_000)], 2_000],
    ['an unknown kind that is negative', [paid('charge', 2_000), paid('correction', -500)], 1_500],
    ['an unknown kind alone', [paid('gift card', 5_000)], null],
    ['no kind', [paid(null, 5_000)], null],
    ['text for a number', [paid('charge', '5000')], null],
    [
      'a charge that cannot be read beside one that can',
      [paid('charge', 2_000), paid('charge', '30,00')],
      2_000,
    ],
    ['a fraction', [paid('charge', 50.5)], null],
    ['a charge without an amount', [paid('charge', undefined)], null],
    ['a payment that is no record', [paid('charge', 5_000), 'chargeback 5000'], null],
    ['the same payment twice', [paid('charge', 2_500, { id: 7 }), paid('charge', 2_500, { id: 7 })], 2_500],
    ['two payments', [paid('charge', 2_500, { id: 7 }), paid('charge', 2_000, { id: 8 })], 4_500],
    ['no payments', [], null],
    ['no list of payments', undefined, null],
    ['something else in place of the list', { total_collected: 5_000 }, null],
  ])('of %s', (_, order_payments, rest) => {
    expect(refundRest(order({ order_payments }))).toBe(rest)
  })

  it.each<[string, ShownMoney, number | null]>([
    ['no amount', { amount: null }, null],
    ['an amount as text', { amount: '5000' }, null],
    ['an amount of zero', { amount: 0 }, 0],
    ['a negative amount', { amount: -5_000 }, 0],
    ['a refund', { refunds: refunded(1_000, 500) }, 3_500],
    ['a refund with a sign', { refunds: refunded(-1_000) }, 4_000],
    ['refunds with both signs', { refunds: refunded(-1_000, 1_000) }, 3_000],
    ['a failed refund', { refunds: [{ id: 1, state: 'failed', total_refunded: 1_000 }] }, 4_000],
    ['a refund in no known state', { refunds: [{ id: 1, state: 'zzz', total_refunded: 1_000 }] }, 4_000],
    ['more refunds than money', { refunds: refunded(4_000, 4_000) }, 0],
    ['a refund without an amount', { refunds: refunded(null) }, null],
    ['a refund as text', { refunds: refunded('1000') }, null],
    ['a refund that is no record', { refunds: ['1000'] }, null],
    ['something else in place of the refunds', { refunds: 'none' }, null],
    ['refunds that are null', { refunds: null }, 5_000],
    [
      'a payment in another currency',
      { currency: 'USD', order_payments: [paid('charge', 5_000, { currency: 'EUR' })] },
      null,
    ],
    [
      'a refund in another currency',
      {
        order_payments: [paid('charge', 5_000, { currency: 'EUR' })],
        refunds: [{ id: 1, total_refunded: 10, currency: 'USD' }],
      },
      null,
    ],
    [
      'one currency in two spellings',
      { currency: 'usd', order_payments: [paid('charge', 5_000, { currency: 'USD' })] },
      5_000,
    ],
    [
      'no currency beside one',
      { currency: '', order_payments: [paid('charge', 5_000, { currency: 'EUR' })] },
      5_000,
    ],
  ])('with %s', (_, over, rest) => {
    expect(refundRest(order(over))).toBe(rest)
  })

  it('counts refunds of this station once, whether they are shown or not', () => {
    const queued: OwnRefund = { cents: 700, refundId: null }
    const sent: OwnRefund = { cents: 300, refundId: '0' }
    expect(refundRest(order(), [queued])).toBe(4_300)
    expect(refundRest(order(), [queued, sent])).toBe(4_000)
    expect(refundRest(order({ refunds: refunded(300) }), [queued, sent])).toBe(4_000)
    // The marketplace shows less of it, or nothing yet.
    expect(refundRest(order({ refunds: refunded(0) }), [sent])).toBe(4_700)
    expect(refundRest(order({ refunds: refunded(null) }), [sent])).toBe(4_700)
    expect(refundRest(order({ refunds: refunded(-900) }), [sent])).toBe(4_100)
    expect(refundRest(order(), [{ cents: null, refundId: null }])).toBeNull()
  })
})

it('says why an amount is refused', () => {
  expect([0, 1, 10, 11].map((cents) => refundProblem(cents, 10))).toEqual(['zero', null, null, 'above_rest'])
  expect([0, 1].map((cents) => refundProblem(cents, null))).toEqual(['zero', 'rest_unknown'])
})

it('knows the trade’s words for payments, and no others', () => {
  expect(['Sale', 'pre-authorization', 'reversal', 'tip', null, 7].map(senseOfPayment)).toEqual([
    'collected',
    'authorized',
    'returned',
    'unknown',
    'unknown',
    'unknown',
  ])
})

it('sums refunds by their size', () => {
  expect(refundedCents(refunded(-5, 3))).toBe(8)
  expect(refundedCents(refunded(-5, null))).toBeNull()
  expect(collectedCents([paid('charge', 5), paid('void', 9)])).toBe(0)
})

describe('whatever the marketplace answers', () => {
  /** What happened to the buyer's money, in the order in which it did. */
  const moved = fc.record({
    what: fc.constantFrom('authorize', 'collect', 'take back', 'refund', 'ours'),
    cents: fc.integer({ min: 1, max: 9_000 }),
  })
  /** How an answer spells it. */
  const spelling = fc.record({
    collected: fc.constantFrom('charge', 'capture', 'Capture', 'sale', 'mystery', null),
    twice: fc.boolean(),
    sign: fc.constantFrom(1, -1),
    unreadable: fc.constantFrom(null, null, null, 'text', 'missing', 'fraction'),
    state: fc.constantFrom('pending', 'successful', 'failed', 'odd', null),
    showsOurs: fc.constantFrom('shown', 'as nothing', 'hidden'),
    amount: fc.constantFrom('asked', 'more', 'missing'),
  })
  type Moved = { what: string; cents: number }
  type Spelling = typeof spelling extends fc.Arbitrary<infer Value> ? Value : never

  function written(cents: number, how: Spelling['unreadable']): unknown {
    if (how === 'text') return String(cents)
    return how === 'missing' ? undefined : how === 'fraction' ? cents + 0.5 : cents
  }

  function answerOf(past: readonly Moved[], how: Spelling): ShownMoney {
    const payments = past.flatMap(({ what, cents }, id): unknown[] => {
      const total = written(cents, how.unreadable)
      if (what === 'authorize') return [paid('authorization', cents, { id })]
      if (what === 'take back')
        return [paid('chargeback', typeof total === 'number' ? total * how.sign : total, { id })]
      if (what !== 'collect') return []
      const one = paid(how.collected, total, { id })
      return how.twice ? [one, paid('authorization', cents), paid('settlement', total, { id })] : [one]
    })
    const refunds = past.flatMap(({ what, cents }, id): unknown[] => {
      const isOurs = what === 'ours'
      if (what !== 'refund' && (!isOurs || how.showsOurs === 'hidden')) return []
      const total = isOurs && how.showsOurs === 'as nothing' ? 0 : written(cents * how.sign, how.unreadable)
      return [{ id, total_refunded: total, state: how.state }]
    })
    const amounts = { asked: 20_000, more: 900_000, missing: undefined }
    return { amount: amounts[how.amount], order_payments: payments, refunds }
  }

  it('never proposes more than the buyer paid and has not got back', () => {
    fc.assert(
      fc.property(
        fc.array(moved, { maxLength: 8 }),
        fc.array(spelling, { minLength: 1 }),
        (events, spellings) => {
          const past: Moved[] = []
          let buyerPaid = 0
          let got = 0
          for (const [step, event] of [...events, null].entries()) {
            for (const how of spellings) {
              const own = past.flatMap(({ what, cents }, id): OwnRefund[] =>
                what === 'ours'
                  ? [
                      {
                        cents,
                        refundId: (step + id) % 2 === 0 || how.showsOurs !== 'hidden' ? String(id) : null,
                      },
                    ]
                  : [],
              )
              const rest = refundRest(answerOf(past, how), own)
              if (rest !== null) expect(rest).toBeLessThanOrEqual(Math.max(0, buyerPaid - got))
            }
            if (event === null) break
            // Refunds of more than there is are what the guard forbids; those of others may be anything.
            const cents =
              event.what === 'ours' ? Math.min(event.cents, Math.max(0, buyerPaid - got)) : event.cents
            past.push({ ...event, cents })
            if (event.what === 'collect') buyerPaid += cents
            if (event.what === 'take back') buyerPaid -= cents
            if (event.what === 'refund' || event.what === 'ours') got += cents
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  it('is no number of a refund if it cannot be read as one', () => {
    const refunds = [{ id: { toString: 0 }, total_refunded: 100 }]
    const order = { amount: 5_000, order_payments: [{ total_collected: 5_000, transaction_type: 'charge' }] }
    expect(refundRest({ ...order, refunds }, [{ cents: 50, refundId: '7' }])).toBe(4_850)
  })

  it('never throws, and never proposes more than the amount, for any JSON', () => {
    const json = fc.jsonValue()
    const value = fc.oneof(json, fc.integer(), fc.constantFrom('charge', 'void', '5000', null))
    const record = fc.dictionary(
      fc.constantFrom('id', 'total_collected', 'transaction_type', 'total_refunded', 'currency', 'state'),
      value,
    )
    const list = fc.oneof(json, fc.array(fc.oneof(record, json)))
    fc.assert(
      fc.property(
        fc.record({ amount: value, currency: value, order_payments: list, refunds: list }),
        (shown) => {
          const rest = refundRest(shown)
          if (rest === null) return
          expect(rest).toBeGreaterThanOrEqual(0)
          expect(rest).toBeLessThanOrEqual(Math.max(0, Number(shown.amount)))
        },
      ),
    )
  })
})
