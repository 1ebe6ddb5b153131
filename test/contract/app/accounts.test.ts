import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inTransaction } from '../../../src/main/store/db/database'
import { closeDatabase, openDatabase } from '../../../src/main/store/db/open'
import { writeSetting } from '../../../src/main/store/tables/settings'
import { createControl } from '../../../src/marketplace/control-client'
import { compose, FIRST_PAGE, imported, nothing, packOldest, type Ask } from '../../support/composed'
import { eventually } from '../../support/eventually'
import { openTestMarketplace } from '../../support/marketplace'
import { tempDir } from '../../support/temp-dir'

/** Two partners at one address, and a third account without any data. The API does not name accounts. */

const FIRST = 'token-of-the-first'
const SECOND = 'token-of-the-second'
const EMPTY = 'token-of-the-empty'

async function openMarket() {
  const market = await openTestMarketplace({
    dataDir: tempDir(),
    seed: 5,
    orders: 8,
    items: 5,
    accounts: [
      { name: 'first', accessToken: FIRST },
      { name: 'second', accessToken: SECOND },
      { name: 'empty', accessToken: EMPTY },
    ],
  })
  onTestFinished(() => market.close())
  const control = createControl(market.controlUrl)
  const live = (accessToken: string) => ({ baseUrl: market.baseUrl, accessToken, warehouseId: 1 })
  const to = (accessToken: string) => ({ baseUrl: market.baseUrl, accessToken })
  const writes = async () =>
    (await control.requestLog())
      .filter(({ method }) => method !== 'GET')
      .map(({ account, outcome }) => ({ account, outcome }))
  return { ...market, control, live, to, writes }
}

const orderIds = async (ask: Ask) =>
  (await ask('packing:queue', FIRST_PAGE)).rows.map(({ orderId }) => orderId).sort((a, b) => a - b)
const gate = async (ask: Ask) => (await ask('station:bootstrap', nothing)).status.gate
const waiting = async (ask: Ask) => (await ask('station:bootstrap', nothing)).status.waiting
const folders = (dataDir: string) => readdirSync(join(dataDir, 'live')).sort()
/** The order numbers in an account's database. */
function ordersIn(dataDir: string, folder: string): number[] {
  const db = openDatabase(join(dataDir, 'live', folder, 'station.sqlite'))
  const ids = db.prepare('SELECT order_id FROM orders ORDER BY order_id').pluck().all()
  closeDatabase(db)
  return ids as number[]
}
const connection = async (ask: Ask) => (await ask('settings:read', nothing)).connection
const gates = (ask: Ask, state: string) =>
  eventually(async () => {
    expect(await gate(ask)).toBe(state)
  })

describe('a token of another account at the same address', () => {
  it('gets a database of its own; the first one keeps its open operations until its token is back', async () => {
    const market = await openMarket()
    const { ask } = await compose(tempDir())
    await ask('settings:connect', market.to(FIRST))
    await imported(ask)
    const ofFirst = await orderIds(ask)
    await market.control.setAccessToken('first', 'revoked')
    await packOldest(ask)
    await gates(ask, 'unauthorized')

    await ask('settings:connect', { baseUrl: market.baseUrl, accessToken: SECOND })
    await imported(ask)
    const ofSecond = await orderIds(ask)
    expect(ofSecond.length).toBeGreaterThan(0)
    expect(ofSecond.filter((id) => ofFirst.includes(id))).toEqual([])
    expect(await waiting(ask)).toBe(0)
    expect((await connection(ask)).openElsewhere).toBe(1)

    await market.control.setAccessToken('first', FIRST)
    await ask('settings:connect', { baseUrl: market.baseUrl, accessToken: FIRST })
    await eventually(async () => {
      expect(await waiting(ask)).toBe(0)
      expect(await market.writes()).toContainEqual({ account: 'first', outcome: 201 })
    })
    expect(await orderIds(ask)).not.toContain(ofSecond[0])
    expect((await market.writes()).filter(({ account }) => account === 'second')).toEqual([])
    expect((await connection(ask)).openElsewhere).toBe(0)
  })

  it('opens its own database after a restart, and the first token opens the first one', async () => {
    const market = await openMarket()
    const dataDir = tempDir()
    const first = await compose(dataDir)
    await first.ask('settings:connect', market.to(FIRST))
    await imported(first.ask)
    const ofFirst = await orderIds(first.ask)
    await first.ask('settings:connect', market.to(SECOND))
    await imported(first.ask)
    const ofSecond = await orderIds(first.ask)
    await first.close()
    const second = await compose(dataDir)
    expect(await orderIds(second.ask)).toEqual(ofSecond)
    await second.ask('settings:connect', market.to(FIRST))
    expect(await orderIds(second.ask)).toEqual(ofFirst)
    expect(folders(dataDir)).toHaveLength(2)
  })
})

