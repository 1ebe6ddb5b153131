import { expect, nth, test } from '../support/bench'
import { FULL_TAG } from '../support/full'
import { addOperator, openSection } from '../support/operators'

/** Two tests of one worker share a browser and the process of their stations, and nothing else. */

test.describe.configure({ mode: 'serial' })

const PLAN = [{ lines: [{ title: 'Wool coat' }] }]

test(
  'a test leaves work, an operator, colors, and what a page keeps',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer, orders, marketplace } = await openBench({ orders: PLAN })
    await packer.open(nth(orders, 0).id)
    await marketplace.goOffline()
    await packer.chooseLine('Wool coat')
    await packer.pack()
    await packer.goTo('Outbox')
    await expect(packer.operations).toHaveCount(1)
    await openSection(packer, 'Operators')
    await addOperator(packer, 'Ada')
    await packer.useColors('dark')
    await packer.page.evaluate(() => {
      for (const storage of [localStorage, sessionStorage]) storage.setItem('left', 'behind')
    })
  },
)

test('the next one finds none of it', { tag: FULL_TAG }, async ({ openBench }) => {
  const { packer } = await openBench({ orders: PLAN })
  const { page } = packer
  await expect(packer.orderList.getByRole('option')).toHaveCount(1)
  expect(
    await page.evaluate(() => [
      localStorage.getItem('left'),
      sessionStorage.getItem('left'),
      document.documentElement.dataset['mantineColorScheme'],
    ]),
  ).toEqual([null, null, 'light'])
  await packer.goTo('Outbox')
  await page.getByText('All', { exact: true }).click()
  await expect(page.getByText('Wool coat')).toHaveCount(0)
  await expect(packer.operations).toHaveCount(0)
  await openSection(packer, 'Operators')
  await expect(page.getByText('Ada', { exact: true })).toHaveCount(0)
})
