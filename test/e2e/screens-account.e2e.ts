import type { NewFault } from '../../src/marketplace/control-client'
import { expect, nth, test } from '../support/bench'
import { addOperator, badgeOf, openSection } from '../support/operators'
import { pictureTags, takePictures } from '../support/pictures'

// Many screenshots, each checked by axe.
test.slow()

/** Messages and questions about the whole account: screenshots for people to judge. */

const EVERYTHING = { method: '*', route: '/*' } as const
const TROUBLES: readonly { gate: string; title: string; fault: NewFault }[] = [
  {
    gate: 'Marketplace errors',
    title: 'The marketplace answers with errors',
    fault: { kind: 'status', status: 503, ...EVERYTHING },
  },
  {
    gate: 'Another site is answering',
    title: 'Something else answers in place of the marketplace',
    fault: { kind: 'html', ...EVERYTHING },
  },
  { gate: 'No answer', title: 'The marketplace does not answer', fault: { kind: 'hang', ...EVERYTHING } },
]

test(
  'what is wrong with the marketplace is told apart, at both sizes in both themes',
  pictureTags(),
  async ({ openBench }) => {
    const { packer, control, marketplace, orders } = await openBench({ orders: [{ lines: 1 }] })
    const { page } = packer
    for (const [index, { gate, title, fault }] of TROUBLES.entries()) {
      await control.addFault(fault)
      await packer.sync()
      await expect(packer.gate).toHaveText(gate)
      await expect(page.getByText(title)).toBeVisible()
      await takePictures(page, `gate-${index}`)
      await control.clearFaults()
    }
    // Ends the request that hangs: the station would wait for its answer as long as this test waits for the station.
    await marketplace.goOffline()
    await marketplace.goOnline()
    await packer.sync()
    await expect(packer.gate).toHaveText('Online')
    await packer.open(nth(orders, 0).id)
  },
)

test(
  'a token that nothing proves asks for a supervisor’s word, at both sizes in both themes',
  pictureTags(),
  async ({ openBench }) => {
    const bench = await openBench({ orders: [{ lines: 1 }] })
    await bench.control.setAccessToken('training-2', 'of-an-empty-account')
    const packer = await bench.restart({ PACKBENCH_ACCESS_TOKEN: 'of-an-empty-account' })
    const { page } = packer
    await expect(packer.gate).toHaveText('Account not proven')
    await expect(
      packer.alarms.filter({ hasText: 'Does this token belong to the same account?' }),
    ).toBeVisible()
    await takePictures(page, 'unproven')
    await page.getByRole('button', { name: 'Open settings' }).click()
    const settings = page.getByRole('region', { name: 'Connection' })
    await expect(settings.getByRole('button', { name: 'Same account, new token' })).toBeVisible()
    await takePictures(page, 'unproven-settings')
    await settings.getByRole('button', { name: 'Same account, new token' }).click()
    await expect(packer.gate).toHaveText('Online')
  },
)

test(
  'a pack with a wrong clock is shown the right time, at both sizes in both themes',
  pictureTags(),
  async ({ openBench }) => {
    const bench = await openBench({ orders: [{ lines: 1 }], settings: { clockOffsetMs: 3 * 3_600_000 } })
    const { marketplace, orders } = bench
    const { id } = nth(orders, 0)
    await marketplace.goOffline()
    const packer = await bench.restart()
    const { page } = packer
    await packer.open(id)
    await packer.tickAll()
    await packer.pack()
    await marketplace.goOnline()
    await packer.sync()
    await expect(page.getByRole('article').filter({ hasText: '1 operation needs you' })).toBeVisible()
    await packer.goTo('Outbox')
    await packer.operations.click()
    await expect(page.getByRole('button', { name: 'Send with these times' })).toBeVisible()
    await expect(packer.gate).toHaveText('Online')
    await takePictures(page, 'op-clock-wrong')
    await page.getByRole('button', { name: 'Send with these times' }).click()
    await packer.everythingIsSent()
  },
)

test(
  'an open station says so, and a supervisor is asked, at both sizes in both themes',
  pictureTags(),
  async ({ openBench, dataDir }) => {
    const { packer, orders } = await openBench({ orders: [{ lines: 1 }] })
    const { page } = packer
    await openSection(packer, 'Operators')
    await expect(page.getByRole('note')).toContainText('anyone at this PC may do everything')
    await takePictures(page, 'operators-open')
    await addOperator(packer, 'Pat', { pin: '1357' })
    await expect(page.getByRole('note')).toBeVisible()
    await takePictures(page, 'operators-no-supervisor')
    await addOperator(packer, 'Sam', { pin: '2468', supervisor: true })
    await expect(page.getByTestId('operator')).toHaveText('Sam')
    await packer.scan(badgeOf(dataDir, 'Pat'))
    await packer.goTo('Orders')
    await packer.open(nth(orders, 0).id)
    await packer.openDetails()
    const card = page.getByRole('region', { name: 'Refunds and cancellation' })
    await card.scrollIntoViewIfNeeded()
    await packer.openForm(card.getByRole('button', { name: 'Cancel the order …' }))
    await packer.form.getByRole('button', { name: 'Yes, cancel the order' }).click()
    const lend = page.getByRole('dialog', { name: 'A supervisor is needed' })
    await expect(lend).toBeVisible()
    await takePictures(page, 'lend')
    await packer.scan(badgeOf(dataDir, 'Pat'))
    await expect(lend.getByRole('alert')).toBeVisible()
    await takePictures(page, 'lend-refused')
    // Escape closes the innermost.
    await packer.press('Escape')
    await expect(lend).toBeHidden()
    await expect(packer.form).toContainText('Cancel order')
    await packer.press('Escape')
    await expect(packer.form).toBeHidden()
  },
)
