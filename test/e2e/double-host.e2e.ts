import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { type Bench, expect, nth, test } from '../support/bench'
import { doubleOf, spawnOnDouble } from '../support/double-station'
import type { Station } from '../support/fixtures'
import { addOperator, badgeOf, openSection } from '../support/operators'
import { packerAt } from '../support/packer'

/** What only the Electron host does, on the double: the built bundles' windows, ends, secrets and limits. */

const toldOf = (station: Station, kind: string) =>
  doubleOf(station)
    .told()
    .filter((what) => what.kind === kind)

/** A station with one operation that cannot go out. */
async function withOpenWork(
  openBench: (plan: { orders: [{ lines: [{ title: string }] }] }) => Promise<Bench>,
) {
  const bench = await openBench({ orders: [{ lines: [{ title: 'Wool coat' }] }] })
  await bench.packer.open(nth(bench.orders, 0).id)
  await bench.marketplace.goOffline()
  await bench.packer.chooseLine('Wool coat')
  await bench.packer.pack()
  return bench
}

test('closing the window asks while operations are open, and they go out at the next start', async ({
  openBench,
}) => {
  const bench = await withOpenWork(openBench)
  const station = doubleOf(bench.station)
  station.ask({ kind: 'close-window' })
  await expect
    .poll(() => toldOf(station, 'dialog'))
    .toMatchObject([{ message: '1 operation is not done yet' }])
  station.ask({ kind: 'answer-dialogs', response: 0 })
  await expect(bench.packer.page.getByRole('navigation')).toBeVisible()
  station.ask({ kind: 'answer-dialogs', response: 2 })
  station.ask({ kind: 'close-window' })
  expect(await station.ended()).toBe(0)
  await bench.marketplace.goOnline()
  const again = await bench.restart()
  await again.everythingIsSent()
  expect((await bench.control.readOrder(nth(bench.orders, 0).id)).shipments).toHaveLength(1)
})

test('the system’s shutdown asks nobody and loses nothing', async ({ openBench }) => {
  const bench = await withOpenWork(openBench)
  const station = doubleOf(bench.station)
  station.ask({ kind: 'shutdown' })
  expect(await station.ended()).toBe(0)
  expect(toldOf(station, 'dialog')).toEqual([])
  await bench.marketplace.goOnline()
  const again = await bench.restart()
  await again.everythingIsSent()
})

test('a kiosk cannot be closed; a supervisor ends it', async ({ openStation, openMarketplace, dataDir }) => {
  const marketplace = await openMarketplace()
  const station = doubleOf(await openStation({ flags: ['--kiosk'], env: marketplace.env }))
  const packer = await packerAt(station.page())
  const { page } = packer
  await openSection(packer, 'Operators')
  await addOperator(packer, 'Ada', { pin: '2468', supervisor: true })
  await addOperator(packer, 'Ben', { pin: '1357' })
  await packer.scan(badgeOf(dataDir, 'Ben'))
  await expect(packer.lastScan).toContainText('Hello Ben')
  station.ask({ kind: 'close-window' })
  await packer.goTo('Settings')
  await page.getByRole('button', { name: 'Quit Packbench' }).click()
  await expect(page.getByRole('dialog')).toContainText(/supervisor/i)
  expect(toldOf(station, 'dialog'), 'nobody was asked whether to close').toEqual([])
  await packer.scan(badgeOf(dataDir, 'Ada'))
  expect(await station.ended()).toBe(0)
})

test('a second start brings the window to the front and says that Packbench runs', async ({
  openStation,
  dataDir,
}) => {
  const station = await openStation()
  await expect.poll(() => doubleOf(station).output()).toContain('Packbench ready')
  const second = await spawnOnDouble([`--data-dir=${dataDir}`], {})
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain('already running')
  await expect.poll(() => toldOf(station, 'focus')).toHaveLength(1)
})

test('a page that crashed comes back', async ({ openStation, pageWatch }) => {
  pageWatch.allow(/the page crashed/)
  const station = doubleOf(await openStation())
  await expect(station.page().getByRole('navigation')).toBeVisible()
  station.ask({ kind: 'crash-page' })
  await expect.poll(() => station.output()).toContain("the window's page ended")
  const page = await station.reconnect()
  await expect(page.getByRole('navigation')).toBeVisible()
})

