import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { shipmentCodeOf } from '../../../src/shared/domain/shipments/shipment-code'
import { createManualClock } from '../../support/clock'
import { compose, imported, nothing, openMarket, packOldest } from '../../support/composed'
import { tempDir } from '../../support/temp-dir'

/** What the whole application records in the evidence log, and what it allows whom. */

const BOB = {
  operatorId: null,
  name: 'Bob',
  role: 'packer',
  active: true,
  pin: null,
  newBadge: false,
} as const
const SUE = { ...BOB, name: 'Sue', role: 'supervisor', pin: '4321' } as const
const PAGE = { offset: 0, limit: 100 }

async function aStation() {
  const market = await openMarket()
  const dataDir = tempDir()
  const station = await compose(dataDir, market.live)
  await imported(station.ask)
  const entries = async () => (await station.ask('evidence:list', PAGE)).rows
  return { ...station, market, dataDir, entries }
}

const scanOf = (raw: string, over = {}) => ({
  kind: 'scan' as const,
  raw,
  verdict: 'line',
  command: null,
  orderId: null,
  lineId: null,
  ...over,
})

describe('the evidence log of a station', () => {
  it('records who packed what, and every refusal with its reason, and is whole', async () => {
    const { ask, refusal, entries } = await aStation()
    const [bob] = await ask('operators:save', BOB)
    await ask('operators:sign-in', { badge: bob?.badge ?? '' })
    const { rows } = await ask('packing:queue', { view: 'to_pack', search: '', offset: 0, limit: 1 })
    const orderId = rows[0]?.orderId ?? 0
    await ask('evidence:record', { entries: [scanOf('ITEM1', { orderId }), scanOf(bob?.badge ?? '')] })
    const { order, seq } = await packOldest(ask)
    await refusal('orders:refund', { orderId, amountCents: 999_999_999 })
    const told = await entries()
    expect(told.map(({ kind, operator }) => [kind, operator])).toEqual([
      ['refund', 'Bob'],
      ['pack', 'Bob'],
      ['scan', 'Bob'],
      ['scan', 'Bob'],
      ['sign_in', 'Bob'],
      ['operators', expect.any(String)],
      ['log_begun', ''],
    ])
    expect(told[0]?.payload).toMatchObject({ orderId, refused: 'refund_amount' })
    expect(told[1]?.payload).toMatchObject({ orderId: order.orderId, op: seq, orderDone: true })
    expect(await ask('evidence:verify', nothing)).toMatchObject({ entries: 7, finding: null })
  })

  it('finds the entries of one order, refusals included, and says whether the order can be opened', async () => {
    const { ask, refusal } = await aStation()
    const { rows } = await ask('packing:queue', { view: 'to_pack', search: '', offset: 0, limit: 2 })
    const [orderId = 0, other = 0] = rows.map((row) => row.orderId)
    const GONE = 987_654_321
    await ask('evidence:record', {
      entries: [scanOf('MINE', { orderId }), scanOf('OTHER', { orderId: other }), scanOf('NONE')],
    })
    await refusal('orders:refund', { orderId, amountCents: 999_999_999 })
    await ask('evidence:record', {
      entries: [scanOf('MINE TOO', { orderId }), scanOf('OLD', { orderId: GONE })],
    })
    const mine = await ask('evidence:list', { ...PAGE, orderId })
    expect(mine.total).toBe(3)
    expect(mine.rows.map(({ kind, payload, orderKnown }) => [kind, payload['raw'], orderKnown])).toEqual([
      ['scan', 'MINE TOO', true],
      ['refund', undefined, true],
      ['scan', 'MINE', true],
    ])
    const second = await ask('evidence:list', { orderId, offset: 1, limit: 1 })
    expect(second.rows.map(({ kind }) => kind)).toEqual(['refund'])
    const gone = await ask('evidence:list', { ...PAGE, orderId: GONE })
    expect(gone.rows.map(({ payload, orderKnown }) => [payload['raw'], orderKnown])).toEqual([['OLD', false]])
    expect(await ask('evidence:list', { ...PAGE, orderId: 5 })).toEqual({ total: 0, rows: [] })
  })

  it('filters by operator, kind and time, and says by what it can', async () => {
    const { ask, refusal } = await aStation()
    const [bob] = await ask('operators:save', BOB)
    await ask('operators:sign-in', { badge: bob?.badge ?? '' })
    await ask('evidence:record', {
      entries: [scanOf('A'), { ...scanOf('B', { verdict: 'unknown' }), kind: 'refusal' as const }],
    })
    const { operators, kinds } = await ask('evidence:choices', nothing)
    expect(operators).toEqual(expect.arrayContaining(['', 'Bob']))
    expect(kinds).toEqual(['log_begun', 'operators', 'refusal', 'scan', 'sign_in'])
    const kindsOf = async (filter: object) =>
      (await ask('evidence:list', { ...PAGE, ...filter })).rows.map(({ kind }) => kind)
    expect(await kindsOf({ operator: 'Bob' })).toEqual(['refusal', 'scan', 'sign_in'])
    expect(await kindsOf({ operator: '' })).toEqual(['log_begun'])
    expect(await kindsOf({ operator: 'Bob', kind: 'scan' })).toEqual(['scan'])
    expect(await kindsOf({ kind: 'of_the_future' })).toEqual([])
    const [{ at = '' } = {}] = (await ask('evidence:list', { ...PAGE, kind: 'log_begun' })).rows
    expect(await kindsOf({ to: at })).toEqual([])
    expect(await kindsOf({ from: at, kind: 'log_begun' })).toEqual(['log_begun'])
    for (const bad of [{ from: 'today' }, { to: '2026-11-21' }, { operator: 5 }, { kinds: ['scan'] }])
      expect((await refusal('evidence:list', { ...PAGE, ...bad } as typeof PAGE)).code).toBe(
        'invalid_request',
      )
  })

  it('keeps no badge, no PIN and no token', async () => {
    const { ask, refusal, market } = await aStation()
    await ask('operators:save', SUE)
    const { signIn } = await ask('station:bootstrap', nothing)
    const operatorId = signIn.operators[0]?.operatorId ?? ''
    await refusal('operators:sign-in', { operatorId, pin: '9876' })
    await ask('operators:sign-in', { operatorId, pin: '4321' })
    const [{ badge = 'none' } = {}] = await ask('operators:list', nothing)
    await ask('evidence:record', {
      entries: [scanOf(`x${badge.toLowerCase()}y`), scanOf('Ada Lovelace 12 St James Square London')],
    })
    const { baseUrl, accessToken } = market.live
    await ask('settings:connect', { baseUrl, accessToken })
    const { path } = await ask('evidence:export', nothing)
    const text = readFileSync(path, 'utf8')
    expect(text).toContain('x(badge)y')
    for (const secret of [badge, badge.toLowerCase(), accessToken, 'Lovelace'])
      expect(text).not.toContain(secret)
    // Any four digits may be part of a hash or a port.
    for (const pin of ['4321', '9876'])
      expect(text).not.toMatch(new RegExp(`(?<![0-9a-f])${pin}(?![0-9a-f])`))
  })

  it('records each parcel of a round at the dock: who removed or shipped it, or why it stayed', async () => {
    const { ask, entries } = await aStation()
    const packed = [await packOldest(ask), await packOldest(ask), await packOldest(ask)]
    const dock = { mode: 'ship', carrier: null } as const
    const scan = async ({ shipmentId }: { shipmentId: string }) =>
      ask('dock:scan', { ...dock, codes: [shipmentCodeOf(shipmentId)] })
    for (const parcel of packed) expect(await scan(parcel)).toMatchObject({ kind: 'taken' })
    const [first, second, third] = packed.map(({ shipmentId, order }) => ({
      shipmentId,
      orderId: order.orderId,
    }))
    await ask('dock:remove', { mode: 'ship', shipmentId: first?.shipmentId ?? '' })
    const at = new Date().toISOString()
    await ask('dock:commit', { ...dock, at })
    for (const parcel of packed.slice(0, 1)) await scan(parcel)
    await ask('dock:commit', { ...dock, at: new Date(Date.now() - 3_600_000).toISOString() })
    await ask('dock:remove', { mode: 'ship', shipmentId: null })
    const told = (await entries()).map(({ kind, payload }) => ({ kind, ...payload }))
    const shipped = told.filter(({ kind }) => kind === 'ship').reverse()
    expect(shipped).toHaveLength(3)
    expect(shipped).toEqual([
      expect.objectContaining({ dock: true, at, op: expect.any(Number) }),
      expect.objectContaining({ dock: true, at, op: expect.any(Number) }),
      expect.objectContaining({ ...first, refused: 'time_problem', op: null }),
    ])
    expect(shipped.slice(0, 2)).toEqual(
      expect.arrayContaining([expect.objectContaining(second), expect.objectContaining(third)]),
    )
    expect(told.filter(({ kind }) => kind === 'dock_remove')).toEqual([
      { kind: 'dock_remove', mode: 'ship', ...first },
      { kind: 'dock_remove', mode: 'ship', ...first },
    ])
  })

  it('continues the same chain after a backup was restored and after a restart', async () => {
    const { ask, close, dataDir, market } = await aStation()
    const { name } = await ask('station:back-up', nothing)
    await packOldest(ask)
    await ask('station:restore', { name })
    await close()
    const again = await compose(dataDir, market.live)
    const { rows } = await again.ask('evidence:list', PAGE)
    expect(rows.map(({ kind }) => kind)).toEqual(['restored', 'pack', 'backup', 'log_begun'])
    expect(await again.ask('evidence:verify', nothing)).toMatchObject({ entries: 4, finding: null })
  })

  it('keeps the changes of a correction', async () => {
    const { ask, market, entries } = await aStation()
    await market.close()
    const { seq } = await packOldest(ask)
    await ask('outbox:correct', {
      seq,
      packedAt: new Date(Date.now() - 60_000).toISOString(),
      shippedAt: null,
      expectedToDeliverAt: null,
      deliveredAt: null,
      canceledAt: null,
      reason: 'the clock was wrong',
    })
    const [correct] = await entries()
    expect(correct).toMatchObject({ kind: 'correct', payload: { op: seq } })
    expect(correct?.payload['change']).toMatch(/^packed_at: \S+ -> \S+; the clock was wrong$/)
  })
})

