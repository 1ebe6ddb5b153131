import type { Page } from 'playwright/test'
import { passesCheck } from '../../src/shared/domain/scanning/check-digit'
import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { expect, goodsOf, test } from '../support/bench'
import { FULL_TAG } from '../support/full'
import { packIn, type PageSession } from '../support/shift-window'

/** A whole shift with the scanner alone: no mouse, no keyboard, wrong items among the right ones. */

const ORDERS = 24
const WITH_LABELS = 6
const WRONG_EVERY = 8
const TWICE_EVERY = 6
const { acknowledge, confirm, next } = COMMAND_CODES

// Else one worker plays all three while the others are done.
test.describe.configure({ mode: 'parallel' })

const START_MS = Date.parse('2026-01-01T08:00:00Z')

test('a shift’s orders are packed by the scanner alone', { tag: FULL_TAG }, async ({ openBench }) => {
  const plan = Array.from({ length: ORDERS }, (_, index) => ({
    lines: 1 + (index % 3),
    placedAt: new Date(START_MS + index * 60_000).toISOString(),
  }))
  const { packer, control, orders } = await openBench({ orders: plan })
  const { scan } = await handsAt(packer.page)
  const labelOf = upsNumber

  for (const [index, order] of orders.entries()) {
    const codes = goodsOf(order).map((line) => line.item_number ?? '')
    expect(await scan(next), `order ${order.id}`).toEqual(['order_opened'])
    const later = orders[index + 1]
    if (index % WRONG_EVERY === 0 && later !== undefined) {
      expect(await scan(goodsOf(later)[0]?.item_number ?? '')).toEqual(['foreign'])
      // Scans in the meantime do not count.
      expect(await scan(codes[0] ?? '', acknowledge)).toEqual(['foreign', 'acknowledged'])
    }
    expect(await scan(...codes)).toEqual(codes.map(() => 'line_chosen'))
    if (index % TWICE_EVERY === 0) expect(await scan(codes[0] ?? '')).toEqual(['already_scanned'])
    expect(await scan(labelOf(index), confirm)).toEqual(['tracking_taken', 'packed'])
  }

  await packer.everythingIsSent()
  for (const [index, { id }] of orders.entries()) {
    const packed = await control.readOrder(id)
    expect(packed.shipments, `order ${id}`).toMatchObject([
      { state: 'packed', tracking_number: labelOf(index) },
    ])
    const [shipment] = packed.shipments
    expect(goodsOf(packed).every((line) => line.shipment_id === shipment?.id)).toBe(true)
  }
})

/** A packer's hands without a look at the page between scans: that takes twice as long as what the scans do. */
async function handsAt(page: Page) {
  return packIn((await page.context().newCDPSession(page)) as unknown as PageSession)
}

const UPS_DIGITS = 1_000_000

/** A valid UPS number for each parcel. */
function upsNumber(index: number): string {
  const body = `1Z5R8939${String(UPS_DIGITS + index)}00`
  const digit = [...'0123456789'].find((check) => passesCheck('ups', body + check))
  return body + (digit ?? '')
}

for (const [scans, confirms] of [
  [3, false],
  [2, true],
] as const)
  test(
    `one-item orders with labels take ${scans} scans each${confirms ? ' if the label confirms' : ''}`,
    { tag: FULL_TAG },
    async ({ openBench }) => {
      const plan = Array.from({ length: WITH_LABELS }, (_, index) => ({
        lines: 1,
        placedAt: new Date(START_MS + index * 60_000).toISOString(),
      }))
      const { packer, control, orders } = await openBench({ orders: plan })
      if (confirms) {
        await packer.goTo('Settings')
        await packer.page.getByRole('tab', { name: 'Carriers' }).click()
        const confirming = packer.page.getByRole('switch', { name: 'The label confirms' })
        await confirming.click()
        await expect(confirming).toBeChecked()
        await packer.goTo('Orders')
      }
      const { scan } = await handsAt(packer.page)
      for (const [index, order] of orders.entries()) {
        const item = goodsOf(order)[0]?.item_number ?? ''
        const answers = confirms ? ['line_chosen', 'packed'] : ['line_chosen', 'tracking_taken', 'packed']
        const kinds = await scan(item, upsNumber(index), ...(confirms ? [] : [confirm]))
        expect(kinds, `order ${order.id}`).toEqual(answers)
      }
      await expect(packer.lastScan).toHaveAttribute('data-scans', String(scans * WITH_LABELS))

      await packer.everythingIsSent()
      for (const [index, { id }] of orders.entries())
        expect((await control.readOrder(id)).shipments, `order ${id}`).toMatchObject([
          { state: 'packed', carrier: 'UPS', tracking_number: upsNumber(index) },
        ])
    },
  )
