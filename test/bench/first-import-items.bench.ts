import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createControl } from '../../src/marketplace/control-client'
import { keptIn, type Kept } from '../support/kept-in-file'
import { startMarketplaceProcess } from '../support/marketplace-process'
import { startStation } from '../support/station'
import { tempDir } from '../support/temp-dir'

/**
 * How many requests the first import of 50,000 orders and 50,000 items takes, counted by the marketplace, relative to
 * the pages of their lists. The station is the built app, at its own pace.
 */

const ORDERS = 50_000
const ITEMS = 50_000
const PAGE = 200

it(`first import of ${ORDERS} orders and ${ITEMS} items`, { timeout: 3_600_000 }, async () => {
  const market = await startMarketplaceProcess(ORDERS, ITEMS)
  const dataDir = tempDir()
  const startedMs = performance.now()
  const station = await startStation({
    dataDir,
    env: {
      PACKBENCH_API_BASE_URL: market.baseUrl,
      PACKBENCH_ACCESS_TOKEN: market.accessToken,
      PACKBENCH_WAREHOUSE_ID: '1',
    },
  })
  let kept: Kept | null = null
  while (kept?.cursors !== 2 || kept.missing > 0) {
    await sleep(2_000)
    kept = keptIn(dataDir)
  }
  const seconds = (performance.now() - startedMs) / 1_000
  const log = await createControl(market.controlUrl).requestLog()
  await station.stop()
  expect(kept.orders).toBe(ORDERS)
  expect(kept.items).toBeGreaterThan(ITEMS)
  const reads = log.filter(({ method }) => method === 'GET').map(({ path: asked }) => asked)
  const kinds = {
    'lists of orders': reads.filter((asked) => /\/orders(?:\?|$)/.test(asked)).length,
    'lists of items': reads.filter((asked) => /\/items(?:\?|$)/.test(asked)).length,
    'single items': reads.filter((asked) => /\/items\/[^?]/.test(asked)).length,
  }
  const others = reads.length - Object.values(kinds).reduce((sum, count) => sum + count, 0)
  const pages = kept.orders / PAGE + kept.byState.reduce((sum, [, items]) => sum + Math.ceil(items / PAGE), 0)
  console.log(
    `first import: ${reads.length} requests for ${pages} pages, ${(reads.length / pages).toFixed(3)} times as many ` +
      `(goal: 1.1), in ${Math.round(seconds)} s; ${JSON.stringify({ ...kinds, others })}; ${JSON.stringify(kept)}`,
  )
  expect(pages).toBeGreaterThan((ORDERS + ITEMS) / PAGE - 1)
})
