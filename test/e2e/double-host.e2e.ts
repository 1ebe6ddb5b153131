import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { expect, nth, test } from '../support/bench'
import { doubleOf } from '../support/double-station'
import type { Station } from '../support/fixtures'

/** What only the Electron host does, on the double: the built bundles' secrets, printing and limits. */

const toldOf = (station: Station, kind: string) =>
  doubleOf(station)
    .told()
    .filter((what) => what.kind === kind)

test('the slip goes to the chosen printer without a dialog', async ({ openBench }) => {
  const bench = await openBench({ orders: [{ lines: [{ title: 'Wool coat' }] }] })
  const { packer, station, orders } = bench
  const { page } = packer
  await packer.goTo('Settings')
  await page.getByRole('tab', { name: 'Printing' }).click()
  await page.getByRole('combobox', { name: 'Printer', exact: true }).selectOption('Laser')
  await packer.goTo('Orders')
  await packer.open(nth(orders, 0).id)
  await packer.chooseLine('Wool coat')
  await packer.pack()
  await page.getByRole('button', { name: 'Print packing slip' }).first().click()
  await expect.poll(() => toldOf(station, 'printed')).toMatchObject([{ printer: 'Laser' }])
  const [printed] = toldOf(station, 'printed')
  const file = printed?.kind === 'printed' ? printed.file : ''
  expect(readFileSync(file).subarray(0, 5).toString()).toBe('%PDF-')
  expect(statSync(file).size).toBeGreaterThan(5_000)
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
