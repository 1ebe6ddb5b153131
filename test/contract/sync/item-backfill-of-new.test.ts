import { expect, it, onTestFinished } from 'vitest'
import { startMarketplace } from '../../../src/marketplace/server'
import { createItem } from '../../../src/main/areas/items/create-item'
import { findItem } from '../../../src/main/store/tables/items'
import { findOp } from '../../../src/main/store/tables/outbox'
import { makeStation } from '../../support/account'
import { createManualClock } from '../../support/clock'
import { eventually } from '../../support/eventually'
import { countRuns } from '../../support/statement-runs'
import { tempDir } from '../../support/temp-dir'
import { COAT } from './item-ops'

/** Items that were just created are read by themselves, and for that no operation of the past is looked through. */

async function makeApp() {
  const clock = createManualClock()
  const marketplace = await startMarketplace({
    dataDir: tempDir(),
    orders: 0,
    items: 0,
    control: true,
    nowMs: () => clock.wallMs(),
  })
  onTestFinished(() => marketplace.close())
  const station = makeStation({
    clock,
    asApp: true,
    baseUrl: marketplace.baseUrl,
    accessToken: () => marketplace.accessToken,
  })
  const create = (count: number): number[] =>
    Array.from(
      { length: count },
      (_, place) => createItem(station, { body: { ...COAT, external_id: `NEW-${place}` } }).seq,
    )
  const confirmed = (seqs: readonly number[]): Promise<string[]> =>
    eventually(async () => {
      clock.advance(1_000)
      await station.engine.settled()
      return seqs.map((seq) => {
        const op = findOp(station.db, seq)
        if (op?.state !== 'confirmed' || op.serverRef === null) throw new Error(`op ${seq} is ${op?.state}`)
        return op.serverRef
      })
    })
  return { station, marketplace, create, confirmed }
}

it('reads a new item at once', async () => {
  const { station, create, confirmed } = await makeApp()
  station.engine.start()
  const [itemNumber = ''] = await confirmed(create(1))
  await eventually(() => expect(findItem(station.db, itemNumber)).not.toBeNull())
})

it('looks through the operations once, however many items are created', async () => {
  const { station, create, confirmed } = await makeApp()
  const runs = countRuns(station.db, `kind = 'create_item' AND state = 'confirmed'`)
  station.engine.start()
  const itemNumbers = await confirmed(create(30))
  await eventually(async () => {
    station.clock.advance(5_000)
    await station.titles.fill()
    for (const itemNumber of itemNumbers) expect(findItem(station.db, itemNumber)).not.toBeNull()
  })
  expect(runs()).toBeLessThanOrEqual(1)
})

it('reads those that were created before a restart', async () => {
  const { station, marketplace, create, confirmed } = await makeApp()
  await station.titles.stop()
  station.engine.start()
  const [itemNumber = ''] = await confirmed(create(1))
  await station.close()
  const again = makeStation({
    file: station.file,
    baseUrl: marketplace.baseUrl,
    accessToken: () => marketplace.accessToken,
  })
  expect(findItem(again.db, itemNumber)).toBeNull()
  await again.titles.fill()
  expect(findItem(again.db, itemNumber)).not.toBeNull()
})
