import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createControl } from '../../../src/marketplace/control-client'
import type { AccountRow } from '../../../src/shared/contract/accounts'
import { compose, FIRST_PAGE, imported, nothing, packOldest, type Ask } from '../../support/composed'
import { eventually } from '../../support/eventually'
import { openTestMarketplace } from '../../support/marketplace'
import { hire } from '../../support/people'
import { tempDir } from '../../support/temp-dir'

/** A supervisor switches between the accounts of this PC, at one address and at two. */

const A = 'token-of-brand-a'
const B = 'token-of-brand-b'

async function openMarket(seed = 5) {
  const market = await openTestMarketplace({
    dataDir: tempDir(),
    seed,
    orders: 8,
    items: 5,
    accounts: [
      { name: 'a', accessToken: A },
      { name: 'b', accessToken: B },
    ],
  })
  onTestFinished(() => market.close())
  const control = createControl(market.controlUrl)
  const writes = async () =>
    (await control.requestLog())
      .filter(({ method }) => method !== 'GET')
      .map(({ account, outcome }) => ({ account, outcome }))
  return {
    ...market,
    control,
    writes,
    to: (accessToken: string) => ({ baseUrl: market.baseUrl, accessToken }),
  }
}
type Market = Awaited<ReturnType<typeof openMarket>>

const orderIds = async (ask: Ask) =>
  (await ask('queue:list', FIRST_PAGE)).rows.map(({ orderId }) => orderId).sort()
const status = async (ask: Ask) => (await ask('station:bootstrap', nothing)).status
const shown = async (ask: Ask) => (await ask('settings:read', nothing)).accounts
const rows = async (ask: Ask) => (await ask('accounts:list', nothing)).rows
const evidence = async (ask: Ask) =>
  (await ask('evidence:list', { offset: 0, limit: 50 })).rows.map(({ kind, operator, payload }) => ({
    kind,
    operator,
    payload,
  }))
const rowOf = async (ask: Ask, accountId: string): Promise<AccountRow> => {
  const found = (await rows(ask)).find((row) => row.accountId === accountId)
  if (found === undefined) throw new Error(`no row of ${accountId}`)
  return found
}

/** A station that knows brand A (`…`) and brand B (`…-2`) of one address, and works for B. */
async function twoBrands(market: Market, dataDir = tempDir()) {
  const station = await compose(dataDir)
  await station.ask('settings:connect', market.to(A))
  await imported(station.ask)
  const ofA = await orderIds(station.ask)
  await station.ask('settings:connect', market.to(B))
  await imported(station.ask)
  const [a = '', b = ''] = readdirSync(join(dataDir, 'live')).sort()
  const go = (accountId: string, repair = false) => station.ask('accounts:switch', { accountId, repair })
  return { ...station, dataDir, a, b, go, ofA, ofB: await orderIds(station.ask) }
}

