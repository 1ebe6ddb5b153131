import { expect, it, vi } from 'vitest'
import { installUpdate } from '../../../src/main/areas/updates/install-update'
import { createManualClock } from '../../support/clock'
import { compose, nothing, openMarket } from '../../support/composed'
import { hire } from '../../support/people'
import { rawDb } from '../../support/raw-db'
import { goodsOf, makeSyncBench } from '../../support/sync-bench'
import { tempDir } from '../../support/temp-dir'

/** A newer version, as a supervisor meets it. */

const MINUTE = 60_000

async function station(found: string | null = '0.2.0') {
  const market = await openMarket()
  const clock = createManualClock()
  const install = vi.fn()
  const composed = await compose(tempDir(), market.live, false, clock, undefined, {
    fetch: async () => found,
    install,
  })
  const pass = async (ms: number) => {
    clock.advance(ms)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await pass(MINUTE)
  return { ...composed, ...market, pass, install }
}

it('makes a backup, answers, and only then installs', async () => {
  const { ask, pass, install } = await station()
  expect(await ask('updates:read', nothing)).toEqual({ state: 'ready', version: '0.2.0' })
  expect(await ask('station:backups', nothing)).toHaveLength(0)
  expect(await ask('updates:install', nothing)).toEqual({ version: '0.2.0' })
  expect(await ask('station:backups', nothing)).toHaveLength(1)
  expect(install).not.toHaveBeenCalled()
  await pass(100)
  expect(install).toHaveBeenCalledTimes(1)
  const { rows } = await ask('evidence:list', { offset: 0, limit: 100 })
  expect(rows.find(({ kind }) => kind === 'update')?.payload).toMatchObject({ version: '0.2.0' })
})

it('is refused while an order is on the bench', async () => {
  const { ask, refusal, pass, install } = await station()
  await ask('packing:put', { orderId: 100_001 })
  expect(await refusal('updates:install', nothing)).toMatchObject({ code: 'bench_in_use' })
  expect(await ask('station:backups', nothing)).toHaveLength(0)
  await ask('packing:put', { orderId: null })
  await ask('updates:install', nothing)
  await pass(100)
  expect(install).toHaveBeenCalledTimes(1)
})

it('is refused while an operation is being sent', async () => {
  const bench = await makeSyncBench()
  const order = await bench.newOrder()
  bench.pack(order.id, goodsOf(order))
  const { station } = bench
  const backups = { make: vi.fn() }
  const parts = {
    account: () => ({ ...station, backups }),
    warehouse: { onBench: () => null },
    updates: { view: () => ({ state: 'ready', version: '0.2.0' }) },
    clock: station.clock,
    host: {},
  } as unknown as Parameters<typeof installUpdate>[0]
  rawDb(station.db).exec(`UPDATE outbox SET state = 'sending'`)
  await expect(installUpdate(parts)).rejects.toMatchObject({ code: 'sending_now' })
  expect(backups.make).not.toHaveBeenCalled()
  // What only waits is on disk, and is sent after the update.
  rawDb(station.db).exec(`UPDATE outbox SET state = 'ready'`)
  expect(await installUpdate(parts)).toEqual({ version: '0.2.0' })
})

it('is refused if nothing newer is there', async () => {
  const { ask, refusal, pass, install } = await station(null)
  expect(await ask('updates:read', nothing)).toEqual({ state: 'current', version: null })
  expect(await refusal('updates:install', nothing)).toMatchObject({ code: 'no_update' })
  await pass(MINUTE)
  expect(install).not.toHaveBeenCalled()
})

it('is a supervisor’s to install', async () => {
  const { ask, refusal } = await station()
  const { pat, sam } = await hire(ask)
  await ask('operators:sign-in', { badge: pat.badge })
  expect(await refusal('updates:install', nothing)).toMatchObject({ code: 'supervisor_needed' })
  await ask('operators:sign-in', { badge: sam.badge })
  expect(await ask('updates:install', nothing)).toEqual({ version: '0.2.0' })
})
