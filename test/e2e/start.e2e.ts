import type { Page } from 'playwright/test'
import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { expect, test } from '../support/fixtures'
import { BROWSER_TAG, ELECTRON_FULL_TAG, FULL_TAG } from '../support/full'
import { press } from '../support/keyboard'
import { pictureTags, takePictures } from '../support/pictures'
import { plugInScanner } from '../support/scanner'
import { runStation } from '../support/station'

/** The orders on the screen, oldest first, each beginning with its number; without those still being fetched. */
const orders = (page: Page) =>
  page.getByRole('listbox', { name: 'List of orders' }).getByRole('option').filter({ hasText: /^\d+/ })

test.describe('the first start, without configuration', () => {
  const welcome = (page: Page) => page.getByRole('heading', { name: 'Welcome to Packbench' })

  test('leads by scanner into the tour, with sample orders', pictureTags(true), async ({ openStation }) => {
    const station = await openStation({ untouched: true })
    const page = station.page()
    await expect(page).toHaveTitle('Packbench')
    await expect(welcome(page)).toBeVisible()
    await expect(page.getByRole('figure').locator('img')).toBeVisible()
    await takePictures(page, 'welcome')
    const scanner = await plugInScanner(page)
    await scanner.type('NOT-A-CHOICE')
    await expect(welcome(page)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name of this station' })).toHaveValue(/^Bench \d+$/)
    await page.getByRole('textbox', { name: 'Who works here' }).fill('Ana')
    await scanner.type(COMMAND_CODES.confirm)
    await expect(page.getByTestId('mode')).toHaveText('TRAINING')
    await expect(page.getByTestId('operator')).toHaveText('Ana')
    await expect(orders(page).first()).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Training tour' })).toContainText('Step 1')
  })

  test('leads by keyboard to the connection, and asks only once', async ({ openStation }) => {
    const station = await openStation({ untouched: true })
    const page = station.page()
    await expect(page.getByRole('button', { name: 'Start the tour' })).toBeFocused()
    await station.restart()
    const again = station.page()
    await expect(again.getByRole('button', { name: 'Start the tour' }), 'not answered yet').toBeFocused()
    await press(again, 'Tab', 'Enter')
    await expect(again.getByRole('textbox', { name: 'Address of the marketplace' })).toBeVisible()
    await expect(again.getByRole('button', { name: 'Three-minute tour' })).toBeVisible()
    await station.restart()
    await expect(orders(station.page()).first()).toBeVisible()
    await expect(welcome(station.page())).toBeHidden()
  })
})

test(
  'a station works against the marketplace it is given',
  { tag: ELECTRON_FULL_TAG },
  async ({ openStation, openMarketplace }) => {
    const marketplace = await openMarketplace({ seed: 7 })
    const station = await openStation({ env: marketplace.env })
    await expect(station.page().getByTestId('mode')).not.toHaveText('TRAINING')
    await expect(orders(station.page()).first()).toBeVisible()
  },
)

test('the orders are shown again after a restart', { tag: ELECTRON_FULL_TAG }, async ({ openStation }) => {
  const station = await openStation()
  // The oldest is known only once all of them have been read.
  await expect(station.page().getByText(/^Data from/)).toBeVisible()
  const shown = await orders(station.page()).first().innerText()
  const oldest = /^\d+/.exec(shown)?.[0] ?? 'no number'
  await station.restart()
  await expect(orders(station.page()).first()).toContainText(oldest)
})

// A script can be put before the page only where it stays the same.
test(
  'the list is drawn first, and stays in place when the page around it appears',
  { tag: BROWSER_TAG },
  async ({ openStation }) => {
    const station = await openStation()
    await expect(station.page().getByText(/^Data from/)).toBeVisible()
    await station
      .page()
      .context()
      .addInitScript(() => {
        const asked = new Set<string>()
        // The first of any of these makes the browser load the tables of all languages.
        for (const name of ['DateTimeFormat', 'ListFormat', 'NumberFormat', 'RelativeTimeFormat'] as const) {
          const note = () => asked.add(name)
          Reflect.set(
            Intl,
            name,
            new Proxy<object>(Intl[name], {
              apply: (target, self, given) => (note(), Reflect.apply(target as () => unknown, self, given)),
              construct: (target, given) => (note(), Reflect.construct(target as () => unknown, given)),
            }),
          )
        }
        new MutationObserver((_changes, observer) => {
          if (document.querySelector('[role=option]') === null) return
          observer.disconnect()
          const around = document.querySelector('nav, footer, input[type=search]') !== null
          document.documentElement.dataset['drawn'] = around ? 'at once' : 'list first'
          document.documentElement.dataset['tables'] = [...asked].join()
        }).observe(document, { childList: true, subtree: true })
      })
    await station.restart()
    const page = station.page()
    await expect(page.locator('html')).toHaveAttribute('data-drawn', 'list first')
    await expect(page.locator('html')).toHaveAttribute('data-tables', '')
    await expect(page.getByRole('searchbox')).toBeVisible()
    await expect(page.getByText(/^Data from/)).toBeVisible()
    const shifts = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          const observer = new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += 'value' in entry ? Number(entry.value) : 0
          })
          observer.observe({ type: 'layout-shift', buffered: true })
          // Buffered entries are delivered before the next frame but one.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
        }),
    )
    // Without the space reserved for the filters it was 0.056.
    expect(shifts).toBeLessThan(0.02)
    // The page itself asks for the letters, before its first text needs them.
    const letters = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('inter-latin-wght'))
        .map((entry) => (entry as PerformanceResourceTiming).initiatorType),
    )
    expect(letters[0]).toBe('link')
  },
)

