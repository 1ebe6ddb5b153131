import fs, { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { accountDir } from '../../../src/main/app/account/connection'
import { closeDatabase, openDatabase } from '../../../src/main/store/db/open'
import { ACCOUNT_COLORS } from '../../../src/shared/domain/station/account-color'
import { compose, FIRST_PAGE, imported, nothing, packOldest, type Ask } from '../../support/composed'
import { eventually } from '../../support/eventually'
import { openTestMarketplace } from '../../support/marketplace'
import { canMount, smallDisk } from '../../support/small-disk'
import { tempDir } from '../../support/temp-dir'

/** Switching accounts when the power goes, when the disk is full, and with many accounts. */

/** What happens before and after each file is replaced; see `writeDurably`. */
const atWrite = { happens: null as (() => void) | null }
const { renameSync } = fs

// A mock of the module would come too late: other tests of the same worker have loaded it.
beforeAll(() => {
  fs.renameSync = (from, to) => {
    atWrite.happens?.()
    renameSync(from, to)
    atWrite.happens?.()
  }
  syncBuiltinESMExports()
})
afterAll(() => {
  fs.renameSync = renameSync
  syncBuiltinESMExports()
})

const [A, B, C] = ['token-a', 'token-b', 'token-c']

async function openMarket(seed: number) {
  const accounts = [
    { name: 'a', accessToken: A },
    { name: 'b', accessToken: B },
    { name: 'c', accessToken: C },
  ]
  const market = await openTestMarketplace({ dataDir: tempDir(), seed, orders: 6, items: 3, accounts })
  onTestFinished(() => market.close())
  return { ...market, to: (accessToken: string) => ({ baseUrl: market.baseUrl, accessToken }) }
}

const orderIds = async (ask: Ask) =>
  (await ask('packing:queue', FIRST_PAGE)).rows.map(({ orderId }) => orderId)
const atWork = async (ask: Ask) => (await ask('settings:read', nothing)).accounts.atWork
const rows = async (ask: Ask) => (await ask('accounts:list', nothing)).rows

it('a power cut at any write of a switch leaves one of the two accounts at work, and both whole', async () => {
  const [one, other] = [await openMarket(5), await openMarket(6)]
  const dataDir = tempDir()
  const { ask, close } = await compose(dataDir)
  const connect = async (request: ReturnType<typeof one.to>): Promise<string> => {
    await ask('settings:connect', { ...request, account: 'other' })
    await imported(ask)
    return atWork(ask)
  }
  const a = await connect(one.to(A))
  const b = await connect(other.to(B))
  const ofB = await orderIds(ask)
  // The third account is the one that its address was last used with.
  const c = await connect(other.to(C))
  await ask('accounts:switch', { accountId: a })
  await one.goOffline()
  await packOldest(ask)
  const ofA = await orderIds(ask)

  const cuts: string[] = []
  atWrite.happens = () => {
    const copy = join(tempDir(), 'cut')
    cpSync(dataDir, copy, { recursive: true })
    cuts.push(copy)
  }
  await ask('accounts:switch', { accountId: b })
  atWrite.happens = null
  await close()
  expect(cuts.length).toBeGreaterThanOrEqual(6)

  const opened = new Set<string>()
  for (const cut of cuts) {
    const start = await compose(cut)
    const first = await atWork(start.ask)
    expect([a, b]).toContain(first)
    expect(first).not.toBe(c)
    opened.add(first)
    await start.ask('accounts:switch', { accountId: a })
    expect(await orderIds(start.ask)).toEqual(ofA)
    expect((await start.ask('station:bootstrap', nothing)).status.waiting).toBe(1)
    await start.ask('accounts:switch', { accountId: b })
    expect(await orderIds(start.ask)).toEqual(ofB)
    await start.close()
  }
  expect([...opened].toSorted()).toEqual([a, b].toSorted())
})

describe.skipIf(!canMount())('on a full disk', () => {
  it('a switch is refused and changes nothing, and works once there is space', async () => {
    const market = await openMarket(5)
    const disk = smallDisk(48_000_000)
    const { ask, refusal } = await compose(join(disk.dir, 'data'))
    await ask('settings:connect', market.to(A))
    await imported(ask)
    const a = await atWork(ask)
    await ask('settings:connect', market.to(B))
    await imported(ask)
    const [b, ofB] = [await atWork(ask), await orderIds(ask)]
    disk.leave(0)
    expect((await refusal('accounts:switch', { accountId: a })).code).toBe('disk_full')
    expect(await atWork(ask)).toBe(b)
    expect(await orderIds(ask)).toEqual(ofB)
    disk.free()
    await eventually(async () => {
      await ask('accounts:switch', { accountId: a })
    })
    expect(await atWork(ask)).toBe(a)
  })
})

it('twenty accounts are listed with names of their own, and leftovers of a reset are not', async () => {
  const dataDir = tempDir()
  for (let number = 1; number <= 20; number++) {
    const baseUrl = `https://brand-${number}.example.com`
    const dir = accountDir(dataDir, { mode: 'live', baseUrl, number: 1 })
    closeDatabase(openDatabase(join(dir, 'station.sqlite')))
    // The others are from before this file was written: their address follows from the folder.
    if (number > 10)
      writeFileSync(join(dir, 'account.json'), JSON.stringify({ baseUrl, name: `Brand ${number}` }))
  }
  mkdirSync(join(dataDir, 'live', 'reset.example.com-0123abcd', 'exports'), { recursive: true })
  const { ask } = await compose(dataDir, {}, false)
  const live = (await rows(ask)).filter(({ mode }) => mode === 'live')
  expect(live).toHaveLength(20)
  expect(new Set(live.map(({ name }) => name)).size).toBe(20)
  expect(live.filter(({ problem }) => problem !== null)).toEqual([])
  expect(new Set(live.map(({ color }) => color)).size).toBe(ACCOUNT_COLORS.length)
  expect(readdirSync(join(dataDir, 'live'))).toHaveLength(21)
})
