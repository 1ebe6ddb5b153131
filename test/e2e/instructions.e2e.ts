import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, nth, test } from '../support/bench'
import { openSection } from '../support/operators'
import { takePicture, takePictures } from '../support/pictures'
import { LOGO_PNG } from '../support/logo'
import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'

/** Packing instructions and item pictures from a folder of the station. */

const { confirm } = COMMAND_CODES

const PLAN = [
  {
    lines: [
      { title: 'Leather bag', mpn: 'BAG-1' },
      { title: 'Silk scarf', mpn: 'SCARF-1' },
    ],
  },
]

test('an instruction is shown when its item is next, and confirmed before the parcel is packed', async ({
  openBench,
  dataDir,
}) => {
  const bench = await openBench({ orders: PLAN })
  const { packer, orders } = bench
  const { page } = packer
  const dir = join(dataDir, 'instructions')
  mkdirSync(join(dir, 'items'), { recursive: true })
  writeFileSync(join(dir, 'ribbon.png'), LOGO_PNG)
  writeFileSync(join(dir, 'items', 'SCARF-1.png'), LOGO_PNG)
  const rows = ['sku,text,picture,confirm', 'bag-1,Tie the red ribbon,ribbon.png,yes', 'scarf-1,Tissue paper']
  writeFileSync(join(dir, 'instructions.csv'), [...rows, 'x,,,'].join('\n'))

  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/instructions:picture')) asked.push(request.postData() ?? '')
  })
  const timesAsked = () => asked.filter((body) => body.includes('ribbon.png')).length
  await openSection(packer, 'Instructions')
  const found = page.getByRole('region', { name: 'In the folder' })
  await expect(found.getByRole('status')).toHaveText(/2 instructions.*1 item picture$/)
  await expect(found).toContainText('Row 4: it has no text')
  await expect(page.getByText(dir, { exact: true })).toBeVisible()
  await takePicture(page, 'instructions-light-1280')

  const listed = page.getByRole('img', { name: 'Picture of the instruction' })
  await expect(listed.first()).toBeVisible()
  const asItWas = timesAsked()

  const order = nth(orders, 0)
  await packer.scan(String(order.id))
  await expect(packer.line('Silk scarf')).toBeVisible()
  const card = page.getByRole('region', { name: 'Packing instruction' })
  await expect(card).toContainText('Tie the red ribbon')
  const picture = card.getByRole('img', { name: 'Picture of the instruction' })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320)
  // A picture that the window has is not read again.
  expect(timesAsked()).toBe(asItWas)
  await expect(page.locator('[data-line]').nth(1).locator('..').locator('img')).toBeVisible()

  await packer.scan('BAG-1')
  const step = page.getByRole('region', { name: 'Next step' })
  await expect(step).toContainText('Instruction done? CONFIRM')
  await expect(page.getByRole('button', { name: 'Done as instructed' })).toBeVisible()
  await takePictures(page, 'order-instruction')
  await packer.scan(confirm)
  await expect(packer.lastScan).toContainText('Instruction followed: Leather bag')
  await expect(step).toContainText('Scan 1 more item')

  await packer.scan('SCARF-1')
  await expect(card).toContainText('Tissue paper')
  await packer.scan(confirm)
  await expect(packer.shipment(1)).toContainText('Packed')

  await openSection(packer, 'Evidence')
  const entries = page.getByRole('rowgroup', { name: 'Entries, newest first' }).getByRole('row')
  await expect(entries.filter({ hasText: 'Instructions followed: 1' })).toHaveCount(1)
})
