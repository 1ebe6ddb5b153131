import { describe, expect, it } from 'vitest'
import type { PartnerErrorCode } from '../../../src/shared/domain/outbox/partner-error-code'
import type { NewFault } from '../../../src/marketplace/control-client'
import { at, goodsOf, itemBody } from '../marketplace/harness'
import { clientFor, packBody, readyCalls, startStation, type ReadyCall, type Station } from './station'

type FaultKind = {
  [Kind in NewFault['kind']]: Omit<Extract<NewFault, { kind: Kind }>, 'route'>
}[NewFault['kind']]
type Outcome = { code: PartnerErrorCode; applied: 'no' | 'maybe'; status: number | null } | 'success'

/** Makes one fault hit each endpoint in turn and returns the client's outcomes. */
async function outcomesUnder(station: Station, fault: FaultKind): Promise<[ReadyCall, Outcome][]> {
  const calls = await readyCalls(station)
  const impatient = clientFor(station.bench, { headersTimeoutMs: 100, bodyTimeoutMs: 100 })
  for (const { method, route } of calls) {
    await station.bench.control.addFault({ ...fault, method, route })
  }
  const client = fault.kind === 'hang' ? impatient : station.client
  return Promise.all(
    calls.map(async (call): Promise<[ReadyCall, Outcome]> => [call, await outcomeOf(call.run(client))]),
  )
}

async function outcomeOf(running: Promise<unknown>): Promise<Outcome> {
  try {
    await running
    return 'success'
  } catch (error) {
    const { code, applied, status } = error as Exclude<Outcome, 'success'>
    return { code, applied, status }
  }
}

const STATUSES: [number, PartnerErrorCode, 'no' | 'maybe'][] = [
  [401, 'unauthorized', 'no'],
  [403, 'unauthorized', 'no'],
  [404, 'not_found', 'no'],
  [400, 'unprocessable', 'no'],
  [422, 'unprocessable', 'no'],
  [429, 'rate_limited', 'no'],
  [409, 'busy', 'maybe'],
  [423, 'busy', 'maybe'],
  [408, 'server_error', 'maybe'],
  [500, 'server_error', 'maybe'],
  [503, 'server_error', 'maybe'],
  [302, 'unexpected_answer', 'maybe'],
]

const PORTAL = '<!doctype html><title>Sign in</title>'
const FOREIGN: [string, string | null, string][] = [
  ['a page of plain text', 'text/plain', 'Please sign in to go on'],
  ['HTML', 'text/html', PORTAL],
  ['HTML without a content type', null, PORTAL],
  ['HTML that calls itself JSON', 'application/json', PORTAL],
  ['an error in JSON', 'application/json', '{"error":"maintenance"}'],
  ['something half', 'application/json', '{"id":'],
]

