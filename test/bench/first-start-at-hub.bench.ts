import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createControl } from '../../src/marketplace/control-client'
import { keptIn } from '../support/kept-in-file'
import { startMarketplaceProcess } from '../support/marketplace-process'
import { HAS_NATS } from '../support/nats-process'
import { startNatsServer } from '../support/nats-server'
import { startStation } from '../support/station'
import { tempDir } from '../support/temp-dir'

/**
 * The first start of a further station, which takes orders and items from the hub, relative to that of the first one, which
 * reads them from the marketplace. Both are the built app, at its own pace.
 */

const ORDERS = 5_000
const ITEMS = 5_000
/** Half a round trip to a data center on the same continent. */
const LATENCY_MS = 20
const LOOK_MS = 100
/** The leader has told the hub everything once it asks for little more than news. */
const QUIET_MS = 20_000
const QUIET_REQUESTS = 5
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
    const firstStart = async () => {
      const [dataDir, before, startMs] = [tempDir(), (await reads()).length, performance.now()]
      const station = await startStation({ dataDir, env })
      for (;;) {
        const kept = keptIn(dataDir)
        if (kept?.cursors === 2 && kept.orders === ORDERS && kept.items > ITEMS && kept.missing === 0) {
          const ms = performance.now() - startMs
          const asked = (await reads()).slice(before)
          return { station, kept, seconds: ms / 1_000, asked: asked.map(({ path }) => path) }
        }
        await sleep(LOOK_MS)
      }
    }
    const first = await firstStart()
    for (let seen = 0, now = Number.POSITIVE_INFINITY; now - seen > QUIET_REQUESTS;) {
      seen = (await reads()).length
      await sleep(QUIET_MS)
      now = (await reads()).length
    }
    const further = await firstStart()
    await Promise.all([first, further].map(({ station }) => station.stop()))
    const counts = ({ kept }: typeof first) => ({ orders: kept.orders, byState: kept.byState })
    expect(counts(further)).toEqual(counts(first))
    // It asked for news only, or it did not start from the hub.
    expect(further.asked.filter((path) => /\/orders(?:\?|$)/.test(path) && !isNews(path))).toEqual([])
    console.log(
      `first start: from the marketplace ${first.seconds.toFixed(1)} s, ${first.asked.length} requests; ` +
        `from the hub ${further.seconds.toFixed(1)} s, ${further.asked.length} requests, those of the first station included; ` +
        `${(first.seconds / further.seconds).toFixed(1)} times as fast; ${JSON.stringify(counts(further))}`,
    )
  },
)
