import type { Page } from 'playwright/test'
import { createControl } from '../../src/marketplace/control-client'
import { expect, test, WAREHOUSE_ID } from '../support/bench'
import { packerAt } from '../support/packer'
import { BROWSER_TAG, ELECTRON_FULL_TAG } from '../support/full'
import { PICTURES_TAG, takePictures } from '../support/pictures'
import { openStationMenu } from '../support/station-menu'

/** Two brands at one bench. */

test.slow()

const [A, B] = ['token-a', 'token-b']

test(
  'a supervisor names two accounts and switches between them; what waits in the other goes on being sent',
  { tag: [PICTURES_TAG, ELECTRON_FULL_TAG] },
  async ({ openMarketplace, openStation }) => {
    const marketplace = await openMarketplace({
      orders: 0,
      items: 0,
      accounts: [
        { name: 'a', accessToken: A },
        { name: 'b', accessToken: B },
      ],
    })
    const control = createControl(marketplace.controlUrl)
    const ofA = await control.placeOrder({ account: 'a', lines: [{ title: 'Wool coat' }] })
    const ofB = await control.placeOrder({ account: 'b', lines: [{ title: 'Silk scarf' }] })
    // So that the queue is not empty in the picture.
    await control.placeOrder({ account: 'b', lines: [{ title: 'Felt hat' }] })
    const station = await openStation({ env: { PACKBENCH_WAREHOUSE_ID: String(WAREHOUSE_ID) } })
    const packer = await packerAt(station.page())
    const { page } = packer
    await connect(page, marketplace.baseUrl, A, 'Wool coat')
    await expect(page.getByTestId('mode')).toHaveText('Live')
    await connect(page, marketplace.baseUrl, B, 'Silk scarf')
    const account = page.getByTestId('account')
    await expect(account).toBeVisible()

    await page.getByRole('tab', { name: 'Accounts' }).click()
    await rename(page, 0, 'Brand A', 'Pink')
    await rename(page, 1, 'Brand B', 'Teal')
    await expect(account).toHaveText('Brand B')
    await expect(page).toHaveTitle('Brand B – Packbench')
    await takePictures(page, 'accounts-settings')

    await packer.goTo('Orders')
    await packer.open(ofB.id)
    await marketplace.goOffline()
    await switchTo(page, 'Brand A')
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('An order is open on the bench')
    await page.getByRole('button', { name: 'Close' }).click()
    await packer.chooseLine('Silk scarf')
    await packer.pack()
    await packer.leaveOrder()
    await openSwitch(page)
    await expect(page.getByRole('dialog').getByRole('note')).toContainText(
      '1 operation of Brand B still waits',
    )
    await takePictures(page, 'accounts-switch')
    await page.getByRole('button', { name: 'Switch to Brand A' }).click()
    await expect(account).toHaveText('Brand A')
    await expect(page.getByText('Wool coat')).toBeVisible()
    await expect(page.getByText('Silk scarf')).toHaveCount(0)
    await expect(packer.waiting).toHaveText('All sent')
    await takePictures(page, 'accounts-queue')
    await openSwitch(page)
    await expect(row(page, 'Brand B')).toContainText('1 operation waits in the background')
    await page.getByRole('button', { name: 'Close' }).click()

    await marketplace.goOnline()
    await packer.sync()
    await expect
      .poll(async () => (await control.readOrder(ofB.id)).shipments.length, { timeout: 30_000 })
      .toBe(1)
    await switchTo(page, 'Brand B')
    await expect(account).toHaveText('Brand B')
    await expect(packer.waiting).toHaveText('All sent')
    await expect(page.getByText('Wool coat')).toHaveCount(0)
    expect((await control.readOrder(ofA.id)).shipments).toEqual([])
  },
)

// It refuses a request that only the browser host has.
test(
  'what is typed and not saved is asked about before the account changes',
  { tag: BROWSER_TAG },
  async ({ openMarketplace, openStation }) => {
    const accounts = [
      { name: 'a', accessToken: A },
      { name: 'b', accessToken: B },
    ]
    const marketplace = await openMarketplace({ orders: 0, items: 0, accounts })
    const control = createControl(marketplace.controlUrl)
    await control.placeOrder({ account: 'a', lines: [{ title: 'Wool coat' }] })
    await control.placeOrder({ account: 'b', lines: [{ title: 'Silk scarf' }] })
    const station = await openStation({})
    const packer = await packerAt(station.page())
    const { page } = packer
    await connect(page, marketplace.baseUrl, A, 'Wool coat')
    await connect(page, marketplace.baseUrl, B, 'Silk scarf')
    await page.route('**/bridge/settings:save', (route) =>
      route.fulfill({ json: { ok: false, error: { code: 'disk_full', message: '' } } }),
    )
    await page.getByLabel('Usual carrier').fill('DHL')
    await page.getByLabel('Usual carrier').blur()
    await expect(page.getByLabel('Usual carrier')).toHaveAccessibleDescription(/disk/)
    await page.unrouteAll({ behavior: 'wait' })
    const before = await page.getByTestId('account').textContent()
    await openSwitch(page)
    await page.getByRole('button', { name: /^Switch to 127/ }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'not saved' })).toBeVisible()
    await expect(page.getByTestId('account')).toHaveText(before ?? '')
    await page.getByRole('button', { name: 'Switch without saving' }).click()
    await expect(page.getByTestId('account')).not.toHaveText(before ?? '')
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await expect(page.getByLabel('Usual carrier')).not.toHaveValue('DHL')
  },
)

/** @param title of an item of the account, which is read before anything else is done */
async function connect(page: Page, baseUrl: string, token: string, title: string) {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const form = page.getByRole('region', { name: 'Connection' })
  await form.getByLabel('Address of the marketplace', { exact: true }).fill(baseUrl)
  await form.getByLabel('Access token', { exact: true }).fill(token)
  await form.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText(title)).toBeVisible()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
}

const row = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('listitem').filter({ hasText: name })

async function rename(page: Page, index: number, name: string, color: string) {
  await page
    .getByRole('button', { name: /^Edit / })
    .nth(index)
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel(color).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
}

async function openSwitch(page: Page) {
  await openStationMenu(page)
  await page.getByRole('button', { name: 'Switch account' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
}

async function switchTo(page: Page, name: string) {
  await openSwitch(page)
  await page.getByRole('button', { name: `Switch to ${name}` }).click()
}
