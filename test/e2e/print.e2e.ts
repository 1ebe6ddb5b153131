import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { expect, nth, test } from '../support/bench'
import { LOGO_PNG } from '../support/logo'
import { ELECTRON_FULL_TAG, FULL_TAG } from '../support/full'
import type { Packer } from '../support/packer'
import { missingPaperTool, printToPdf, readBarcodes, showPaper } from '../support/paper'
import { pictureTags, takePictures } from '../support/pictures'
import { saveText } from '../support/settings'

/** Printing at the bench, down to the paper. */

const COAT = { title: 'Wool coat <navy>' }

/** The document that `act` makes the browser print. */
async function printed({ page }: Packer, act: () => Promise<unknown>) {
  const answer = page.waitForResponse(/\/print\/[\w-]+$/)
  await act()
  const response = await answer
  expect(response.status()).toBe(200)
  return {
    html: await response.text(),
    policy: response.headers()['content-security-policy'] ?? '',
  }
}

test('the slip is printed from the shipment’s card and its barcodes open the order', async ({
  openBench,
  context,
  temporaryFolder,
}) => {
  const { packer, orders } = await openBench({ orders: [{ lines: [COAT] }] })
  const { id } = nth(orders, 0)
  await packer.open(id)
  await packer.chooseLine('Wool coat <navy>')
  await packer.pack()
  const slip = await printed(packer, () =>
    packer.shipment(1).getByRole('button', { name: 'Print packing slip of shipment 1' }).click(),
  )
  await expect(packer.shipment(1).getByRole('status')).toHaveText('Given to the browser to print.')
  expect(slip.html).toContain('Wool coat &lt;navy&gt;')

  const missing = missingPaperTool()
  test.skip(missing !== null, `${missing} is not on this machine`)
  const paper = await context.newPage()
  await showPaper(paper, slip)
  const codes = readBarcodes(await printToPdf(paper, temporaryFolder, 'slip')).flat()
  expect(codes).toHaveLength(2)
  expect(codes).toContain(String(id))
  await packer.leaveOrder()
  for (const code of codes) {
    await packer.scan(code)
    await expect(packer.order(id)).toBeVisible()
    await packer.leaveOrder()
  }
})

test('the slip prints automatically if the station is set so', { tag: FULL_TAG }, async ({ openBench }) => {
  const { packer, orders } = await openBench({ orders: [{ lines: [COAT] }] })
  await packer.goTo('Settings')
  await packer.page.getByRole('tab', { name: 'Printing' }).click()
  await packer.page.getByRole('switch', { name: /Print the packing slip as soon as/ }).click()
  await expect(packer.page.getByRole('switch', { name: /as soon as/ })).toBeChecked()
  await packer.page.getByRole('combobox', { name: 'Paper' }).selectOption('US Letter')
  await expect(packer.page.getByRole('combobox', { name: 'Paper' })).toHaveValue('letter')
  await packer.goTo('Orders')
  await packer.open(nth(orders, 0).id)
  await packer.chooseLine('Wool coat <navy>')
  const slip = await printed(packer, () => packer.pack())
  expect(slip.html).toContain('size: letter')
  await expect(packer.shipment(1).getByRole('status')).toHaveText('Given to the browser to print.')
})

test('the command sheet is printed from the settings', { tag: ELECTRON_FULL_TAG }, async ({ openBench }) => {
  const { packer } = await openBench({ orders: [] })
  await packer.goTo('Settings')
  await packer.page.getByRole('tab', { name: 'Printing' }).click()
  const sheet = await printed(packer, () =>
    packer.page.getByRole('button', { name: 'Print the command sheet' }).click(),
  )
  expect(sheet.html).toContain('PBXSTOP')
})

test(
  'the sender and its logo are entered in the settings and refused files change nothing',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer } = await openBench({ orders: [] })
    const { page } = packer
    await packer.goTo('Settings')
    await page.getByRole('tab', { name: 'Printing' }).click()
    const card = page.getByRole('region', { name: 'Packing slip' })
    await saveText(card.getByLabel('Sender', { exact: true }), 'Atelier Nord')
    await saveText(card.getByLabel('Thank-you line'), 'Thank you.')
    const choose = card.locator('input[type=file]')
    await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO_PNG })
    const logo = card.getByRole('img', { name: 'The logo on the packing slip' })
    await expect(logo).toBeVisible()
    await choose.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await expect(card.getByRole('alert')).toContainText('cannot be the logo')
    await expect(logo).toBeVisible()
    await takePictures(page, 'printing-sender')
    const poster = await printed(packer, () =>
      page.getByRole('button', { name: 'Print the command poster' }).click(),
    )
    expect(poster.html).toContain('A4 landscape')
  },
)

test('a browser that does not print is reported', { tag: ELECTRON_FULL_TAG }, async ({ openBench }) => {
  const { packer, orders } = await openBench({ orders: [{ lines: [COAT] }] })
  await packer.open(nth(orders, 0).id)
  await packer.chooseLine('Wool coat <navy>')
  await packer.pack()
  await packer.page.route(/\/print\/[\w-]+$/, (route) => route.abort())
  await packer.shipment(1).getByRole('button', { name: 'Print packing slip of shipment 1' }).click()
  await expect(packer.shipment(1).getByRole('alert')).toContainText('did not open its print dialog')
})

test(
  'REPRINT prints the slip of the open order’s parcel again, by scanner alone',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer, orders } = await openBench({ orders: [{ lines: [COAT] }] })
    await packer.open(nth(orders, 0).id)
    await packer.chooseLine('Wool coat <navy>')
    await packer.pack()
    const slip = await printed(packer, () => packer.scan(COMMAND_CODES.reprint))
    expect(slip.html).toContain('Wool coat &lt;navy&gt;')
    // By now the answer may have faded.
    await expect(packer.lastScan).toHaveAttribute('data-last-kind', 'reprinting')
  },
)

test('printing looks right at both sizes in both themes', pictureTags(), async ({ openBench }) => {
  const { packer, orders } = await openBench({ orders: [{ lines: [COAT] }] })
  const { page } = packer
  await packer.goTo('Settings')
  await page.getByRole('tab', { name: 'Printing' }).click()
  await expect(page.getByText('The browser prints')).toBeVisible()
  await takePictures(page, 'printing')
  await packer.goTo('Orders')
  await packer.open(nth(orders, 0).id)
  await packer.chooseLine('Wool coat <navy>')
  await packer.pack()
  await printed(packer, () =>
    packer
      .shipment(1)
      .getByRole('button', { name: /^Print/ })
      .click(),
  )
  await expect(packer.shipment(1).getByRole('status')).toBeVisible()
  await takePictures(page, 'printed-slip')
})
