import { expect, nth, test } from '../support/bench'
import { BROWSER_TAG, FULL_TAG } from '../support/full'

/** A question that has no answer yet: the window says so after a second, and for whom it waits. */

const PLAN = [{ lines: [{ title: 'Wool coat' }] }]

test(
  'a station that hangs is waited for, visibly, and the pressed step is there once',
  { tag: [BROWSER_TAG, FULL_TAG] },
  async ({ openBench }) => {
    const { control, orders, packer } = await openBench({ orders: PLAN })
    const { page, gate, waiting } = packer
    const order = nth(orders, 0)
    const note = page.getByTestId('wait-note')
    await packer.open(order.id)
    await packer.chooseLine('Wool coat')
    await packer.everythingIsSent()
    await expect(note).toBeEmpty()

    let goOn = (): void => undefined
    const hangs = new Promise<void>((resolve) => (goOn = resolve))
    await page.route('**/bridge/*', async (route) => {
      await hangs
      await route.continue()
    })
    const pack = page.getByRole('button', { name: /^Pack 1 item$/ })
    await pack.click()
    await expect(note).toHaveText('Waiting for the station …')
    await expect(note).toHaveRole('status')
    await expect(pack).toHaveAttribute('aria-busy', 'true')
    await expect(gate).toHaveText('Waiting for the station')
    await expect(waiting).toHaveCount(0)
    await packer.goTo('Outbox')
    await expect(page.getByText(/^All sent/)).toHaveCount(0)
    goOn()
    await expect(note).toBeEmpty()
    await page.unrouteAll({ behavior: 'wait' })
    await packer.everythingIsSent()
    expect((await control.readOrder(order.id)).shipments).toMatchObject([{ state: 'packed' }])
  },
)

test('a marketplace that answers late is waited for by name, and the station is not blamed', async ({
  openBench,
}) => {
  const { control, packer } = await openBench({ orders: PLAN })
  const { page, gate } = packer
  const note = page.getByTestId('wait-note')
  await packer.goTo('Items')
  await packer.everythingIsSent()
  await control.addFault({ kind: 'delay', ms: 4_000, method: 'GET', route: '/api/v1.0/items' })
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await refresh.click()
  await expect(note).toHaveText('Waiting for the marketplace to answer …')
  await expect(gate).toHaveText('Waiting for the marketplace to answer')
  await expect(refresh).toHaveAttribute('aria-busy', 'true')
  await control.clearFaults()
  await expect(note).toBeEmpty()
  await expect(refresh).not.toHaveAttribute('aria-busy')
  await expect(gate).toHaveText('Online')
})
