import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { createControl } from '../../src/marketplace/control-client'
import { keptIn, type Kept } from '../support/kept-in-file'
import { startMarketplaceProcess } from '../support/marketplace-process'
import { HAS_NATS } from '../support/nats-process'
import { startNatsServer } from '../support/nats-server'
import { startStation } from '../support/station'
import { tempDir } from '../support/temp-dir'

/**
 * The first start of a further station, which takes orders and items from the hub, relative to that of the first one,
 * which reads them from the marketplace. Both are the built app, at its own pace.
 */

const ORDERS = 2_000
const ITEMS = 2_000
/** Half a round trip to a data center on the same continent. */
const LATENCY_MS = 20
const LOOK_MS = 100
const START_WITHIN_MS = 300_000
const EQUAL = { timeout: 180_000, interval: 1_000 }
/** The leader has told the hub everything once it has gone through all lists, a page every few seconds. */
const QUIET_MS = 30_000
const isPage = (path: string): boolean => path.includes('cursor=')
const isNews = (path: string): boolean => /updated_after|page_size=1(?:&|$)/.test(path)

it.skipIf(!HAS_NATS)(
  `first start of a further station: ${ORDERS} orders and ${ITEMS} items`,
  { timeout: 3_600_000 },
  async () => {
    const market = await startMarketplaceProcess(ORDERS, ITEMS)
    const control = createControl(market.controlUrl)
    for (const route of ['/api/v1.0/orders', '/api/v1.0/items', '/api/v1.0/items/:item_number'])
      await control.addFault({ kind: 'delay', ms: LATENCY_MS, method: 'GET', route })
    const hub = await startNatsServer()
    const env = {
      PACKBENCH_API_BASE_URL: market.baseUrl,
      PACKBENCH_ACCESS_TOKEN: market.accessToken,
      PACKBENCH_WAREHOUSE_ID: '1',
      PACKBENCH_HUB_URL: hub.url,
    }
    const reads = async () => (await control.requestLog()).filter(({ method }) => method === 'GET')
    const firstStart = async (isAll: (kept: Kept) => boolean) => {
      const [dataDir, before, startMs] = [tempDir(), (await reads()).length, performance.now()]
      const station = await startStation({ dataDir, env })
      for (;;) {
        const kept = keptIn(dataDir)
        if (kept !== null && isAll(kept)) {
          const seconds = (performance.now() - startMs) / 1_000
          const asked = (await reads()).slice(before)
          return { dataDir, station, kept, seconds, asked: asked.map(({ path }) => path) }
        }
        if (performance.now() - startMs > START_WITHIN_MS) {
          await station.stop()
          throw new Error(`not everything is there: ${JSON.stringify(kept)}`)
        }
        await sleep(LOOK_MS)
      }
    }
    const first = await firstStart(
      ({ cursors, orders, items, missing }) =>
        cursors === 2 && orders === ORDERS && items > ITEMS && missing === 0,
    )
    const pages = async () => (await reads()).filter(({ path }) => isPage(path)).length
    for (let seen = -1; seen < (await pages()); await sleep(QUIET_MS)) seen = await pages()
    const further = await firstStart(
      ({ orders, items, missing }) => orders === ORDERS && items === first.kept.items && missing === 0,
    )
    // The marketplace goes on with items in the meantime: what the two have is compared as of now.
    const both = () => [first, further].map(({ dataDir }) => keptIn(dataDir))
    await vi.waitFor(() => {
      const [one, other] = both()
      expect(other).toEqual(one)
    }, EQUAL)
    await Promise.all([first, further].map(({ station }) => station.stop()))
    // It asked for news only, or it did not start from the hub.
    expect(further.asked.filter((path) => /\/orders(?:\?|$)/.test(path) && !isNews(path))).toEqual([])
    console.log(
      `first start: from the marketplace ${first.seconds.toFixed(1)} s, ${first.asked.length} requests; ` +
        `from the hub ${further.seconds.toFixed(1)} s, ${further.asked.length} requests of both in that time; ` +
        `${(first.seconds / further.seconds).toFixed(1)} times as fast; ${JSON.stringify(both()[1])}`,
    )
  },
)
