import path from 'node:path'
import type { Locator } from 'playwright/test'
import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { expect, test } from '../support/fixtures'
import { BROWSER_TAG, ELECTRON_FULL_TAG, FULL_TAG } from '../support/full'
import { missingPaperTool, readPicture } from '../support/paper'
import { packerAt, type Packer } from '../support/packer'

/** The training tour, done with scanner and keyboard, and its drills. */

const { acknowledge, confirm, ship } = COMMAND_CODES

/** The coach below the page. */
function coachOf({ page }: Packer) {
  const coach = page.getByRole('complementary', { name: 'Training tour' })
  return {
    coach,
    at: (title: string) => expect(coach.getByRole('heading')).toHaveText(title),
    press: (name: string) => coach.getByRole('button', { name, exact: true }).click(),
    /** The code that the screen offers to the scanner, once it names the right step. */
    async offered(words: RegExp | string) {
      await expect(coach.getByRole('figure')).toContainText(words)
      return (await coach.getByRole('figure').getAttribute('data-code')) ?? ''
    },
  }
}

async function beginTour(packer: Packer) {
  await expect(packer.page.getByText(/^Data from/)).toBeVisible()
  await packer.openStation()
  await packer.page.getByRole('contentinfo').getByRole('button', { name: 'Three-minute tour' }).click()
  return coachOf(packer)
}

/** Scans what the coach shows until the open order is completely scanned. @returns how many it took */
async function scanItems(packer: Packer, tour: ReturnType<typeof coachOf>) {
  let scans = 0
  for (
    ;
    !/^.*\b(\d+) of \1 chosen/.test((await packer.page.getByTestId('chosen').textContent()) ?? '');
    scans += 1
  )
    await packer.scan(await tour.offered(/^.*Item /))
  return scans
}

/** Who has read nothing packs the first parcel within a minute, at ten seconds for each step. */
const MOST_STEPS = 6

/** The words are beside or above the target, and cover neither it nor the coach's code. */
async function pointsAt({ page }: Packer, target: Locator) {
  const words = page.getByText('Press here', { exact: true })
  await expect(words).toBeVisible()
  const [at, on] = [await words.boundingBox(), await target.boundingBox()]
  if (at === null || on === null) throw new Error('the pointer or its target has no box')
  const beside = at.x > on.x + on.width && at.x < on.x + on.width + 40
  const above = at.y + at.height < on.y && at.y + at.height > on.y - 40
  expect(beside || above, 'the pointer is at its target').toBe(true)
}

// It prints a slip from the browser's window.
test('the whole tour can be done by scanner and keyboard', { tag: BROWSER_TAG }, async ({ openStation }) => {
  const packer = await packerAt((await openStation()).page())
  const tour = await beginTour(packer)

  await tour.at('Open an order')
  await packer.scan(await tour.offered('Order '))
  await tour.at('Scan every item')
  // Besides them the order's number, the label, and the key that packs.
  expect(3 + (await scanItems(packer, tour))).toBeLessThanOrEqual(MOST_STEPS)
  await tour.at('Scan the tracking label')
  await packer.scan(await tour.offered('Tracking label '))
  await tour.at('Pack the order')
  await packer.press('F9')
  await tour.at('Print the packing slip')
  const slip = packer.page.waitForResponse(/\/print\/[\w-]+$/)
  await packer.scan(await tour.offered('REPRINT'))
  expect((await slip).status()).toBe(200)
  await tour.at('Ship the parcel')
  await packer.scan(ship)
  await expect(packer.form).toBeVisible()
  await tour.offered('CONFIRM')
  await packer.scan(confirm)
  await tour.at('Look at the outbox')
  await pointsAt(packer, packer.page.getByRole('button', { name: /^Outbox/ }))
  await packer.goTo('Outbox')

  await tour.at('Drill: wrong item')
  await packer.scan(await tour.offered('Order '))
  await packer.scan(await tour.offered('Item of another order'))
  await expect(packer.error).toContainText('NOT in this order')
  await packer.press('F2')
  await expect(packer.error).toBeHidden()

  await tour.at('Drill: the network is gone')
  await pointsAt(packer, tour.coach.getByRole('button', { name: 'Disconnect the network' }))
  await packer.tabTo(tour.coach.getByRole('button', { name: 'Disconnect the network' }))
  await packer.press('Enter')
  await expect(packer.gate).toHaveText('Offline')
  await expect(packer.page.getByText('No connection to the marketplace')).toBeVisible()
  await tour.at('Pack without a network')
  await scanItems(packer, tour)
  await packer.scan(confirm)
  await tour.at('The network is back')
  await expect(packer.waiting).toHaveText('1 operation waiting')
  await tour.press('Reconnect the network')
  await packer.everythingIsSent()

  await tour.at('Drill: the order was canceled')
  await packer.scan(await tour.offered('Order '))
  await packer.scan(await tour.offered('Item '))
  await tour.press('Have it canceled')
  await expect(packer.alarm).toContainText('was canceled')
  await tour.at('Answer the alarm')
  await packer.scan(acknowledge)
  await expect(packer.alarm).toBeHidden()
  await tour.at('You have done the whole tour.')
  await tour.press('Close')
  await expect(tour.coach).toBeHidden()
})

test(
  'the window scans for a packer without a scanner, and the tour survives a reload',
  { tag: FULL_TAG },
  async ({ openStation }) => {
    const packer = await packerAt((await openStation()).page())
    const tour = await beginTour(packer)
    await tour.at('Open an order')
    await tour.press('Scan it for me')
    await tour.at('Scan every item')
    await packer.reload()
    await tour.at('Scan every item')
    // The order is open, as it was.
    await tour.offered('Item ')
    await tour.press('Scan it for me')
    await expect(packer.page.getByTestId('chosen')).toBeVisible()
    await tour.press('Start again')
    await tour.press('Stop')
    await expect(tour.coach).toBeHidden()
    // The help has it, too.
    await packer.press('F1')
    await packer.form.getByRole('button', { name: 'Three-minute tour' }).click()
    await expect(packer.form).toBeHidden()
    await expect(tour.coach).toBeVisible()
  },
)

test(
  'a scanner reads the codes from the screen, in both themes',
  { tag: FULL_TAG },
  async ({ openStation, temporaryFolder }) => {
    const missing = missingPaperTool()
    test.skip(missing !== null, `${missing} is not on this machine`)
    const packer = await packerAt((await openStation()).page())
    const { page } = packer
    const tour = await beginTour(packer)
    const read = async (name: string) => {
      const file = path.join(temporaryFolder, `${name}.png`)
      await expect(tour.coach.getByRole('figure').locator('img')).toBeVisible()
      await page.screenshot({ path: file })
      return readPicture(file)
    }
    const order = await tour.offered('Order ')
    expect(await read('order')).toEqual([order])
    await packer.useColors('dark')
    await packer.scan(order)
    const item = await tour.offered('Item ')
    expect(await read('item')).toEqual([item])
    await packer.tickAll()
    const label = await tour.offered('Tracking label')
    expect(await read('label')).toEqual([label])
  },
)

test(
  'tour and drills are not offered with real orders',
  { tag: ELECTRON_FULL_TAG },
  async ({ openStation, openMarketplace }) => {
    const { env } = await openMarketplace()
    const packer = await packerAt((await openStation({ env })).page())
    await expect(packer.page.getByText(/^Data from/)).toBeVisible()
    const begin = packer.page.getByRole('button', { name: 'Three-minute tour' })
    await expect(begin).toBeHidden()
    await packer.press('F1')
    await expect(packer.form).toBeVisible()
    await expect(begin).toBeHidden()
  },
)
