import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { expect, nth, test } from '../support/bench'
import { openSection } from '../support/operators'
import { isSaved, saveText } from '../support/settings'
import { openRawPrinter } from '../support/raw-printer'
import { takePicture, takePictures } from '../support/pictures'
import type { Packer } from '../support/packer'

/** Labels that carrier software writes into a folder: their numbers, and a real printer's port that they go to. */

const { confirm } = COMMAND_CODES
const UPS = '1Z999AA10123456784'
const OTHER = '1Z5R89390357567127'
const zpl = (orderId: number, number: string) =>
  `^XA^FO50,50^FDRef: ${orderId}^FS^FO50,90^BCN,100^FD${number}^FS^XZ`

async function setUp(packer: Packer, folder: string, printer: string, printWhenPacked: boolean) {
  await openSection(packer, 'Label folder')
  const form = packer.page.getByRole('region', { name: 'Label folder', exact: true })
  await saveText(form.getByRole('textbox', { name: 'Folder' }), folder)
  await saveText(form.getByRole('textbox', { name: 'Address of the ZPL printer' }), printer)
  if (!printWhenPacked) return
  const prints = form.getByRole('switch', { name: 'Print the label as soon as its parcel is packed' })
  await prints.click()
  await isSaved(prints)
}

test('a label from the folder gives its number and is printed once, again only if somebody says so', async ({
  openBench,
  dataDir,
}) => {
  const printer = await openRawPrinter()
  const bench = await openBench({
    orders: [
      { lines: [{ title: 'Leather bag', mpn: 'BAG-1' }] },
      { lines: [{ title: 'Silk scarf', mpn: 'SCARF-1' }] },
    ],
  })
  const { orders } = bench
  let { packer } = bench
  const [first, second] = [nth(orders, 0).id, nth(orders, 1).id]
  const folder = join(dataDir, 'labels from carriers')
  mkdirSync(folder)
  writeFileSync(join(folder, 'ups-1.zpl'), zpl(first, UPS))
  writeFileSync(join(folder, 'half.pdf'), '%PDF-1.4\n')
  writeFileSync(join(folder, '99999999.zpl'), zpl(99_999_999, OTHER))
  await setUp(packer, folder, printer.address, true)
  const found = packer.page.getByRole('region', { name: 'In the label folder' })
  await expect(found.getByRole('status')).toHaveText('2 labels')
  await expect(found).toContainText('half.pdf: is cut off, or was never finished')
  await expect(found).toContainText('99999999.zpl: names no order of this station')
  await takePicture(packer.page, 'label-folder-light-1280')

  await packer.scan(String(first))
  await packer.scan('BAG-1')
  const card = packer.page.getByRole('region', { name: 'Label', exact: true })
  await expect(card).toContainText('ups-1.zpl')
  await expect(packer.page.getByRole('region', { name: 'Pack' }).first()).toContainText(UPS)
  await takePictures(packer.page, 'order-label')
  expect(printer.jobs).toEqual([])
  await packer.scan(confirm)
  await expect(packer.shipment(1)).toContainText(UPS)
  await expect(card).toContainText('Printed by')
  await expect.poll(() => printer.jobs).toEqual([zpl(first, UPS)])
  await takePictures(packer.page, 'order-label-printed')

  // A power cut forgets nothing of it.
  await bench.station.kill()
  packer = await bench.restart()
  await packer.scan(String(first))
  const again = packer.page.getByRole('region', { name: 'Label', exact: true })
  await expect(again).toContainText('Printed by')
  await again.getByRole('button', { name: 'Print again' }).click()
  await expect(packer.form).toContainText('Print this label again?')
  await takePicture(packer.page, 'label-again-light-1280')
  await packer.form.getByRole('button', { name: 'Do not print' }).click()
  await expect(packer.form).toBeHidden()
  expect(printer.jobs).toHaveLength(1)
  await again.getByRole('button', { name: 'Print again' }).click()
  await expect(packer.form).toBeVisible()
  await packer.scan(confirm)
  await expect.poll(() => printer.jobs).toHaveLength(2)

  // Two files for one order: a person chooses.
  writeFileSync(join(folder, `${second}_${UPS}.zpl`), `${zpl(second, UPS)}\n`)
  writeFileSync(join(folder, `${second}_${OTHER}.zpl`), zpl(second, OTHER))
  await packer.scan(String(second))
  await packer.scan('SCARF-1')
  await expect(again).toContainText('It is not clear which one belongs to this parcel.')
  await takePicture(packer.page, 'label-several-light-1280')
  await again.getByRole('button', { name: `Use ${OTHER}` }).click()
  await expect(again).toContainText(`${second}_${OTHER}.zpl`)
  await expect(again).not.toContainText(UPS)
  expect(printer.jobs, 'none is printed unasked').toHaveLength(2)
  await packer.scan(confirm)
  await expect(packer.shipment(1)).toContainText(OTHER)
  await expect.poll(() => printer.jobs.at(-1)).toEqual(zpl(second, OTHER))
  expect(printer.jobs).toHaveLength(3)

  await test.step('a folder that is away leads to its setting', async () => {
    renameSync(folder, `${folder} on another drive`)
    await again.getByRole('button', { name: 'Label folder' }).click()
    await expect(packer.page.getByRole('textbox', { name: 'Folder' })).toBeFocused()
  })

  await openSection(packer, 'Evidence')
  const entries = packer.page.getByRole('rowgroup', { name: 'Entries, newest first' }).getByRole('row')
  await expect(entries.filter({ hasText: 'Label printed' })).toHaveCount(3)
  await expect(entries.filter({ hasText: 'Printed again' })).toHaveCount(1)
  printer.close()
})