test.describe('the access token', () => {
  const sealedWith = (dataDir: string) => {
    const keychain = path.join(dataDir, 'electron', 'double-keychain')
    return existsSync(keychain) ? 'keychain' : 'key file'
  }
  /** Every byte of the data folder. */
  const allBytes = (dataDir: string): Buffer =>
    Buffer.concat(
      readdirSync(dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('chromium'))
        .map((entry) => readFileSync(path.join(entry.parentPath, entry.name))),
    )

  test('is sealed by the keychain, and packing goes on while that is locked', async ({
    openBench,
    dataDir,
  }) => {
    const bench = await openBench({ orders: [{ lines: [{ title: 'Wool coat' }] }] })
    expect(sealedWith(dataDir)).toBe('keychain')
    expect(allBytes(dataDir).includes(bench.marketplace.accessToken)).toBe(false)
    const packer = await bench.restart({ ELECTRON_DOUBLE_KEYCHAIN: 'away' })
    await packer.open(nth(bench.orders, 0).id)
    await packer.chooseLine('Wool coat')
    await packer.pack()
    await packer.everythingIsSent()
  })

  test('is sealed by the key file where the keychain’s key is known to everybody', async ({
    openStation,
    openMarketplace,
    dataDir,
  }) => {
    const marketplace = await openMarketplace()
    const station = await openStation({ env: { ...marketplace.env, ELECTRON_DOUBLE_KEYCHAIN: 'weak' } })
    await expect(station.page().getByText(/^Data from/)).toBeVisible()
    expect(sealedWith(dataDir)).toBe('key file')
    expect(existsSync(path.join(dataDir, 'secret.key'))).toBe(true)
  })
})

test('SECURITY: the page is a web page and no more', async ({ openStation, pageWatch }) => {
  pageWatch.allow(
    /Content Security Policy|CSP violation|ERR_BLOCKED_BY_CLIENT|local resource|Failed to load/i,
  )
  const station = doubleOf(await openStation())
  const page = station.page()
  await expect(page.getByRole('navigation')).toBeVisible()
  const here = page.url()
  await test.step('it knows the bridge and nothing of Electron or Node', async () => {
    const known = await page.evaluate(() => [
      typeof Reflect.get(globalThis, 'station'),
      ...['require', 'process', 'ipcRenderer', '__toMain', '__fromMain'].map(
        (name) => typeof Reflect.get(globalThis, name),
      ),
    ])
    expect(known).toEqual(['object', 'undefined', 'undefined', 'undefined', 'undefined', 'undefined'])
  })
  await test.step('its policy refuses inline scripts', () => runsInlineScript(page, false))
  await test.step('it goes nowhere else', async () => {
    await page.evaluate(() => void (location.href = 'https://example.com/'))
    await page.evaluate(() => void (location.href = 'file:///etc/passwd')).catch(() => undefined)
    await page.evaluate(() => void window.open('https://example.com/'))
    await expect.poll(() => toldOf(station, 'window-open')).toMatchObject([{ action: 'deny' }])
    expect(page.url()).toBe(here)
    await expect(page.getByRole('navigation')).toBeVisible()
  })
  await test.step('it fetches nothing else', async () => {
    const fetched = await page.evaluate(() =>
      fetch('https://example.com/').then(
        () => 'came',
        () => 'refused',
      ),
    )
    expect(fetched).toBe('refused')
  })
  await test.step('a frame in it has no bridge', async () => {
    const inFrame = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const frame = document.createElement('iframe')
          frame.addEventListener('load', () =>
            resolve(typeof Reflect.get(frame.contentWindow ?? {}, 'station')),
          )
          document.body.append(frame)
        }),
    )
    expect(inFrame).toBe('undefined')
  })
  await test.step('it gets no permission', async () => {
    const states = await page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'microphone', 'camera'] as const
      const found = await Promise.all(names.map((name) => navigator.permissions.query({ name: name })))
      return found.map(({ state }) => state)
    })
    expect(states).toEqual(['denied', 'denied', 'denied', 'granted'])
  })
})

async function runsInlineScript(page: Page, expected: boolean) {
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'globalThis.ranInline = true'
    document.body.append(script)
    return Reflect.get(globalThis, 'ranInline') === true
  })
  expect(ran).toBe(expected)
}