describe('a token that IT replaces while the station is off', () => {
  it('sends and reads nothing before it is proven; packing goes on offline', async () => {
    const market = await openMarket()
    const dataDir = tempDir()
    const first = await compose(dataDir, market.live(FIRST))
    await imported(first.ask)
    await market.goOffline()
    await packOldest(first.ask)
    await first.close()

    const [firstFolder = ''] = folders(dataDir)
    const before = ordersIn(dataDir, firstFolder)

    const second = await compose(dataDir, market.live(SECOND))
    await gates(second.ask, 'offline')
    await packOldest(second.ask)
    expect(await waiting(second.ask)).toBe(2)
    const ofFirst = await orderIds(second.ask)
    await market.goOnline()
    await market.control.clearRequestLog()
    await second.ask('station:sync', nothing)
    await imported(second.ask)
    await eventually(async () => {
      expect((await connection(second.ask)).openElsewhere).toBe(2)
    })
    await imported(second.ask)
    expect(await market.writes()).toEqual([])
    expect((await orderIds(second.ask)).filter((id) => ofFirst.includes(id))).toEqual([])
    const ofSecond = await orderIds(second.ask)
    await second.close()
    // Nothing of the other account was mixed into the first database.
    expect(ofSecond.length).toBeGreaterThan(0)
    expect(ordersIn(dataDir, firstFolder)).toEqual(before)

    const third = await compose(dataDir, market.live(FIRST))
    await eventually(async () => {
      expect(await waiting(third.ask)).toBe(0)
    })
    expect(await market.writes()).toEqual([
      { account: 'first', outcome: 201 },
      { account: 'first', outcome: 201 },
    ])
    expect(folders(dataDir)).toHaveLength(2)
  })

  it('keeps the queue when it belongs to the same account', async () => {
    const market = await openMarket()
    const dataDir = tempDir()
    const first = await compose(dataDir, market.live(FIRST))
    await imported(first.ask)
    await market.goOffline()
    await packOldest(first.ask)
    await first.close()
    await market.goOnline()
    await market.control.setAccessToken('first', 'rotated')
    const second = await compose(dataDir, market.live('rotated'))
    await eventually(async () => {
      expect(await waiting(second.ask)).toBe(0)
    })
    expect(await market.writes()).toEqual([{ account: 'first', outcome: 201 }])
    expect(folders(dataDir)).toHaveLength(1)
  })

  it.each([401, 404, 503])('is proven nothing by a storm of %i', async (status) => {
    const market = await openMarket()
    const dataDir = tempDir()
    const first = await compose(dataDir, market.live(FIRST))
    await imported(first.ask)
    await market.goOffline()
    await packOldest(first.ask)
    await first.close()
    await market.goOnline()
    await market.control.setAccessToken('first', 'rotated')
    await market.control.addFault({ kind: 'status', route: '/*', method: '*', status })
    const second = await compose(dataDir, market.live('rotated'))
    await gates(second.ask, status === 401 ? 'unauthorized' : 'offline')
    expect(await waiting(second.ask)).toBe(1)
    expect(await market.writes()).toEqual([])
    expect(folders(dataDir)).toHaveLength(1)
    await market.control.clearFaults()
    await second.ask('station:sync', nothing)
    await eventually(async () => {
      expect(await waiting(second.ask)).toBe(0)
    })
    expect(await market.writes()).toEqual([{ account: 'first', outcome: 201 }])
  })

  it('is not taken for another account when single orders answer 404', async () => {
    const market = await openMarket()
    const dataDir = tempDir()
    const first = await compose(dataDir, market.live(FIRST))
    await imported(first.ask)
    await first.close()
    // New orders fill the list, and the known ones cannot be read.
    for (let order = 0; order < 60; order++) await market.control.placeOrder({ account: 'first' })
    await market.control.setAccessToken('first', 'rotated')
    await market.control.addFault({ kind: 'status', route: '/api/v1.0/orders/:id', method: '*', status: 404 })
    await market.control.addFault({ kind: 'status', route: '/api/v1.0/items/:id', method: '*', status: 404 })
    const second = await compose(dataDir, market.live('rotated'))
    await eventually(async () => {
      expect((await market.control.faultLog()).length).toBeGreaterThan(0)
    })
    await eventually(async () => {
      expect(['offline', 'online']).toContain(await gate(second.ask))
    })
    expect(folders(dataDir)).toHaveLength(1)
  })
})

