import { expect, goodsOf, nth, test } from '../support/bench'
import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { takePictures } from '../support/pictures'
import { ELECTRON_FULL_TAG } from '../support/full'

/** A tag that the marketplace does not know is taught with its order open, and is as good as a code of the item. */

const EAN = '4006381333931'
const COAT = { title: 'Wool coat', mpn: 'COAT-1' }
const BAG = { title: 'Leather bag', mpn: 'BAG-1' }

test('a code that nobody knows is taught by scanner alone, holds over a power cut, and is taken back', async ({
  openBench,
}) => {
  const bench = await openBench({ orders: [{ lines: [COAT, BAG] }, { lines: [COAT] }] })
  const { orders } = bench
  let { packer } = bench
  const [first, second] = [nth(orders, 0), nth(orders, 1)]
  const [coat, bag] = [nth(goodsOf(first), 0), nth(goodsOf(first), 1)]
  await packer.scan(String(first.id))
  await expect(packer.order(first.id)).toBeVisible()

  await packer.scan(EAN)
  // DHL numbers look like an EAN, too.
  await expect(packer.error).toContainText('Label or item?')
  await takePictures(packer.page, 'code-unclear')
  await packer.scan(COMMAND_CODES.teach)
  await expect(packer.lastScan).toContainText('Which item has this code?')
  await takePictures(packer.page, 'code-asked')
  await packer.scan(coat.external_id ?? '')
  await expect(packer.lastScan).toContainText('Learned: Wool coat')
  await takePictures(packer.page, 'code-taught')
  await expect(packer.line('Wool coat')).not.toBeChecked()
  await packer.scan(EAN)
  await expect(packer.line('Wool coat')).toBeChecked()

  await packer.scan(COMMAND_CODES.undo)
  await bench.station.kill()
  packer = await bench.restart()
  await packer.scan(String(first.id))
  await expect(packer.order(first.id)).toBeVisible()
  await packer.scan(`0${EAN}`)
  await expect(packer.lastScan).toContainText('Accepted: Wool coat')
  await packer.scan(COMMAND_CODES.undo, String(second.id))
  await expect(packer.order(second.id)).toBeVisible()
  // Its coat has the same MPN and another size.
  await packer.scan(EAN)
  await expect(packer.error).toContainText('NOT in this order')
  await packer.clearError()

  await packer.goTo('Items')
  await packer.page.getByRole('row', { name: coat.item_number ?? '' }).click()
  const codes = packer.page.getByRole('region', { name: 'Taught codes' })
  await expect(codes).toContainText(`0${EAN}`)
  await takePictures(packer.page, 'code-at-item')
  await codes.getByRole('button', { name: `Correct code 0${EAN}` }).click()
  await expect(packer.form.getByRole('textbox')).toBeFocused()
  await packer.scan('NOTHING', COMMAND_CODES.confirm)
  await expect(packer.form).toContainText('No item here has this item number, SKU or MPN.')
  await packer.scan(bag.item_number ?? '')
  await expect(packer.form.getByRole('textbox')).toHaveValue(bag.item_number ?? '')
  await expect(packer.form).not.toContainText('No item here')
  await takePictures(packer.page, 'code-correct')
  await packer.scan(COMMAND_CODES.confirm)
  await expect(codes).toContainText(`0${EAN} now stands for Leather bag`)
  await expect(codes).toContainText('None.')
  await takePictures(packer.page, 'code-corrected')
  await packer.page.getByRole('button', { name: 'Back to items' }).click()
  await packer.page.getByRole('row', { name: bag.item_number ?? '' }).click()
  await codes.getByRole('button', { name: `Take back code 0${EAN}` }).click()
  await expect(codes).toContainText('None.')
  await packer.goTo('Orders')
  await packer.open(first.id)
  await packer.scan(EAN)
  await expect(packer.error).toContainText('Label or item?')
})

test('a tap says which item it is', { tag: ELECTRON_FULL_TAG }, async ({ openBench }) => {
  const { packer, orders } = await openBench({ orders: [{ lines: [COAT, BAG] }] })
  await packer.open(nth(orders, 0).id)
  await packer.scan('TAG-7A')
  await expect(packer.error).toContainText('Unknown code')
  await takePictures(packer.page, 'code-unknown')
  await packer.error.getByRole('button', { name: /TEACH/ }).click()
  await packer.line('Leather bag').click()
  await expect(packer.lastScan).toContainText('Learned: Leather bag')
  await expect(packer.line('Leather bag')).not.toBeChecked()
  await packer.scan('tag-7a')
  await expect(packer.line('Leather bag')).toBeChecked()
})

test(
  'a file teaches many, and says which rows it did not take',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, orders } = await openBench({ orders: [{ lines: [COAT, BAG] }] })
    const { page } = packer
    await packer.goTo('Items')
    await page.getByRole('button', { name: 'Change many' }).click()
    await page.getByRole('menuitem', { name: 'Teach codes from a CSV file' }).click()
    const buffer = Buffer.from(`EAN,MPN\n${EAN},BAG-1\n4.00638E+12,COAT-1\n`)
    await page.locator('input[type=file]').setInputFiles({ name: 'codes.csv', mimeType: 'text/csv', buffer })
    await expect(packer.form).toContainText('1 code learned.')
    await expect(packer.form).toContainText('Row 3: a spreadsheet has shortened the code.')
    await takePictures(page, 'codes-file')
    await packer.form.getByRole('button', { name: 'Close' }).last().click()
    await packer.goTo('Orders')
    await packer.open(nth(orders, 0).id)
    await packer.scan(EAN)
    await expect(packer.line('Leather bag')).toBeChecked()
  },
)

test(
  'a wrong item of the same title is told by what is different',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const coat = (size: string) => ({ ...COAT, size, externalId: `COAT-${size}` })
    const { packer, orders } = await openBench({ orders: [{ lines: [coat('M')] }, { lines: [coat('L')] }] })
    await packer.open(nth(orders, 0).id)
    await packer.scan('COAT-L')
    await expect(packer.error).toContainText('NOT in this order')
    const [inHand, needed] = ['In your hand', 'This order needs'].map((term) =>
      packer.error.locator('dl > div').filter({ hasText: term }),
    )
    await expect(inHand!.locator('dd').first()).toContainText('Size L')
    await expect(needed!.locator('dd').first()).toContainText('Size M')
    await expect(needed!).toContainText('Wool coat')
    await takePictures(packer.page, 'wrong-item')
  },
)