describe('who may do what', () => {
  it('nothing is recorded until somebody signs in, if that is required', async () => {
    const { ask, refusal, entries } = await aStation()
    const [bob] = await ask('operators:save', BOB)
    await ask('settings:save-preferences', { lock: { signInNeeded: true, idleMinutes: 5 } })
    await expect(packOldest(ask)).rejects.toThrow(/sign_in_needed/)
    await ask('operators:sign-in', { badge: bob?.badge ?? '' })
    expect((await entries())[0]).toMatchObject({ kind: 'sign_in', operator: 'Bob' })
    const { seq } = await packOldest(ask)
    expect((await ask('outbox:read', { seq })).row.capturedBy).toBe('Bob')
    await ask('operators:lock', nothing)
    expect((await refusal('orders:cancel', { orderId: 1 })).code).toBe('station_locked')
    const { signIn } = await ask('station:bootstrap', nothing)
    expect(signIn).toMatchObject({ barred: 'station_locked', signedIn: null })
  })

  it('only supervisors change operators and settings once there is a supervisor', async () => {
    const { ask, refusal } = await aStation()
    const [bob] = await ask('operators:save', BOB)
    await ask('operators:save', SUE)
    expect((await refusal('operators:list', nothing)).code).toBe('sign_in_needed')
    await ask('operators:sign-in', { badge: bob?.badge ?? '' })
    expect((await refusal('operators:list', nothing)).code).toBe('supervisor_needed')
    const { settings, preferences } = await ask('station:bootstrap', nothing)
    expect((await refusal('settings:save', settings)).code).toBe('supervisor_needed')
    await ask('settings:save-preferences', { sound: preferences.sound })
  })
})