describe('a switch', () => {
  it('shows the other account’s orders only, asks for no token, and is opened by the next start', async () => {
    const market = await openMarket()
    const { ask, a, b, go, ofA, ofB, close, dataDir } = await twoBrands(market)
    expect(await go(a)).toEqual({ from: b, to: a })
    expect(await orderIds(ask)).toEqual(ofA)
    expect(ofA.filter((id) => ofB.includes(id))).toEqual([])
    await eventually(async () => expect((await status(ask)).gate).toBe('online'))
    await close()
    const again = await compose(dataDir)
    expect(await orderIds(again.ask)).toEqual(ofA)
    expect((await rows(again.ask)).filter(({ atWork }) => atWork)).toMatchObject([{ accountId: a }])
  })

  it('goes to training and back; the address is kept with the account', async () => {
    const market = await openMarket()
    const { ask, a, b, go, ofA } = await twoBrands(market)
    await go('training')
    expect((await ask('settings:read', nothing)).connection.mode).toBe('training')
    expect(await shown(ask)).toMatchObject({ mark: null, others: 2 })
    expect((await rows(ask)).map(({ accountId, atWork }) => [accountId, atWork])).toEqual([
      [a, false],
      [b, false],
      ['training', true],
    ])
    await go(a)
    expect(await orderIds(ask)).toEqual(ofA)
  })

  it('goes on sending what waits in the account that is left, and nothing of it with the other token', async () => {
    const market = await openMarket()
    const { ask, a, b, go } = await twoBrands(market)
    await market.goOffline()
    await packOldest(ask)
    await packOldest(ask)
    await go(a)
    expect((await ask('settings:read', nothing)).connection.openElsewhere).toBe(2)
    expect(await rowOf(ask, b)).toMatchObject({ open: { waiting: 2, held: 0 }, atWork: false })
    expect((await status(ask)).waiting).toBe(0)
    await packOldest(ask)
    await market.goOnline()
    await ask('sync:now', nothing)
    await eventually(async () => {
      expect(
        (await market.writes()).map(({ account, outcome }) => `${account} ${outcome}`).toSorted(),
      ).toEqual(['a 201', 'b 201', 'b 201'])
      expect(await rowOf(ask, b)).toMatchObject({ open: { waiting: 0 }, gate: null })
    })
    // Sent without anybody having looked; it is there when B is opened again.
    await go(b)
    expect((await ask('outbox:list', { view: 'all', offset: 0, limit: 9 })).rows).toMatchObject([
      { state: 'confirmed' },
      { state: 'confirmed' },
    ])
  })

  it('back to an account that still sends takes it over as it is (I3)', async () => {
    const market = await openMarket()
    const { ask, a, b, go } = await twoBrands(market)
    await market.goOffline()
    await packOldest(ask)
    for (let times = 0; times < 5; times++) {
      await go(a)
      await go(b)
    }
    expect((await status(ask)).waiting).toBe(1)
    await market.goOnline()
    await ask('sync:now', nothing)
    await eventually(async () => expect((await status(ask)).waiting).toBe(0))
    expect(await market.writes()).toEqual([{ account: 'b', outcome: 201 }])
  })

  it('is refused while an order is on the bench', async () => {
    const market = await openMarket()
    const { ask, refusal, a, ofB } = await twoBrands(market)
    await ask('bench:put', { orderId: ofB[0] ?? 0 })
    expect((await refusal('accounts:switch', { accountId: a })).code).toBe('bench_in_use')
    await ask('bench:put', { orderId: null })
    await ask('accounts:switch', { accountId: a })
  })

  it('is in both evidence logs, with the operator and whoever approved it', async () => {
    const market = await openMarket()
    const { ask, refusal, a, b, go } = await twoBrands(market)
    const { sam, pat } = await hire(ask)
    await ask('operators:sign-in', { badge: pat.badge })
    const request = { accountId: a, repair: false }
    expect(await refusal('accounts:switch', request)).toMatchObject({
      code: 'supervisor_needed',
      fields: { act: 'switch_account', lend: 'possible' },
    })
    await ask('operators:lend', { channel: 'accounts:switch', request, by: { badge: sam.badge } })
    await ask('accounts:switch', request)
    await ask('operators:sign-in', { badge: sam.badge })
    expect(await evidence(ask)).toContainEqual({
      kind: 'account_switched',
      operator: 'Pat',
      payload: { ...request, from: b, to: a, approvedBy: 'Sam' },
    })
    await go(b)
    expect(await evidence(ask)).toEqual(
      expect.arrayContaining([
        { kind: 'account_switched', operator: 'Pat', payload: { to: a, approvedBy: 'Sam' } },
        {
          kind: 'account_switched',
          operator: 'Sam',
          payload: { accountId: b, repair: false, from: a, to: b },
        },
      ]),
    )
    expect((await ask('evidence:verify', nothing)).finding).toBeNull()
  })

  it('needs no supervisor where this PC lets packers switch', async () => {
    const market = await openMarket()
    const { ask, a } = await twoBrands(market)
    await ask('preferences:save', { accounts: { packersSwitch: true } })
    const { pat } = await hire(ask)
    await ask('operators:sign-in', { badge: pat.badge })
    await ask('accounts:switch', { accountId: a })
  })

  it('to an account whose token is refused says so, as a start would, and loses nothing', async () => {
    const market = await openMarket()
    const { ask, a, go, ofA } = await twoBrands(market)
    await market.control.setAccessToken('a', 'revoked')
    await go(a)
    await eventually(async () => expect((await status(ask)).gate).toBe('unauthorized'))
    expect(await orderIds(ask)).toEqual(ofA)
  })

  it('leaves an environment’s token to its own account, also after a restart', async () => {
    const market = await openMarket()
    const { close, dataDir, a, b, ofA, ofB } = await twoBrands(market)
    await close()
    const env = { baseUrl: market.baseUrl, accessToken: B, warehouseId: 1 }
    const first = await compose(dataDir, env)
    expect(await orderIds(first.ask)).toEqual(ofB)
    await first.ask('accounts:switch', { accountId: a })
    expect(await orderIds(first.ask)).toEqual(ofA)
    await eventually(async () => expect((await status(first.ask)).gate).toBe('online'))
    await first.close()
    const second = await compose(dataDir, env)
    expect(await orderIds(second.ask)).toEqual(ofA)
    await eventually(async () => expect((await status(second.ask)).gate).toBe('online'))
    expect(await market.writes()).toEqual([])
    // IT decides about addresses.
    expect((await second.refusal('accounts:switch', { accountId: 'training' })).code).toBe('provisioned')
    await second.ask('accounts:switch', { accountId: b })
  })
})

