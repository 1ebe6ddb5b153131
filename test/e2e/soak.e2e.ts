import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createControl, type ControlOrder } from '../../src/marketplace/control-client'
import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { goodsOf, nth, WAREHOUSE_ID } from '../support/bench'
import { expect, test as base } from '../support/fixtures'
import { FULL_TAG } from '../support/full'
import { INSPECTED, nodeHeapBytes } from '../support/node-heap'
import { processMemory, type ProcessMemory } from '../support/process-memory'
import { openShiftWindow, type ShiftWindow, type WindowMemory } from '../support/shift-window'
import { type RunningStation, startStation } from '../support/station'
import { sampleTrackingNumber } from '../../src/shared/domain/station/tour'

/**
 * A shift in fast motion: what the window and the station keep of it. `PACKBENCH_SOAK=2000` packs as many orders, as in
 * eight hours of 250.
 */

const ASKED = Number(process.env['PACKBENCH_SOAK'] ?? 0)
/** After each round the pages are looked at. */
const ROUND = 12
/** Whole rounds: at both measurements the same is on the screen, and was before. */
const ORDERS = Math.max(48, Math.ceil(ASKED / ROUND) * ROUND)
/** By then each part of the window was used twice. */
const WARM = ASKED < 400 ? 24 : 204
/** The list is never empty, as on a long day. */
const NOT_PACKED = 120
const MOST_MB = 200
const MOST_GROWTH = 1.05
const EACH_MS = 5_000
const START_MS = Date.parse('2026-01-01T08:00:00Z')
const { acknowledge, confirm, next } = COMMAND_CODES
/** Of each page, what is there once it is drawn. */
const PAGES = {
  handover: '[data-testid=dock-counts]',
  items: 'main h1',
  outbox: 'body:has([data-tour=outbox][aria-current]) main h1',
  statistics: 'main .recharts-surface',
  settings: 'main [role=tab]',
  queue: 'main [role=option]',
} as const

const test = base.extend<{ shift: Shift }>({
  shift: async ({ openMarketplace, dataDir, temporaryFolder }, use) => {
    const marketplace = await openMarketplace({ orders: 0, items: 0 })
    const control = createControl(marketplace.controlUrl)
    const orders: ControlOrder[] = []
    for (let index = 0; index < ORDERS + NOT_PACKED; index += 1)
      orders.push(
        await control.placeOrder({
          lines: 1 + (index % 3),
          placedAt: new Date(START_MS + index * 60_000).toISOString(),
        }),
      )
    // Without the welcome page.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(path.join(dataDir, 'preferences.json'), '{}', { mode: 0o600 })
    const env = { ...marketplace.env, ...INSPECTED, PACKBENCH_WAREHOUSE_ID: String(WAREHOUSE_ID) }
    const station = await startStation({ dataDir, env })
    try {
      const window = await openShiftWindow(station.url(), path.join(temporaryFolder, 'window'))
      await use({ window, station, orders, readOrder: control.readOrder })
      await window.close()
    } finally {
      await station.stop()
    }
  },
})

type Shift = {
  window: ShiftWindow
  station: RunningStation
  orders: readonly ControlOrder[]
  readOrder: (id: number) => Promise<ControlOrder>
}
type Kept = { window: WindowMemory; main: ProcessMemory & { heapBytes: number } }

const labelOf = sampleTrackingNumber

/** Each of the pages, by the rail. */
async function lookAround(window: ShiftWindow): Promise<void> {
  for (const [page, drawn] of Object.entries(PAGES)) {
    await window.click(`[data-tour=${page}]`)
    await window.until(`document.querySelector('${drawn}') !== null`)
  }
}

/** Once all is sent, and the last answer has faded. */
async function measure({ window, station }: Shift): Promise<Kept> {
  await window.until(
    `document.querySelector('[data-testid=waiting]').textContent === 'All sent' &&
     document.querySelector('[data-scans]').dataset.kind === 'idle'`,
  )
  // Its collection comes before what is left of its process is read.
  const heapBytes = await nodeHeapBytes(station.output())
  return { window: await window.memory(), main: { heapBytes, ...processMemory(station.pid()) } }
}

const mb = (bytes: number, digits = 0) => (bytes / 1e6).toFixed(digits)

function print(when: string, { window, main }: Kept): void {
  console.log(
    `${when}: the window's heap ${mb(window.heapBytes, 2)} MB (objects ${mb(window.objectBytes, 3)}, code ` +
      `${mb(window.codeBytes, 2)}), ${window.nodes} nodes (${window.detached} detached), ${window.listeners} ` +
      `listeners; its process ${mb(window.privateBytes)} MB private, ${mb(window.shareBytes)} proportional, ` +
      `${mb(window.residentBytes)} resident; main's heap ${mb(main.heapBytes, 1)} MB, its process ` +
      `${mb(main.privateBytes)} MB private, ${mb(main.residentBytes)} resident`,
  )
}

test('a shift leaves nothing in the window', ASKED === 0 ? { tag: FULL_TAG } : {}, async ({ shift }) => {
  test.skip(process.platform !== 'linux', 'reads /proc')
  test.setTimeout(60_000 + ORDERS * EACH_MS)
  const { window, orders, readOrder } = shift
  await window.until(`/Data from/.test(document.body.innerText)`)
  let warm: Kept | null = null
  for (const [index, order] of orders.slice(0, ORDERS).entries()) {
    const codes = goodsOf(order).map((line) => line.item_number ?? '')
    await window.scan(next)
    if (index % ROUND === 0)
      await window.scan(goodsOf(nth(orders, index + 1))[0]?.item_number ?? '', acknowledge)
    await window.scan(...codes, labelOf(index), confirm)
    if ((index + 1) % ROUND !== 0) continue
    if (index + 1 === WARM) print(`after ${WARM} orders`, (warm = await measure(shift)))
    if (index + 1 < ORDERS) await lookAround(window)
  }
  const end = await measure(shift)
  print(`after ${ORDERS} orders`, end)
  for (const [index, { id }] of orders.slice(0, ORDERS).entries())
    expect((await readOrder(id)).shipments, `order ${id}`).toMatchObject([
      { state: 'packed', tracking_number: labelOf(index) },
    ])
  if (warm === null) throw new Error('never measured')
  // Not all of the heap: V8 compiles more of the script throughout, ever more slowly.
  const growthOf = (what: 'objectBytes' | 'nodes' | 'listeners') => end.window[what] / warm.window[what]
  expect.soft(end.window.privateBytes / 1e6).toBeLessThan(MOST_MB)
  expect.soft(growthOf('objectBytes')).toBeLessThan(MOST_GROWTH)
  expect.soft(growthOf('nodes')).toBeLessThan(MOST_GROWTH)
  expect.soft(growthOf('listeners')).toBeLessThan(MOST_GROWTH)
})