it('saves tables as CSV next to the other exports, and nothing that has another shape', async () => {
  const { ask, refusal, entries } = await aStation()
  await ask('settings:save-preferences', { language: { locale: 'en', dateFormat: null } })
  const columns = ['Operator', 'Items']
  const operators = (rows: (string | number)[][]) =>
    ask('statistics:save', { name: 'operators', table: { columns, rows } })
  const saved = await operators([
    ['Jörg, Ada', 3],
    ['=1+1', 0],
  ])
  expect(saved).toEqual({ path: expect.stringMatching(/exports.operators-[\dTZ-]+\.csv$/), rows: 2 })
  expect(readFileSync(saved.path, 'utf8')).toBe(`\uFEFFOperator,Items\r\n"Jörg, Ada",3\r\n'=1+1,0\r\n`)
  expect((await operators([])).path).not.toBe(saved.path)
  await ask('settings:save-preferences', { language: { locale: 'fr', dateFormat: null } })
  const french = await operators([['Jörg; Ada', 3.5]])
  expect(readFileSync(french.path, 'utf8')).toBe(`\uFEFFOperator;Items\r\n"Jörg; Ada";3,5\r\n`)
  // Ten thousand entries are more than other calls may send.
  const rows = Array.from({ length: 10_000 }, (_, index) => [index, 'x'.repeat(150)])
  const { path } = await ask('evidence:save', { table: { columns, rows } })
  expect(readFileSync(path, 'utf8').split('\r\n')).toHaveLength(10_002)
  expect((await entries())[0]).toMatchObject({ kind: 'evidence_export', payload: { count: 10_000 } })
  const operations = await ask('outbox:save', { table: { columns, rows } })
  expect(operations).toEqual({
    path: expect.stringMatching(/exports.operations-[\dTZ-]+\.csv$/),
    rows: 10_000,
  })
  expect((await entries())[0]).toMatchObject({
    kind: 'list_export',
    payload: { list: 'operations', count: 10_000 },
  })
  await ask('items:save', { table: { columns, rows } })
  expect((await entries())[0]).toMatchObject({
    kind: 'list_export',
    payload: { list: 'items', count: 10_000 },
  })
  for (const bad of [
    { columns, rows: [['one']] },
    { columns: [], rows: [] },
    { columns, rows: [...rows, ['a', 'b']] },
    { columns, rows: [], path: '/etc/passwd' },
  ])
    for (const channel of ['evidence:save', 'outbox:save', 'items:save'] as const)
      expect((await refusal(channel, { table: bad })).code).toBe('invalid_request')
  const named = { name: '../x' as 'days', table: { columns, rows: [] } }
  expect((await refusal('statistics:save', named)).code).toBe('invalid_request')
})

