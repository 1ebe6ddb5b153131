import type { Page } from 'playwright/test'
import { createControl, type ControlOrder } from '../../src/marketplace/control-client'
import { expect, nth, test, WAREHOUSE_ID, writesTo } from '../support/bench'
import type { TestMarketplace } from '../support/marketplace'
import { packerAt, type Packer } from '../support/packer'
import { pictureTags, takePictures } from '../support/pictures'
import { ELECTRON_FULL_TAG } from '../support/full'

/** Leaving an account while operations are open: refused with a message, or exported to a file. */

const section = (page: Page) => page.getByRole('region', { name: 'Open operations and leaving' })
const button = (page: Page, name: string) => section(page).getByRole('button', { name, exact: true })

async function connect({ page, goTo }: Packer, { baseUrl, accessToken }: TestMarketplace) {
  await goTo('Settings')
  await page.getByLabel('Address of the marketplace', { exact: true }).fill(baseUrl)
  await page.getByLabel('Access token', { exact: true }).fill(accessToken)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByTestId('mode')).toHaveText('Live')
}

async function askForReset(page: Page) {
  await button(page, 'Reset this station').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click()
}

/** Packs it so that the request arrives but its answer is lost, and cuts the network. */
async function packWithoutAnswer(packer: Packer, marketplace: TestMarketplace, order: ControlOrder) {
  const control = createControl(marketplace.controlUrl)
  await control.addFault({ kind: 'hang', when: 'after', method: 'POST', route: '/api/*' })
  await packer.goTo('Orders')
  await packer.open(order.id)
  await packer.chooseLine('Wool coat')
  await packer.pack()
  await expect.poll(async () => (await control.faultLog()).length).toBe(1)
  await marketplace.goOffline()
}

test(
  'open operations leave in a file, and are done once when it is imported again',
  { tag: ELECTRON_FULL_TAG },
  async ({ openMarketplace, openStation }) => {
    const marketplace = await openMarketplace({ orders: 0, items: 0 })
    const control = createControl(marketplace.controlUrl)
    const order = await control.placeOrder({ lines: [{ title: 'Wool coat' }] })
    const station = await openStation({ env: { PACKBENCH_WAREHOUSE_ID: String(WAREHOUSE_ID) } })
    const packer = await packerAt(station.page())
    const { page } = packer
    await connect(packer, marketplace)
    await packWithoutAnswer(packer, marketplace, order)

    await packer.goTo('Settings')
    await expect(section(page)).toContainText('1 operation is open')
    await askForReset(page)
    await expect(section(page).getByRole('alert')).toContainText('Some operations are not done yet')
    await button(page, 'Export and reset').click()
    const dialog = page.getByRole('dialog', { name: '1 operation is in a file' })
    const file = (await dialog.getByTestId('exported-path').textContent()) ?? ''
    await dialog.getByRole('button', { name: 'Understood' }).click()
    await expect(page.getByTestId('mode')).toHaveText('TRAINING')

    await marketplace.goOnline()
    await connect(packer, marketplace)
    await expect(packer.waiting).toHaveText('All sent')
    await packer.goTo('Settings')
    await section(page).locator('input[type=file]').setInputFiles(file)
    await expect(section(page).getByRole('status')).toContainText('1 operation was imported')
    await packer.everythingIsSent()
    const { shipments } = await control.readOrder(order.id)
    expect(shipments).toEqual([expect.objectContaining({ state: 'packed' })])
    expect(await writesTo(control)).toEqual([])
    await section(page).locator('input[type=file]').setInputFiles(file)
    await expect(section(page).getByRole('status')).toContainText(
      'There was nothing new in the file. 1 was already here',
    )
  },
)

test(
  'quit, reset and another account are refused with a message while operations are open',
  pictureTags(),
  async ({ openBench, host, pageWatch }) => {
    const { packer, marketplace, control, orders } = await openBench({
      orders: [{ lines: [{ title: 'Wool coat' }] }],
    })
    const { page } = packer
    await packer.open(nth(orders, 0).id)
    await marketplace.goOffline()
    await packer.chooseLine('Wool coat')
    await packer.pack()
    await packer.goTo('Settings')
    await button(page, 'Quit Packbench').click()
    await expect(section(page).getByRole('alert')).toContainText('Some operations are not done yet')
    await expect(button(page, 'Export and quit')).toBeVisible()
    await askForReset(page)
    await expect(button(page, 'Export and reset')).toBeVisible()
    await button(page, 'Export and reset').scrollIntoViewIfNeeded()
    await takePictures(page, 'leaving')
    await button(page, 'Export open operations').click()
    await expect(page.getByRole('dialog', { name: '1 operation is in a file' })).toContainText(
      'This is a copy',
    )
    await page.getByRole('button', { name: 'Understood' }).click()

    await marketplace.goOnline()
    await packer.sync()
    await packer.everythingIsSent()
    expect((await control.readOrder(nth(orders, 0).id)).shipments).toHaveLength(1)
    if (host !== 'browser') return
    pageWatch.allow(/ERR_(CONNECTION|EMPTY|SOCKET)|WebSocket/)
    await button(page, 'Quit Packbench').click()
    await expect(section(page).getByRole('status')).toContainText('Packbench has quit')
    await expect(page.getByText('Packbench is not running')).toBeVisible()
  },
)
