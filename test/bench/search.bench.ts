import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parsePreferences } from '../../src/shared/contract/preferences'
import { listOrders } from '../../src/main/areas/packing/list-orders'
import { makeStation } from '../support/account'
import { BIG, buildBigFile } from '../support/big-file'
import { percentiles } from '../support/measure'
import { tempDir } from '../support/temp-dir'

/** What packers type; each is requested at every key, as the window does. */
const TYPED = [
  '1000047',
  'itm-4711',
  'silk dress',
  'wool 99',
  'ext-77-2',
  'mpn-shared coat',
  '4711',
  'nothing of it',
]
const ROUNDS = 5
const FRAME_MS = 16.7

it('search as you type', async () => {
  const file = join(tempDir(), 'station.sqlite')
  buildBigFile(file)
  const station = makeStation({ file })
  const preferences = parsePreferences(null)
  const ask = async (search: string): Promise<number> => {
    const startMs = performance.now()
    const { total } = await listOrders(station, preferences, {
      view: 'all',
      filter: 'any',
      search,
      offset: 0,
      limit: 100,
    })
    expect(total).toBeGreaterThanOrEqual(0)
    return performance.now() - startMs
  }
  const firstMs = await ask('wool')
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    for (const text of TYPED)
      for (let length = 1; length <= text.length; length += 1) times.push(await ask(text.slice(0, length)))
  const { p50, p95, p99 } = percentiles(times)
  console.log(
    `search as you type, ${BIG.orders.toLocaleString('en')} orders, ${times.length} keys: p50 ${p50.toFixed(1)} ms, ` +
      `p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (goal: p95 under ${FRAME_MS} ms); ` +
      `the first, which reads all texts: ${firstMs.toFixed(0)} ms`,
  )
  await station.close()
})
