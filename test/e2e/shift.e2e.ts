import { passesCheck } from '../../src/shared/domain/scanning/check-digit'
import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { expect, goodsOf, test } from '../support/bench'
import { FULL_TAG } from '../support/full'

/** A whole shift with the scanner alone: no mouse, no keyboard, wrong items among the right ones. */

const ORDERS = 200
const WITH_LABELS = 50
const WRONG_EVERY = 20
const TWICE_EVERY = 15
const { acknowledge, confirm, next } = COMMAND_CODES

const START_MS = Date.parse('2026-01-01T08:00:00Z')

test(
  'two hundred orders are packed in one shift by the scanner alone',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    // A busy machine takes five times as long as an idle one.
    test.setTimeout(9 * 60_000)
    const plan = Array.from({ length: ORDERS }, (_, index) => ({
      lines: 1 + (index % 3),
      placedAt: new Date(START_MS + index * 60_000).toISOString(),
    }))
    const { packer, control, orders } = await openBench({ orders: plan })
    await expect(packer.orderList.getByRole('option').first()).toBeVisible()
    const labelOf = upsNumber

    for (const [index, order] of orders.entries()) {
      const codes = goodsOf(order).map((line) => line.item_number ?? '')
      await packer.scan(next)
      await expect(packer.order(order.id)).toBeVisible()
      const later = orders[index + 1]
      if (index % WRONG_EVERY === 0 && later !== undefined) {
        await packer.scan(goodsOf(later)[0]?.item_number ?? '')
        await expect(packer.error).toBeVisible()
        // Scans in the meantime do not count.
        await packer.scan(codes[0] ?? '', acknowledge)
        await expect(packer.error).toBeHidden()
      }
      if (index % TWICE_EVERY === 0) await packer.scan(codes[0] ?? '')
      await packer.scan(...codes, labelOf(index), confirm)
      await expect(packer.shipment(1)).toContainText('Packed')
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
  },
)

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
    `fifty one-item orders with labels take ${scans} scans each${confirms ? ' if the label confirms' : ''}`,
    { tag: FULL_TAG },
    async ({ openBench }) => {
      test.setTimeout(5 * 60_000)
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
      await expect(packer.orderList.getByRole('option').first()).toBeVisible()
      for (const [index, order] of orders.entries()) {
        const item = goodsOf(order)[0]?.item_number ?? ''
        await packer.scan(item, upsNumber(index), ...(confirms ? [] : [confirm]))
        await expect(packer.order(order.id)).toBeVisible()
        await expect(packer.shipment(1)).toContainText('Packed')
      }
      await expect(packer.lastScan).toHaveAttribute('data-scans', String(scans * WITH_LABELS))

      await packer.everythingIsSent()
      for (const [index, { id }] of orders.entries())
        expect((await control.readOrder(id)).shipments, `order ${id}`).toMatchObject([
          { state: 'packed', carrier: 'UPS', tracking_number: upsNumber(index) },
        ])
    },
  )
