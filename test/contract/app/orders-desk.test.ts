import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ANY_ORDER, MOST_SAVED_FILTERS, NEWEST_FIRST } from '../../../src/shared/domain/orders/order-desk'
import { compose, imported, nothing, openMarket } from '../../support/composed'
import { hire } from '../../support/people'
import { tempDir } from '../../support/temp-dir'

/** The order desk through the bridge. */

const ALL = { filter: ANY_ORDER, sort: NEWEST_FIRST } as const
const PAGE = { ...ALL, offset: 0, limit: 100 } as const

async function atTheDesk() {
  const market = await openMarket()
  const station = await compose(tempDir(), market.live)
  await imported(station.ask)
  return { ...station, market }
}

it('lists every order, sorted and in windows, and counts what a filter shows', async () => {
  const { ask } = await atTheDesk()
  const { rows, total, more } = await ask('orders:list', PAGE)
  expect({ total, more }).toEqual({ total: 8, more: false })
  const bought = rows.map(({ purchasedAt }) => purchasedAt ?? '')
  expect(bought).toEqual(bought.toSorted().reverse())
  expect(rows[0]).toMatchObject({ amountCents: expect.any(Number) as number, refundedCents: 0, carriers: [] })

  const byAmount = { ...PAGE, sort: { by: 'amount', descending: false } } as const
  const amounts = (await ask('orders:list', byAmount)).rows.map(({ amountCents }) => amountCents ?? 0)
  expect(amounts).toEqual(amounts.toSorted((one, other) => one - other))
  const part = await ask('orders:list', { ...byAmount, offset: 2, limit: 3 })
  expect(part.rows.map(({ amountCents }) => amountCents)).toEqual(amounts.slice(2, 5))
  expect(part).toMatchObject({ total: 8, more: false })
  const first = { ...PAGE, sort: { by: 'due', descending: true }, limit: 3 } as const
  expect(await ask('orders:list', first)).toMatchObject({ total: 4, more: true })
  const filter = { ...ANY_ORDER, amountFrom: amounts[3] ?? 0 }
  expect((await ask('orders:list', { ...PAGE, filter })).total).toBe(5)
  expect(await ask('orders:count', { filter })).toEqual({ count: 5 })
  expect(await ask('orders:count', { filter: ANY_ORDER })).toEqual({ count: 8 })
})

it('shows what was packed since, although it remembers the list', async () => {
  const { ask } = await atTheDesk()
  const { rows } = await ask('orders:list', PAGE)
  const before = await ask('orders:choices', nothing)
  const orderId = rows.find(({ unpacked, lines }) => unpacked === lines)?.orderId ?? 0
  const { lines } = await ask('packing:open', { orderId })
  const filter = { ...ANY_ORDER, work: 'to_ship' } as const
  const shownBefore = await ask('orders:list', { ...PAGE, filter })
  expect(shownBefore.rows.map((row) => row.orderId)).not.toContain(orderId)
  await ask('packing:pack', {
    orderId,
    lineIds: lines.filter((line) => !line.isShippingFee).map(({ lineId }) => lineId),
    ...{ carrier: 'Pigeon Post', trackingNumber: null, trackingUrl: null, warehouseId: 1 },
  })
  const shown = await ask('orders:list', { ...PAGE, filter })
  expect(shown.total).toBe(shownBefore.total + 1)
  expect(shown.rows).toContainEqual(
    expect.objectContaining({ orderId, carriers: ['Pigeon Post'], unpacked: 0 }),
  )
  const pigeons = { ...ANY_ORDER, carriers: ['pigeon post'] }
  expect((await ask('orders:list', { ...PAGE, filter: pigeons })).total).toBe(1)
  const choices = await ask('orders:choices', nothing)
  expect(choices).toMatchObject({
    toPack: Number(before.toPack) - 1,
    toShip: Number(before.toShip) + 1,
    needsPerson: 0,
  })
  expect(choices.carriers).toContain('Pigeon Post')
  expect(choices.states).toEqual([...new Set(rows.map(({ state }) => state))].toSorted())
})