describe('accounts at two addresses', () => {
  it('keep their orders apart even under equal numbers', async () => {
    const [one, other] = [await openMarket(5), await openMarket(5)]
    const dataDir = tempDir()
    const { ask } = await compose(dataDir)
    await ask('settings:connect', one.to(A))
    await imported(ask)
    const [first = ''] = readdirSync(join(dataDir, 'live'))
    await ask('settings:connect', other.to(A))
    await imported(ask)
    await other.goOffline()
    const { order } = await packOldest(ask)
    await ask('accounts:switch', { accountId: first })
    const same = await ask('order:open', { orderId: order.orderId })
    expect(same.shipments).toEqual([])
    await other.goOnline()
    await eventually(async () =>
      expect((await other.control.readOrder(order.orderId)).shipments).toHaveLength(1),
    )
    expect((await one.control.readOrder(order.orderId)).shipments).toEqual([])
  })
})

describe('names and colors', () => {
  it('appear with the second account, differ, and can be changed', async () => {
    const market = await openMarket()
    const dataDir = tempDir()
    const { ask, refusal } = await compose(dataDir)
    await ask('settings:connect', market.to(A))
    await imported(ask)
    expect(await shown(ask)).toMatchObject({ mark: null, others: 0 })
    await ask('settings:connect', market.to(B))
    const host = new URL(market.baseUrl).host
    expect(await shown(ask)).toMatchObject({ mark: { name: `${host} 2`, color: 'teal' }, others: 1 })
    const [a = '', b = ''] = readdirSync(join(dataDir, 'live')).sort()
    await ask('accounts:save', { accountId: a, name: 'Brand A', color: 'pink' })
    const taken = { accountId: b, name: 'brand a', color: 'teal' } as const
    expect(await refusal('accounts:save', taken)).toMatchObject({
      code: 'invalid_request',
      fields: { name: 'taken' },
    })
    await ask('accounts:switch', { accountId: a })
    expect((await shown(ask)).mark).toEqual({ name: 'Brand A', color: 'pink' })
    await ask('settings:connect', market.to(B))
    expect(readdirSync(join(dataDir, 'live'))).toHaveLength(2)
    expect((await rows(ask)).map(({ name }) => name)).toEqual(['Brand A', `${host} 2`, ''])
  })

  it('survive a restored backup; a reset removes them with the account', async () => {
    const market = await openMarket()
    const { ask, a, b, go } = await twoBrands(market)
    const { name: backup } = await ask('backups:make', nothing)
    await ask('accounts:save', { accountId: b, name: 'Brand B', color: 'brown' })
    await ask('backups:restore', { name: backup })
    expect((await shown(ask)).mark).toEqual({ name: 'Brand B', color: 'brown' })
    await ask('station:leave', { how: 'reset', exportOps: false })
    expect((await rows(ask)).map(({ accountId }) => accountId)).toEqual([a, 'training'])
    await go(a)
    expect(await shown(ask)).toMatchObject({ mark: null, others: 0 })
  })

  it('come with a sender of its own for every account but the first', async () => {
    const market = await openMarket()
    const dataDir = tempDir()
    const { ask } = await compose(dataDir)
    await ask('settings:connect', market.to(A))
    const sender = { name: 'Brand A', address: 'A Street', returnAddress: '', thanks: '' }
    await ask('preferences:save', { sender })
    await ask('settings:connect', market.to(B))
    const read = async () => (await ask('station:bootstrap', nothing)).preferences.sender
    expect(await read()).toEqual({ name: '', address: '', returnAddress: '', thanks: '' })
    await ask('preferences:save', { sender: { ...sender, name: 'Brand B' } })
    const [a = ''] = readdirSync(join(dataDir, 'live')).sort()
    await ask('accounts:switch', { accountId: a })
    expect(await read()).toEqual(sender)
  })
})