describe('an account with nothing to compare', () => {
  it('needs a supervisor, who can say that it is another account', async () => {
    const market = await openMarket()
    const dataDir = tempDir()
    const { ask, refusal } = await compose(dataDir)
    await ask('settings:connect', market.to(FIRST))
    await imported(ask)
    const asked = { baseUrl: market.baseUrl, accessToken: EMPTY }
    expect(await refusal('settings:connect', asked)).toMatchObject({
      code: 'account_unproven',
      fields: { accessToken: 'unproven' },
    })
    expect((await orderIds(ask)).length).toBeGreaterThan(0)
    expect(await gate(ask)).toBe('online')
    await ask('settings:connect', { ...asked, account: 'other' })
    await imported(ask)
    expect(await orderIds(ask)).toEqual([])
    const { rows } = await ask('evidence:list', { offset: 0, limit: 50 })
    expect(rows).toContainEqual(
      expect.objectContaining({
        kind: 'connected',
        payload: expect.objectContaining({ account: 2, proven: 'person' }) as unknown,
      }),
    )
    // Once a person has answered, it is known.
    await ask('settings:connect', market.to(FIRST))
    await ask('settings:connect', asked)
    expect(folders(dataDir)).toHaveLength(2)
  })

  it('I14: is the same account if a supervisor says so; its token is used only then', async () => {
    const market = await openMarket()
    const dataDir = tempDir()
    const first = await compose(dataDir, market.live(FIRST))
    await imported(first.ask)
    await first.close()
    const { ask, packbench } = await compose(dataDir, market.live(EMPTY))
    await gates(ask, 'unproven')
    await packOldest(ask)
    await ask('station:sync', nothing)
    await ask('settings:connect', { baseUrl: market.baseUrl, accessToken: '' })
    await packbench.handle('items:refresh', {})
    expect(await gate(ask)).toBe('unproven')
    expect(await waiting(ask)).toBe(1)
    // Not even a person's request goes out: its answer would be mixed with the other account's data.
    const lists = (await market.control.requestLog()).filter(({ path }) =>
      path.startsWith('/api/v1.0/items?'),
    )
    expect(lists).toEqual([])
    await ask('settings:connect', { baseUrl: market.baseUrl, accessToken: '', account: 'same' })
    // The marketplace does not know the order with this token: the op is looked for, and nothing is sent.
    await eventually(async () => {
      expect((await ask('station:bootstrap', nothing)).status).toMatchObject({ gate: 'online' })
    })
    expect(await market.writes()).toEqual([])
    expect(folders(dataDir)).toHaveLength(1)
  })
})

describe('a file of open operations', () => {
  it('of one account is refused by another at the same address, whatever the stations share', async () => {
    const market = await openMarket()
    const { ask, refusal } = await compose(tempDir())
    await ask('warehouse:passphrase', { passphrase: 'correct horse battery' })
    await ask('settings:connect', market.to(FIRST))
    await imported(ask)
    await market.control.setAccessToken('first', 'revoked')
    await packOldest(ask)
    const { content } = await ask('outbox:export', nothing)
    await ask('settings:connect', market.to(SECOND))
    await imported(ask)
    expect((await refusal('outbox:import', { content })).code).toBe('other_account')
    expect(await waiting(ask)).toBe(0)
    // Another station of the second account, which has never heard of the first.
    const other = await compose(tempDir(), market.live(SECOND))
    await other.ask('warehouse:passphrase', { passphrase: 'correct horse battery' })
    await imported(other.ask)
    expect((await other.refusal('outbox:import', { content })).code).toBe('other_account')
    // Another station of the first account imports it, although it has a new token.
    await market.control.setAccessToken('first', 'rotated')
    const same = await compose(tempDir(), market.live('rotated'))
    await same.ask('warehouse:passphrase', { passphrase: 'correct horse battery' })
    await imported(same.ask)
    expect(await same.ask('outbox:import', { content })).toEqual({ imported: 1, known: 0 })
  })
})

it('a database from before tokens were proven proves its own token and stays in its folder', async () => {
  const market = await openMarket()
  const dataDir = tempDir()
  const first = await compose(dataDir, market.live(FIRST))
  await imported(first.ask)
  await first.close()
  const [folder = ''] = folders(dataDir)
  const db = openDatabase(join(dataDir, 'live', folder, 'station.sqlite'))
  inTransaction(db, (tx) => writeSetting(tx, 'tokens.proven', null))
  closeDatabase(db)
  const second = await compose(dataDir, market.live(FIRST))
  await packOldest(second.ask)
  await eventually(async () => {
    expect(await waiting(second.ask)).toBe(0)
  })
  expect(folders(dataDir)).toEqual([folder])
  expect(existsSync(join(dataDir, 'accounts.json'))).toBe(false)
})
