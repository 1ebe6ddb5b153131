import { createControl } from '../../src/marketplace/control-client'
import { expect, nth, test, WAREHOUSE_ID, writesTo } from '../support/bench'
import { packerAt } from '../support/packer'
import { ELECTRON_FULL_TAG } from '../support/full'

/** The marketplace refuses the access token. */

const ACCOUNT = 'training-1'

test(
  'a revoked token pauses the station, and a new one in Settings sends the waiting operations',
  { tag: ELECTRON_FULL_TAG },
  async ({ openMarketplace, openStation }) => {
    const marketplace = await openMarketplace({ orders: 0, items: 0 })
    const control = createControl(marketplace.controlUrl)
    const order = await control.placeOrder({ lines: [{ title: 'Wool coat' }] })
    const station = await openStation({ env: { PACKBENCH_WAREHOUSE_ID: String(WAREHOUSE_ID) } })
    let packer = await packerAt(station.page())
    const settings = () => packer.page.getByRole('region', { name: 'Connection' })
    const token = () => settings().getByLabel('Access token', { exact: true })
    const connect = () => settings().getByRole('button', { name: 'Connect', exact: true }).click()

    await packer.goTo('Settings')
    await settings().getByLabel('Address of the marketplace', { exact: true }).fill(marketplace.baseUrl)
    await token().fill('not-the-token')
    await connect()
    await expect(token()).toHaveAccessibleDescription(/The marketplace refused the access token/)
    await expect(packer.page.getByTestId('mode')).toHaveText('TRAINING')
    await token().fill(marketplace.accessToken)
    await connect()
    await expect(packer.page.getByTestId('mode')).toHaveText('Live')

    await packer.goTo('Orders')
    await packer.open(order.id)
    await control.setAccessToken(ACCOUNT, null)
    await packer.chooseLine('Wool coat')
    await packer.pack()
    const banner = packer.alarms.filter({ hasText: 'The marketplace refused the access token' })
    await expect(banner).toContainText('Nothing is lost (1 operation waiting')
    await expect(packer.gate).toHaveText('Token refused')
    await packer.ship(1)
    await expect(banner).toContainText('Nothing is lost (2 operations waiting')

    await station.restart()
    packer = await packerAt(station.page())
    await expect(packer.waiting).toHaveText('2 operations waiting')
    await expect(packer.gate).toHaveText('Token refused')

    await control.setAccessToken(ACCOUNT, 'a-new-token')
    await packer.page.getByRole('button', { name: 'Open settings' }).click()
    await token().fill('a-new-token')
    await connect()
    await packer.everythingIsSent()
    await expect(packer.page.getByRole('button', { name: 'Open settings' })).toBeHidden()
    expect((await control.readOrder(order.id)).shipments).toEqual([
      expect.objectContaining({ state: 'shipped', warehouse_id: WAREHOUSE_ID }),
    ])
    const applied = (await control.requestLog()).filter(({ appliedAt }) => appliedAt !== null)
    expect(applied.map(({ method }) => method)).toEqual(['POST', 'POST'])
  },
)

test('a token set by IT is used at the next start, and waiting operations go out', async ({ openBench }) => {
  const bench = await openBench({ orders: [{ lines: [{ title: 'Wool coat' }] }] })
  const { control, orders } = bench
  const { id } = nth(orders, 0)
  await bench.packer.open(id)
  // Its title is read with the token that is about to be revoked.
  await expect(bench.packer.line('Wool coat')).toBeVisible()
  await control.setAccessToken(ACCOUNT, null)
  await bench.packer.chooseLine('Wool coat')
  await bench.packer.pack()
  await expect(bench.packer.gate).toHaveText('Token refused')
  expect(await writesTo(control)).toEqual([])

  await control.setAccessToken(ACCOUNT, 'from-it')
  const packer = await bench.restart({ PACKBENCH_ACCESS_TOKEN: 'from-it' })
  await packer.everythingIsSent()
  expect((await control.readOrder(id)).shipments).toEqual([expect.objectContaining({ state: 'packed' })])
})