describe('an account that cannot be opened', () => {
  it('is listed with the reason, and a damaged one is opened only by somebody who says so', async () => {
    const market = await openMarket()
    const { close, dataDir, a, b } = await twoBrands(market)
    await close()
    const file = (folder: string) => join(dataDir, 'live', folder, 'station.sqlite')
    writeFileSync(file(a), 'not a database at all')
    const { ask, refusal } = await compose(dataDir)
    expect(await rowOf(ask, a)).toMatchObject({ problem: 'damaged', open: null })
    expect((await refusal('accounts:switch', { accountId: a })).code).toBe('account_damaged')
    expect((await rowOf(ask, b)).atWork).toBe(true)
    await ask('accounts:switch', { accountId: a, repair: true })
    expect((await ask('notices:list', nothing)).map(({ kind }) => kind)).toEqual(['data_salvaged'])
  })

  it.each([
    ['newer', (file: string) => raise(file)],
    ['missing', (file: string) => rmSync(file)],
  ])('is refused when its database is %s, and this one goes on', async (problem, spoil) => {
    const market = await openMarket()
    const { close, dataDir, a, b } = await twoBrands(market)
    await close()
    spoil(join(dataDir, 'live', a, 'station.sqlite'))
    const { ask, refusal } = await compose(dataDir)
    expect(await rowOf(ask, a)).toMatchObject({ problem })
    for (const repair of [false, true])
      expect(await refusal('accounts:switch', { accountId: a, repair })).toMatchObject({
        code: 'account_unusable',
        fields: { accountId: problem },
      })
    expect((await rowOf(ask, b)).atWork).toBe(true)
    await packOldest(ask)
  })

  it('is unknown when there is none, whatever its name', async () => {
    const market = await openMarket()
    const { refusal, dataDir } = await twoBrands(market)
    for (const accountId of ['no-such-account', '..', 'private.sealed'])
      expect((await refusal('accounts:switch', { accountId })).code).toBe('account_unknown')
    expect(readdirSync(join(dataDir, 'live'))).toHaveLength(2)
  })
})

/** As a newer Packbench would leave it. */
function raise(file: string): void {
  const db = new BetterSqlite3(file)
  db.pragma('user_version = 99999')
  db.close()
}