describe('on every endpoint', () => {
  it.each(STATUSES)('%i is %s, applied %s', async (status, code, applied) => {
    const station = await startStation()
    for (const [{ name }, outcome] of await outcomesUnder(station, { kind: 'status', status })) {
      expect({ name, outcome }).toEqual({ name, outcome: { code, applied, status } })
    }
    // Nothing was retried and no redirect followed.
    expect(await station.bench.control.requestLog()).toHaveLength(12)
  })

  it.each([
    ['lost before it is applied', { kind: 'drop', when: 'before' }],
    ['applied, then dropped', { kind: 'drop', when: 'after' }],
    ['reset before it is applied', { kind: 'reset', when: 'before' }],
    ['applied, then reset', { kind: 'reset', when: 'after' }],
    ['hanging before it is applied', { kind: 'hang', when: 'before' }],
    ['applied, then hanging', { kind: 'hang', when: 'after' }],
    ['applied late', { kind: 'late', ms: 1 }],
  ] as [string, FaultKind][])('a request %s is unclear', async (_, fault) => {
    const station = await startStation()
    for (const [{ name }, outcome] of await outcomesUnder(station, fault)) {
      const expected = { code: 'unclear', applied: 'maybe', status: null }
      expect({ name, outcome }).toEqual({ name, outcome: expected })
    }
    const log = await station.bench.control.requestLog()
    expect(log).toHaveLength(12)
    expect(log.every(({ fault: hit }) => hit === fault.kind)).toBe(true)
  })

  it.each([['truncate'], ['garble']] as const)('a body that is broken (%s) is unexpected', async (kind) => {
    const station = await startStation()
    for (const [{ name }, outcome] of await outcomesUnder(station, { kind }))
      expect({ name, outcome }).toMatchObject({ outcome: { code: 'unexpected_answer' } })
    expect(await station.bench.control.requestLog()).toHaveLength(12)
  })

  it.each(FOREIGN)('2xx with %s is unexpected', async (_, contentType, body) => {
    const station = await startStation()
    const fault = { kind: 'answer', status: 200, contentType, body } as const
    for (const [{ name }, outcome] of await outcomesUnder(station, fault)) {
      const expected = { code: 'unexpected_answer', applied: 'maybe', status: 200 }
      expect({ name, outcome }).toEqual({ name, outcome: expected })
    }
  })

  it.each([
    ['an empty object', '{}'],
    ['null', 'null'],
  ])('2xx with %s is a success for lists, and otherwise unexpected', async (_, body) => {
    const station = await startStation()
    const fault = { kind: 'answer', status: 200, contentType: 'application/json', body } as const
    for (const [{ name }, outcome] of await outcomesUnder(station, fault))
      if (name.startsWith('list')) expect({ name, outcome }).toEqual({ name, outcome: 'success' })
      else expect({ name, outcome }).toMatchObject({ outcome: { code: 'unexpected_answer' } })
  })

  it('2xx without a body is a success for lists and where the document says so, else unexpected', async () => {
    const station = await startStation()
    const fault = { kind: 'answer', status: 200, contentType: null, body: '' } as const
    for (const [{ name, needsBody }, outcome] of await outcomesUnder(station, fault))
      if (needsBody && !name.startsWith('list'))
        expect({ name, outcome }).toMatchObject({ outcome: { code: 'unexpected_answer' } })
      else expect({ name, outcome }).toEqual({ name, outcome: 'success' })
  })

  it.each(['before', 'after'] as const)('HTML with 200 is unexpected (%s it is applied)', async (when) => {
    const station = await startStation()
    for (const [{ name }, outcome] of await outcomesUnder(station, { kind: 'html', when })) {
      const expected = { code: 'unexpected_answer', applied: 'maybe', status: 200 }
      expect({ name, outcome }).toEqual({ name, outcome: expected })
    }
  })

  it('a slow answer is a success', async () => {
    const station = await startStation()
    const outcomes = await outcomesUnder(station, { kind: 'delay', ms: 50 })
    for (const [{ name }, outcome] of outcomes)
      expect({ name, outcome }).toEqual({ name, outcome: 'success' })
  })

  it('a wrong token is unauthorized, and the right one works again', async () => {
    const station = await startStation()
    const calls = await readyCalls(station)
    const wrong = clientFor(station.bench, { accessToken: () => 'wrong' })
    for (const { name, run } of calls) {
      const outcome = await outcomeOf(run(wrong))
      expect({ name, outcome }).toEqual({
        name,
        outcome: { code: 'unauthorized', applied: 'no', status: 401 },
      })
    }
    for (const { run } of calls) await run(station.client)
  })

  it('no token is unauthorized without a request', async () => {
    const station = await startStation()
    const calls = await readyCalls(station)
    const client = clientFor(station.bench, { accessToken: () => null })
    for (const { name, run } of calls) {
      const outcome = await outcomeOf(run(client))
      expect({ name, outcome }).toEqual({
        name,
        outcome: { code: 'unauthorized', applied: 'no', status: null },
      })
    }
    expect(await station.bench.control.requestLog()).toEqual([])
  })

  it('a stopped marketplace is unreachable', async () => {
    const station = await startStation()
    const calls = await readyCalls(station)
    const client = clientFor({ ...station.bench, baseUrl: 'http://127.0.0.1:9' })
    for (const { name, run } of calls) {
      const outcome = await outcomeOf(run(client))
      expect({ name, outcome }).toEqual({
        name,
        outcome: { code: 'unreachable', applied: 'no', status: null },
      })
    }
  })
})

describe('not found', () => {
  it.each<[string, ReadyCall['run']]>([
    ['readItem', (client) => client.readItem('NO-SUCH')],
    ['updateItem', (client) => client.updateItem('NO-SUCH', { price: 1 })],
    ['readOrder', (client) => client.readOrder(999_999)],
  ])('%s', async (_, run) => {
    const { client } = await startStation()
    expect(await outcomeOf(run(client))).toEqual({ code: 'not_found', applied: 'no', status: 404 })
  })
})