// The script of the bench can be kept back only where it is requested from a server.
test(
  'a scan counts from the first paint on, before the bench is loaded',
  { tag: BROWSER_TAG },
  async ({ openStation }) => {
    const station = await openStation()
    await expect(station.page().getByText(/^Data from/)).toBeVisible()
    const oldest = /^\d+/.exec(await orders(station.page()).first().innerText())?.[0] ?? 'no number'
    let send = () => {}
    const kept = new Promise<void>((resolve) => (send = resolve))
    await station
      .page()
      .context()
      .route('**/bench-*.js', (route) => kept.then(() => route.continue()))
    await station.restart()
    const page = station.page()
    await expect(orders(page).first()).toBeVisible()
    await expect(page.getByRole('navigation')).toBeHidden()
    const scanner = await plugInScanner(page)
    await scanner.type(oldest)
    await expect(page.getByRole('region', { name: 'Last scan' })).toContainText(`Order ${oldest} is open`)
    send()
    await expect(page.getByRole('heading', { name: `Order ${oldest}` })).toBeVisible()
    await expect(page.getByRole('navigation')).toBeVisible()
  },
)

test('the window’s link is removed from its address', { tag: BROWSER_TAG }, async ({ openStation }) => {
  const page = (await openStation()).page()
  await expect(orders(page).first()).toBeVisible()
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/$/)
})

// The options are read by the same code on both hosts.
test.describe('a start that is refused', { tag: BROWSER_TAG }, () => {
  for (const [what, flag, word] of [
    ['an unknown flag', '--fullscreen', '--fullscreen'],
    ['a wrong value', '--port=99999', '99999'],
    ['a wrong host', '--host=firefox', 'firefox'],
  ] as const) {
    test(`${what} ends with one line and exit code 2`, { tag: FULL_TAG }, async ({ dataDir }) => {
      const { code, stdout, stderr } = await runStation([`--data-dir=${dataDir}`, flag])
      expect(code).toBe(2)
      expect(stdout).toBe('')
      expect(stderr.trim().split('\n')).toHaveLength(1)
      expect(stderr).toContain(word)
    })
  }

  test(
    'a second start on the same data says so and leaves the first one running',
    { tag: FULL_TAG },
    async ({ openStation, dataDir }) => {
      const station = await openStation()
      const second = await runStation(['--host=browser', '--no-open', `--data-dir=${dataDir}`])
      expect(second.code).toBe(1)
      expect(second.stdout).toBe('')
      expect(second.stderr).toContain('already running')
      await expect(orders(station.page()).first()).toBeVisible()
    },
  )
})
