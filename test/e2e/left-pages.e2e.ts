import type { Page } from 'playwright/test'
import { askStation } from '../support/ask-station'
import { expect, nth, test } from '../support/bench'
import { BROWSER_TAG, FULL_TAG } from '../support/full'
import { addOperator, badgeOf, openSection } from '../support/operators'

/** Answers that come after their page was left: they are of what was asked for, and of nothing else. */

const TAGS = { tag: [BROWSER_TAG, FULL_TAG] }
const CREATE = '/api/v1.0/orders/:id/shipments'
const refusal = (code: string) => ({ json: { ok: false, error: { code, message: '' } } })

/** Lets the first call wait until the test refuses it; others go through. */
async function holdFirst(page: Page, call: string) {
  let refuse = (_code: string): void => undefined
  const code = new Promise<string>((resolve) => (refuse = resolve))
  let calls = 0
  await page.route(`**/bridge/${call}`, async (route) => {
    calls += 1
    if (calls === 1) await route.fulfill(refusal(await code))
    else await route.continue()
  })
  return { refuse, calls: () => calls }
}

test(
  'an item can be delisted while another one waits, and each says how it went',
  TAGS,
  async ({ openBench }) => {
    const { packer, marketplace } = await openBench({ orders: [], items: 6 })
    const { page } = packer
    const button = page.getByRole('button', { name: 'Delist item' })
    const refused = page.getByRole('alert').filter({ hasText: 'Only a listed item' })
    const rows = page.getByRole('rowgroup', { name: 'List of items' }).getByRole('row')
    const listed = rows.filter({ has: page.getByText('Listed', { exact: true }) })
    const open = (item: string) => rows.filter({ hasText: item }).click()
    const delist = async () => {
      await button.click()
      await page.getByRole('button', { name: 'Yes, delist it' }).click()
    }
    const { refuse, calls } = await holdFirst(page, 'items:delist')
    await packer.goTo('Items')
    await expect(listed.nth(1)).toBeVisible()
    // So that no answer moves the rows.
    await marketplace.goOffline()
    const [first = '', second = ''] = (await listed.allInnerTexts()).map(
      (text) => /Item (\S+)/.exec(text)?.[1] ?? '',
    )
    await open(first)
    await delist()
    await expect(button).toHaveAttribute('data-loading')
    await packer.press('Escape')
    await open(second)
    await expect(button).not.toHaveAttribute('data-loading')
    await delist()
    await expect(button).toBeDisabled()
    expect(calls()).toBe(2)
    refuse('item_not_listed')
    await expect(button).not.toHaveAttribute('data-loading')
    await expect(refused).toHaveCount(0)
    await packer.press('Escape')
    await open(first)
    await expect(refused).toBeVisible()
    await expect(button).toBeEnabled()
  },
)

test(
  'an operation can be discarded while another one waits, and an error outlasts the lock',
  TAGS,
  async ({ openBench, dataDir }) => {
    const { packer, orders, control } = await openBench({ orders: [{ lines: 1 }, { lines: 1 }] })
    const { page } = packer
    await openSection(packer, 'Operators')
    await addOperator(packer, 'Ada', { pin: '2468' })
    await packer.scan(badgeOf(dataDir, 'Ada'))
    await packer.goTo('Orders')
    await control.addFault({ kind: 'status', status: 422, method: 'POST', route: CREATE, count: 2 })
    const [first, second] = [0, 1].map((at) => String(nth(orders, at).id))
    for (const order of orders) {
      await packer.open(order.id)
      await packer.tickAll()
      await packer.pack()
      await packer.putAlarmAside('does not take this parcel')
      await packer.leaveOrder()
    }
    const discard = page.getByRole('button', { name: 'Discard', exact: true })
    const unsafe = page.getByRole('alert').filter({ hasText: 'That is not safe now' })
    const { refuse } = await holdFirst(page, 'outbox:answer')
    await packer.lookAt(first ?? '')
    await packer.discard('wrong order')
    await expect(discard).toHaveAttribute('data-loading')
    await packer.press('Escape')
    await packer.lookAt(second ?? '')
    await expect(discard).not.toHaveAttribute('data-loading')
    refuse('answer_not_safe')
    await packer.lookAt(first ?? '')
    await expect(discard).not.toHaveAttribute('data-loading')
    await page.unrouteAll({ behavior: 'wait' })

    await page.route('**/bridge/outbox:answer', (route) => route.fulfill(refusal('answer_not_safe')))
    await packer.discard('wrong order')
    await expect(unsafe).toBeVisible()
    await page.getByTestId('operator').click()
    await page.getByRole('menuitem', { name: 'Lock the station' }).click()
    await expect(page.getByRole('heading', { name: /^Locked/ })).toBeVisible()
    await packer.scan(badgeOf(dataDir, 'Ada'))
    await expect(unsafe).toBeVisible()
    await packer.lookAt(second ?? '')
    await expect(unsafe).toHaveCount(0)

    // It is shown as it was, and why it may be different.
    await page.route('**/bridge/outbox:read', (route) => route.fulfill(refusal('disk_full')))
    await packer.lookAt(second ?? '')
    await expect(page.getByRole('alert').filter({ hasText: 'disk' })).toBeVisible()
  },
)

test(
  'a draft that was changed meanwhile opens as it is, and a file’s outcome is not lost',
  TAGS,
  async ({ openBench }) => {
    const { packer } = await openBench({ orders: [], items: 6 })
    const { page } = packer
    const { refuse } = await holdFirst(page, 'bulk:from-file')
    await packer.goTo('Items')
    await page.getByRole('button', { name: 'Change many' }).click()
    await page.getByRole('menuitem', { name: /^Change prices of these/ }).click()
    const percent = page.getByLabel('Percent', { exact: true })
    await percent.fill('10')
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByRole('button', { name: /^Change \d prices$/ })).toBeEnabled()
    await page.getByRole('button', { name: 'Back to bulk changes' }).click()
    const job = page
      .getByRole('rowgroup', { name: 'List of bulk changes' })
      .getByRole('row')
      .getByRole('button')
    await expect(job).toBeEnabled()
    const drafts = (await askStation(page, 'bulk:list')) as {
      value: { jobId: number; spec: { price: object } }[]
    }
    const { jobId, spec } = nth(drafts.value, 0)
    await askStation(page, 'bulk:set-up', {
      jobId,
      price: { ...spec.price, change: { by: 'percent', hundredths: -2_500 } },
    })
    await job.click()
    await expect(percent).toHaveValue('25')

    await page.getByRole('button', { name: 'Back to bulk changes' }).click()
    await page.getByRole('button', { name: 'From a CSV file' }).click()
    const kind = page.getByLabel('What to do')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('Price\n1') })
    await expect(kind).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await expect(job).toBeDisabled()
    refuse('file_unreadable')
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(kind).toBeEnabled()
  },
)