describe('unprocessable, by the rules of the document', () => {
  const REFUSED = { code: 'unprocessable', applied: 'no', status: 422 }

  it('create item: not a leaf, a size that is not allowed, a duplicate', async () => {
    const { client } = await startStation()
    const [top] = await client.listCategories()
    expect(await outcomeOf(client.createItem(itemBody({ category_id: top?.id })))).toEqual(REFUSED)
    const size = { scale: 'no such scale', name: 'XXL' }
    expect(await outcomeOf(client.createItem(itemBody({ size })))).toEqual(REFUSED)
    await client.createItem(itemBody({ external_id: 'E1' }))
    expect(await outcomeOf(client.createItem(itemBody({ external_id: 'E1' })))).toEqual(REFUSED)
  })

  it('create shipment: a line that another shipment carries', async () => {
    const { bench, client } = await startStation()
    const order = await bench.control.placeOrder({ lines: 1 })
    await client.createShipment(order.id, packBody(bench, goodsOf(order)))
    expect(await outcomeOf(client.createShipment(order.id, packBody(bench, goodsOf(order))))).toEqual(REFUSED)
  })

  it('update shipment: other tracking and cancel after shipping', async () => {
    const { bench, client } = await startStation()
    const order = await bench.control.placeOrder({ lines: 1 })
    const { id } = await client.createShipment(order.id, packBody(bench, goodsOf(order)))
    const shipped = { state: 'shipped', shipped_at: at(bench), expected_to_deliver_at: at(bench) } as const
    await client.updateShipment(order.id, id, shipped)
    const moves = [
      { ...shipped, tracking_number: 'other' },
      { state: 'canceled', canceled_at: at(bench) },
    ] as const
    for (const move of moves)
      expect(await outcomeOf(client.updateShipment(order.id, id, move))).toEqual(REFUSED)
  })

  it('create refund: more than was paid', async () => {
    const { bench, client } = await startStation()
    const order = await bench.control.placeOrder({ lines: 1 })
    expect(await outcomeOf(client.createRefund(order.id, { amount: order.amount + 1 }))).toEqual(REFUSED)
  })

  it('cancel order: a shipment is on its way; after a cancel nothing is packed', async () => {
    const { bench, client } = await startStation()
    const order = await bench.control.placeOrder({ lines: 1 })
    const { shipmentId } = await bench.control.changeOrder(order.id, { action: 'pack' })
    await bench.control.changeOrder(order.id, { action: 'ship', shipmentId: shipmentId ?? 0 })
    expect(await outcomeOf(client.cancelOrder(order.id))).toEqual(REFUSED)

    const other = await bench.control.placeOrder({ lines: 1 })
    await client.cancelOrder(other.id)
    expect(await outcomeOf(client.createShipment(other.id, packBody(bench, goodsOf(other))))).toEqual(REFUSED)
  })

  it('delist: an item that is not listed', async () => {
    const { client } = await startStation()
    const { item_number: itemNumber } = await client.createItem(itemBody())
    expect(await outcomeOf(client.delistItem(itemNumber))).toEqual(REFUSED)
  })
})

describe('too many requests', () => {
  it.each([
    ['seconds', (ms: number | null) => expect(ms).toBeGreaterThan(0)],
    ['date', (ms: number | null) => expect(ms).toBeGreaterThan(0)],
    ['none', (ms: number | null) => expect(ms).toBeNull()],
  ] as const)('create, update and delete above the rate, Retry-After as %s', async (retryAfter, check) => {
    const { bench, client } = await startStation({ settings: { itemWriteLimit: 1, retryAfter } })
    // This PC's clock is unrelated to the marketplace's.
    expect(Math.abs(Date.now() - bench.clock.ms)).toBeGreaterThan(60_000)
    const { item_number: itemNumber } = await client.createItem(itemBody())
    const writes = [
      () => client.createItem(itemBody()),
      () => client.updateItem(itemNumber, { price: 1 }),
      () => client.delistItem(itemNumber),
    ]
    for (const write of writes) {
      const error: unknown = await write().catch((caught: unknown) => caught)
      expect(error).toMatchObject({ code: 'rate_limited', applied: 'no', status: 429 })
      const { retryAfterMs } = error as { retryAfterMs: number | null }
      check(retryAfterMs)
      if (retryAfterMs !== null) expect(retryAfterMs).toBeLessThanOrEqual(60_000)
    }
  })
})
