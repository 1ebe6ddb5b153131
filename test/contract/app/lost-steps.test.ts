import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { compose, imported, nothing, openMarket, packOldest } from '../../support/composed'
import { tempDir } from '../../support/temp-dir'

const ACCOUNT = 'training-1'

it('takes in again what the database has lost, and sends nothing twice (I3, I10)', async () => {
  const market = await openMarket()
  const dataDir = tempDir()
  const { ask, close } = await compose(dataDir, market.live)
  await imported(ask)
  const fileIn = (dir: string) => join(dir, 'live', readdirSync(join(dir, 'live'))[0] ?? '', 'station.sqlite')
  // Not the length of its log: a checkpoint may start the log again at any moment.
  const before = join(tempDir(), 'before.sqlite')
  const reader = new Database(fileIn(dataDir), { readonly: true })
  await reader.backup(before)
  reader.close()
  const sent = await packOldest(ask)
  const states = async (of: typeof ask) =>
    (await of('outbox:list', { view: 'all', offset: 0, limit: 50 })).rows.map(({ state }) => state)
  await vi.waitFor(async () => expect(await states(ask)).toEqual(['confirmed']), { timeout: 10_000 })
  await market.control.setAccessToken(ACCOUNT, 'another')
  const waiting = await packOldest(ask)
  // The entries of a step are on the disk before the log is read.
  await ask('evidence:list', { offset: 0, limit: 1 })
  const copy = tempDir()
  cpSync(dataDir, copy, { recursive: true })
  await close()
  for (const end of ['', '-wal', '-shm']) rmSync(fileIn(copy) + end, { force: true })
  cpSync(before, fileIn(copy))
  await market.control.setAccessToken(ACCOUNT, market.accessToken)

  const later = await compose(copy, market.live)
  const notices = await later.ask('station:notices', nothing)
  expect(notices.find(({ kind }) => kind === 'steps_lost')?.count).toBe(2)
  const named = notices.filter(({ kind }) => kind === 'step_lost').map(({ orderId }) => orderId)
  expect(new Set(named)).toEqual(new Set([sent.order.orderId, waiting.order.orderId]))
  // The second is sent once the time has passed in which the first try could still arrive.
  await vi.waitFor(async () => expect(await states(later.ask)).toContain('confirmed'), { timeout: 10_000 })
  expect(await states(later.ask)).not.toContain('ready')
  const { shipments } = await market.control.readOrder(sent.order.orderId)
  expect(shipments).toHaveLength(1)
})
