import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { expect, goodsOf, test } from '../support/bench'

/**
 * A shift in fast motion: what the window keeps of it. `PACKBENCH_SOAK=2000` packs as many orders, as in eight hours of
 * 250; without it, the test is left out.
 */

const ORDERS = Number(process.env['PACKBENCH_SOAK'] ?? 0)
/** By then every part of the window was used. */
const WARM = 200
const MOST_MB = 200
const MOST_GROWTH = 1.05
const EACH_MS = 3_000
const START_MS = Date.parse('2026-01-01T08:00:00Z')
const { confirm, next } = COMMAND_CODES

type Memory = { heap: number; nodes: number; residentMb: number }

/** The page's own heap and nodes after a collection, and what its process keeps of the machine. */
async function memoryOf(page: Page): Promise<Memory> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
  await session.detach()
  const browser = page.context().browser()
  if (browser === null) throw new Error('no browser')
  const whole = await browser.newBrowserCDPSession()
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo')
  await whole.detach()
  const resident = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentMb(id))
  return {
    heap: metric('JSHeapUsedSize'),
    nodes: metric('Nodes'),
    residentMb: Math.max(...resident),
  }
}

function residentMb(pid: number): number {
  const [, kilobytes = ''] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1_000
}

test('a shift leaves nothing in the window', async ({ openBench }) => {
  test.skip(ORDERS === 0, 'takes minutes: PACKBENCH_SOAK=2000 asks for it')
  test.setTimeout(60_000 + ORDERS * EACH_MS)
  const plan = Array.from({ length: ORDERS }, (_, index) => ({
    lines: 1 + (index % 3),
    placedAt: new Date(START_MS + index * 60_000).toISOString(),
  }))
  const { packer, orders } = await openBench({ orders: plan })
  const { page } = packer
  let warm: Memory | null = null
  for (const [index, order] of orders.entries()) {
    await packer.scan(next)
    await expect(packer.order(order.id)).toBeVisible()
    await packer.scan(
      ...goodsOf(order).map((line) => line.item_number ?? ''),
      `SOAK${100_000 + index}`,
      confirm,
    )
    await expect(packer.shipment(1)).toContainText('Packed')
    if (index + 1 === Math.min(WARM, Math.ceil(ORDERS / 2))) warm = await memoryOf(page)
  }
  await packer.everythingIsSent()
  const end = await memoryOf(page)
  const shown = ({ heap, nodes, residentMb: mb }: Memory) =>
    `${(heap / 1e6).toFixed(1)} MB of heap, ${nodes} nodes, ${mb.toFixed(0)} MB resident`
  if (warm === null) throw new Error('never measured')
  console.log(
    `warm: ${shown(warm)}; after ${ORDERS} orders: ${shown(end)}; growth ${(end.heap / warm.heap).toFixed(3)}`,
  )
  expect.soft(end.residentMb).toBeLessThan(MOST_MB)
  expect.soft(end.heap / warm.heap).toBeLessThan(MOST_GROWTH)
})
