import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { createControl, type Control, type ControlOrder } from '../../src/marketplace/control-client'
import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { fillStation } from '../support/bench-station'
import { electronWindows, loadNow, WITHIN_MS } from '../support/electron-windows'
import { attachTo, endProgram, startProgram, type TimedProgram } from '../support/first-paint'
import { startMarketplaceProcess } from '../support/marketplace-process'
import { median } from '../support/measure'
import { PROCESS_TYPES, treeCpu, treeMemory, type ByType } from '../support/process-tree'
import { packIn, type PageSession } from '../support/shift-window'
import { tempDir } from '../support/temp-dir'
import { sampleTrackingNumber } from '../../src/shared/domain/station/tour'

/**
 * What all processes of a station take beside those of an empty window, which runs at the same time on another copy of
 * the runtime: so both have the same load beside them, and share none of Chromium's code.
 */

const SIZE = { orders: 50_000, finished: 0, open: 100_000 } as const
const ROUNDS = 2
const SHIFT = 200
/** The list is never empty, as on a long day. */
const NOT_PACKED = 120
/** By then garbage was collected and the first backup made. */
const SETTLED_MS = 60_000
const IDLE_MINUTES = Number(process.env['PACKBENCH_MINUTES'] ?? 5)
const WAREHOUSE_ID = 7
const { confirm, next } = COMMAND_CODES

type Pair = { ours: ByType; empty: ByType }

it('working set in Electron after a start', { timeout: 1_800_000 }, async () => {
  const dataDir = path.join(tempDir(), 'station')
  fillStation(dataDir, SIZE, { orderIds: [], lines: 0 })
  const station = electronWindows().station(dataDir)
  const empty = electronWindows().empty()
  const pairs: Pair[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    await besideEmpty(station, empty, async (pids) => {
      await sleep(SETTLED_MS)
      pairs.push(treesOf(pids, treeMemory))
      await look(station, async (page) => {
        await page.locator('[elementtiming=first-order]', { hasText: '1000000000' }).waitFor()
      })
    })
  report(`working set after a start with ${SIZE.orders.toLocaleString('en')} orders, MB`, pairs, 1e6)
})

it('working set in Electron after a shift, and its idle CPU', { timeout: 3_600_000 }, async () => {
  const { baseUrl, accessToken, controlUrl } = await startMarketplaceProcess(0)
  const control = createControl(controlUrl)
  const orders = await placeOrders(control)
  const dataDir = path.join(tempDir(), 'station')
  mkdirSync(dataDir, { mode: 0o700 })
  // Without the welcome page.
  writeFileSync(path.join(dataDir, 'preferences.json'), '{}', { mode: 0o600 })
  const station = electronWindows().station(dataDir, {
    PACKBENCH_API_BASE_URL: baseUrl,
    PACKBENCH_ACCESS_TOKEN: accessToken,
    PACKBENCH_WAREHOUSE_ID: String(WAREHOUSE_ID),
  })
  await besideEmpty(station, electronWindows().empty(), async (pids) => {
    await look(station, (page) => packAll(page, orders.slice(0, SHIFT)))
    for (const { id } of orders.slice(0, SHIFT)) {
      const { shipments } = await control.readOrder(id)
      expect(shipments, `order ${id}`).toMatchObject([{ state: 'packed', tracking_number: labelOf(id) }])
    }
    await sleep(SETTLED_MS)
    report(`working set after a shift of ${SHIFT} orders, MB`, [treesOf(pids, treeMemory)], 1e6)
    const before = treesOf(pids, treeCpu)
    await sleep(IDLE_MINUTES * 60_000)
    const after = treesOf(pids, treeCpu)
    const spent = { ours: minus(after.ours, before.ours), empty: minus(after.empty, before.empty) }
    report(`CPU of ${IDLE_MINUTES} idle minutes, connected, s`, [spent], 1)
  })
})

type Pids = Readonly<Record<'ours' | 'empty', number>>

async function besideEmpty(
  station: TimedProgram,
  empty: TimedProgram,
  measure: (pids: Pids) => Promise<void>,
): Promise<void> {
  const children = [startProgram(station), startProgram(empty)] as const
  try {
    await measure({ ours: children[0].pid ?? 0, empty: children[1].pid ?? 0 })
  } finally {
    for (const child of children) await endProgram(child, 'SIGTERM')
  }
}

/** Lets go of the page again: a debugger needs memory of it. */
async function look(program: TimedProgram, use: (page: Page) => Promise<void>): Promise<void> {
  const { browser, page } = await attachTo(program, WITHIN_MS)
  await use(page)
  await browser.close()
}

async function placeOrders(control: Control): Promise<ControlOrder[]> {
  const orders = []
  for (let index = 0; index < SHIFT + NOT_PACKED; index += 1) {
    const placedAt = new Date(Date.parse('2026-01-01T08:00:00Z') + index * 60_000).toISOString()
    orders.push(await control.placeOrder({ lines: 1 + (index % 3), placedAt }))
  }
  return orders
}

const labelOf = sampleTrackingNumber

async function packAll(page: Page, orders: readonly ControlOrder[]): Promise<void> {
  await page.bringToFront()
  const session = (await page.context().newCDPSession(page)) as unknown as PageSession
  const hands = await packIn(session)
  await hands.until(`/Data from/.test(document.body.innerText)`)
  await hands.until(`document.querySelector('main [role=option]') !== null`)
  for (const { id, order_lines } of orders) {
    const codes = order_lines.filter((line) => !line.is_shipping_fee).map((line) => line.item_number ?? '')
    await hands.scan(next, ...codes, labelOf(id), confirm)
  }
  await hands.until(`document.querySelector('[data-testid=waiting]').textContent === 'All sent'`)
}

function treesOf({ ours, empty }: Pids, of: (pid: number) => ByType): Pair {
  return { ours: of(ours), empty: of(empty) }
}

function minus(one: ByType, other: ByType): ByType {
  return {
    browser: one.browser - other.browser,
    renderer: one.renderer - other.renderer,
    others: one.others - other.others,
  }
}

function report(what: string, pairs: readonly Pair[], unit: number): void {
  const sum = (trees: ByType) => PROCESS_TYPES.reduce((all, type) => all + trees[type], 0)
  const shown = (of: (pair: Pair) => number) => {
    const value = median(pairs.map(of))
    expect(value).toBeGreaterThanOrEqual(0)
    return (value / unit).toFixed(unit === 1 ? 2 : 0)
  }
  const side = (which: 'ours' | 'empty') =>
    `${shown((pair) => sum(pair[which]))} ` +
    `(${PROCESS_TYPES.map((type) => `${type} ${shown((pair) => pair[which][type])}`).join(', ')})`
  const more = median(pairs.map(({ ours, empty }) => sum(ours) - sum(empty)))
  console.log(
    `${what}: ${side('ours')} · an empty Electron window: ${side('empty')} · ` +
      `${(more / unit).toFixed(unit === 1 ? 2 : 0)} more (median of ${pairs.length}, load ${loadNow()})`,
  )
}