describe('what people may do', () => {
  it('a packer looks, and takes nothing away without a supervisor', async () => {
    const { ask, refusal } = await atTheDesk()
    const { pat, sam } = await hire(ask)
    expect(await refusal('orders:list', PAGE)).toMatchObject({ code: 'sign_in_needed' })
    await ask('operators:sign-in', { badge: pat.badge })
    expect((await ask('orders:list', PAGE)).total).toBe(8)
    const lendable = { code: 'supervisor_needed', fields: { lend: 'possible' } }
    const kept = { filterId: null, name: 'All', ...ALL, usual: false }
    const list = { document: { kind: 'order_list', ...ALL }, locale: 'en' } as const
    expect(await refusal('orders:save', ALL)).toMatchObject(lendable)
    expect(await refusal('print:document', list)).toMatchObject(lendable)
    expect(await refusal('orders:keep-filter', kept)).toMatchObject(lendable)
    await ask('operators:lend', { channel: 'orders:save', request: ALL, by: { badge: sam.badge } })
    const { rows } = await ask('orders:save', ALL)
    expect(rows).toBe(8)
    await ask('operators:sign-in', { badge: sam.badge })
    const log = await ask('evidence:list', { kind: 'list_export', offset: 0, limit: 10 })
    expect(log.rows[0]).toMatchObject({ payload: { list: 'orders', count: 8, approvedBy: 'Sam' } })
  })
})

it('saves all that the filter shows as CSV', async () => {
  const { ask } = await atTheDesk()
  await ask('settings:save-preferences', { language: { locale: 'en', dateFormat: null } })
  const { path, rows } = await ask('orders:save', { ...ALL, sort: { by: 'number', descending: false } })
  const lines = readFileSync(path, 'utf8').trimEnd().split('\r\n')
  expect(lines).toHaveLength(1 + rows)
  expect(lines[0]).toMatch(/^\uFEFForder_id,state,purchased_at,created_at,updated_at,/)
  const listed = await ask('orders:list', { ...PAGE, sort: { by: 'number', descending: false } })
  expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(
    listed.rows.map(({ orderId }) => orderId),
  )
})

describe('saved filters', () => {
  const late = { ...ANY_ORDER, late: true }
  const sort = { by: 'due', descending: false } as const

  it('are kept, renamed, made usual and deleted, for everybody and over a restart', async () => {
    const market = await openMarket()
    const dir = tempDir()
    const first = await compose(dir, market.live)
    const kept = { filterId: null, name: 'Late ones', filter: late, sort, usual: false }
    const { filterId, filters } = await first.ask('orders:keep-filter', kept)
    expect(filters).toEqual([{ filterId, name: 'Late ones', filter: late, sort }])
    await first.ask('orders:keep-filter', {
      ...kept,
      name: 'All of UPS',
      filter: { ...late, carriers: ['UPS'] },
    })
    const renamed = { ...kept, filterId, name: 'Behind', usual: true }
    expect(await first.ask('orders:keep-filter', renamed)).toMatchObject({ usual: filterId })
    await first.close()

    const { ask } = await compose(dir, market.live)
    const { filters: read, usual } = await ask('orders:filters', nothing)
    expect([read.map(({ name }) => name), usual]).toEqual([['All of UPS', 'Behind'], filterId])
    const left = await ask('orders:drop-filter', { filterId })
    expect(left).toMatchObject({ filters: [{ name: 'All of UPS' }], usual: null })
  })

  it('are refused under a name that is taken, beyond fifty, and once they are gone', async () => {
    const { ask, refusal } = await atTheDesk()
    const keep = (name: string) => ({ filterId: null, name, filter: late, sort, usual: false })
    const { filterId } = await ask('orders:keep-filter', keep('Late'))
    expect(await refusal('orders:keep-filter', keep(' LATE '))).toMatchObject({ code: 'filter_name_taken' })
    for (let at = 1; at < MOST_SAVED_FILTERS; at += 1) await ask('orders:keep-filter', keep(`Late ${at}`))
    expect(await refusal('orders:keep-filter', keep('One more'))).toMatchObject({ code: 'too_many_filters' })
    await ask('orders:keep-filter', { ...keep('Renamed'), filterId })
    await ask('orders:drop-filter', { filterId })
    expect(await refusal('orders:drop-filter', { filterId })).toMatchObject({ code: 'filter_not_found' })
    expect(await refusal('orders:keep-filter', { ...keep('Late'), filterId })).toMatchObject({
      code: 'filter_not_found',
    })
  })

  it('refuses times that are none, unknown parts and a name of nothing', async () => {
    const { refusal } = await atTheDesk()
    for (const filter of [
      { ...late, createdAfter: 'yesterday' },
      { ...late, createdAfter: '2026-01-01' },
      { ...late, buyer: 'Jo' },
      { ...late, amountFrom: 1.5 },
    ])
      expect(await refusal('orders:count', { filter })).toMatchObject({ code: 'invalid_request' })
    const kept = { filterId: null, name: '  ', filter: late, sort, usual: false }
    expect(await refusal('orders:keep-filter', kept)).toMatchObject({ code: 'invalid_request' })
  })
})
