import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright/test'
import { seededRandom } from '../../src/marketplace/sample/random'
import { expect, goodsOf, nth, test } from '../support/bench'
import { electronOf } from '../support/electron-station'
import { ELECTRON_FULL_TAG } from '../support/full'

/** Real Electron killed while it packs, as by a power cut, and started again on the same data. */

const KILLS = 8
/** From the press of the button until well after the screen has said "Packed". */
const WITHIN_MS = 400
/** Longer than the settle window of one operation. */
const SETTLED_WITHIN_MS = 240_000

/** Presses the button that packs. @returns a function that says whether the screen has said "Packed" by then */
function pressPack(page: Page): () => boolean {
  let said = false
  page
    .evaluate(
      () =>
        new Promise<void>((resolve) => {
          const look = () => {
            if (document.querySelector('article[aria-label="Shipment 1"]') !== null) resolve()
          }
          new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
          const pack = [...document.querySelectorAll('button')].find(({ textContent }) =>
            /^Pack \d+ items?/.test(textContent),
          )
          pack?.click()
        }),
    )
    .then(
      () => (said = true),
      // Killed before it said anything.
      () => undefined,
    )
  return () => said
}

test(
  'an order that is being packed when the program is killed is packed exactly once',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench, pageWatch }) => {
    test.setTimeout(KILLS * 30_000 + SETTLED_WITHIN_MS)
    pageWatch.allow(/the page crashed/)
    const random = seededRandom(Number(process.env['PACKBENCH_SEED'] ?? 20_261_126))
    const orders = Array.from({ length: KILLS }, (_, index) => ({
      lines: [{ title: `Coat ${index}` }, { title: `Bag ${index}` }],
    }))
    const bench = await openBench({ orders })
    const station = electronOf(bench.station)
    const kills = { confirmed: 0, kept: 0, lost: 0 }
    for (const [index, order] of bench.orders.entries()) {
      const codes = goodsOf(order).map((line) => line.item_number ?? '')
      const { page } = bench.packer
      await bench.packer.scanOrder(order.id)
      await bench.packer.scan(...codes)
      await expect(bench.packer.packButton).toBeVisible()
      const wasSaid = pressPack(page)
      // The first at once: on a fast machine, each later one may come after the commit. Most of them soon, because it is.
      if (index > 0) await sleep(Math.round(((index + random.next()) / KILLS) ** 2 * WITHIN_MS))
      const wasConfirmed = wasSaid()
      await station.kill()
      const packer = await bench.restart()
      await packer.scanOrder(order.id)
      const isKept = await packer.shipment(1).isVisible()
      if (wasConfirmed) expect(isKept, `order ${order.id} was confirmed`).toBe(true)
      kills[wasConfirmed ? 'confirmed' : isKept ? 'kept' : 'lost'] += 1
      if (isKept) continue
      await packer.scan(...codes)
      await packer.pack()
    }
    console.log(`killed after the screen said so, after it was kept, before: ${JSON.stringify(kills)}`)
    // What was under way when it was killed is looked for until it cannot arrive any more.
    await expect(bench.packer.waiting).toHaveText('All sent', { timeout: SETTLED_WITHIN_MS })
    for (const [index, { id }] of bench.orders.entries()) {
      const order = await bench.control.readOrder(id)
      expect(order.shipments, `order ${index}`).toHaveLength(1)
      const { id: shipmentId, state } = nth(order.shipments, 0)
      expect(state).toBe('packed')
      expect(goodsOf(order).map((line) => line.shipment_id)).toEqual([shipmentId, shipmentId])
    }
    // Moments on both sides of the commit, or the test proves nothing.
    expect(kills.lost).toBeGreaterThan(0)
    expect(kills.confirmed + kills.kept).toBeGreaterThan(0)
  },
)