it('the statistics of a day match its packing', async () => {
  const clock = createManualClock(Date.parse('2026-11-20T13:10:00.000Z'))
  const station = await compose(join(tempDir(), 'data'), {}, true, clock)
  const { settings } = await station.ask('settings:read', nothing)
  await station.ask('settings:save', { ...settings, timeZone: 'Asia/Kathmandu' })
  await station.ask('evidence:record', { entries: [scanOf('A'), scanOf('B')] })
  const { today, hours, days } = await station.ask('statistics:read', { days: 3 })
  expect(today).toMatchObject({ scans: 2, refusals: 0, orders: 0 })
  // Five hours and 45 minutes ahead of UTC.
  expect(hours.map(({ hour, scans }) => [hour, scans])).toEqual([['18:00', 2]])
  expect(days.map(({ day, scans }) => [day, scans])).toEqual([
    ['2026-11-18', 0],
    ['2026-11-19', 0],
    ['2026-11-20', 2],
  ])
})

it('a station that keeps evidence for months drops older entries in the background', async () => {
  const dataDir = join(tempDir(), 'data')
  const before = await compose(dataDir, {}, true, createManualClock(Date.now() - 100 * 86_400_000))
  await before.ask('evidence:record', { entries: [scanOf('OLD')] })
  await before.close()
  const clock = createManualClock(Date.now())
  const { ask } = await compose(dataDir, {}, true, clock)
  // The first request to the marketplace waits for the window.
  const compared = async () => {
    clock.advance(50)
    const { status } = await ask('station:bootstrap', nothing)
    expect(status.clock.state).not.toBe('unknown')
  }
  await vi.waitFor(compared, { timeout: 10_000 })
  const { settings } = await ask('settings:read', nothing)
  expect(settings.evidenceMonths).toBe(0)
  await ask('settings:save', { ...settings, evidenceMonths: 3 })
  expect(await ask('evidence:verify', nothing)).toMatchObject({ entries: 3, since: null })
  clock.advance(130_000)
  const { rows } = await ask('evidence:list', PAGE)
  expect(rows.map(({ kind }) => kind)).toEqual(['entries_dropped', 'settings'])
  const verdict = await ask('evidence:verify', nothing)
  expect(verdict).toMatchObject({ entries: 2, since: { months: 3 }, finding: null })
})
