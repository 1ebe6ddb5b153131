import { readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ElectronApplication, Page } from 'playwright/test'
import { electronOf } from '../support/electron-station'
import { expect, test } from '../support/fixtures'

/** What the window may not do, in real Electron. */

/** What Chromium, the content policy and the tests' own tries say in the console. */
const REFUSALS =
  /Content Security Policy|CSP violation|ERR_BLOCKED_BY_CLIENT|local resource|Failed to load|ERR_ABORTED|not allowed|Permissions policy/i

const windows = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((one) => one.webContents.getURL()))

// Without one there would be nothing to ask for.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), '--use-fake-device-for-media-stream']
      await use({ ...launchOptions, args })
    },
    { scope: 'worker' },
  ],
})

test.describe('SECURITY: the window', () => {
  test.beforeEach(({ pageWatch }) => pageWatch.allow(REFUSALS))

  test('runs in Chromium’s sandbox, and knows the bridge and nothing of Electron or Node', async ({
    openStation,
  }) => {
    const station = electronOf(await openStation())
    const { renderer, main } = await station.app().evaluate(({ BrowserWindow }) => ({
      renderer: BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
      main: process.pid,
    }))
    const status = readFileSync(`/proc/${renderer}/status`, 'utf8')
    // Filtered system calls, no way back to rights, and no processes of others in sight.
    expect(status).toMatch(/^Seccomp:\s+2$/m)
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
    for (const kind of ['user', 'pid', 'net'])
      expect(readlinkSync(`/proc/${renderer}/ns/${kind}`), kind).not.toBe(
        readlinkSync(`/proc/${main}/ns/${kind}`),
      )

    const known = await station
      .page()
      .evaluate(() => [
        typeof Reflect.get(globalThis, 'station'),
        ...['require', 'process', 'ipcRenderer', 'module', 'Buffer', 'global'].map(
          (name) => typeof Reflect.get(globalThis, name),
        ),
      ])
    expect(known).toEqual(['object', ...Array<string>(6).fill('undefined')])
  })

  test('opens no other window, and goes nowhere else', async ({ openStation, dataDir }) => {
    const station = electronOf(await openStation())
    const page = station.page()
    await expect(page.getByRole('navigation')).toBeVisible()
    const here = page.url()
    await page.evaluate(() => Reflect.set(globalThis, 'isSamePage', true))
    for (const address of ['https://example.com/', 'file:///etc/passwd', `${here}#other`, 'about:blank'])
      expect(await page.evaluate((to) => window.open(to) === null, address), address).toBe(true)
    for (const address of [
      'https://example.com/',
      'file:///etc/passwd',
      'app://other/',
      `${here}index.html`,
      'data:text/html,x',
    ])
      await page.evaluate((to) => void (location.href = to), address)
    await clickLink(page, 'https://example.com/', '_blank')
    await clickLink(page, 'file:///etc/passwd', '_self')
    await dropFile(page, path.join(dataDir, '..', 'dropped.html'))
    const fetched = await page.evaluate(async () => {
      const ask = (url: string) =>
        fetch(url).then(
          () => 'came',
          () => 'refused',
        )
      return [await ask('https://example.com/'), await ask('file:///etc/passwd'), await ask('app://other/')]
    })
    expect(fetched).toEqual(['refused', 'refused', 'refused'])
    expect(page.url()).toBe(here)
    expect(await page.evaluate(() => Reflect.get(globalThis, 'isSamePage'))).toBe(true)
    expect(await windows(station.app())).toEqual([here])
  })

  test('embeds nothing that has the bridge', async ({ openStation }) => {
    const station = electronOf(await openStation())
    const page = station.page()
    await expect(page.getByRole('navigation')).toBeVisible()
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
    await page.evaluate(() => {
      const guest = document.createElement('webview')
      guest.setAttribute('src', 'app://packbench/')
      document.body.append(guest)
    })
    // The element is nothing in particular, so nothing is created for it.
    const kinds = await station.app().evaluate(async ({ webContents }) => {
      await new Promise((resolve) => setImmediate(resolve))
      return webContents.getAllWebContents().map((contents) => contents.getType())
    })
    expect(kinds).toEqual(['window'])
    expect(await page.evaluate(() => document.querySelector('webview')?.constructor.name)).toBe('HTMLElement')
    const ran = await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'globalThis.ranInline = true'
      document.body.append(script)
      return Reflect.get(globalThis, 'ranInline') === true
    })
    expect(ran, 'an inline script').toBe(false)
  })

  test('gets no permission but its own camera', async ({ openStation }) => {
    const page = (await openStation()).page()
    const states = await page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'microphone', 'midi', 'camera'] as const
      const found = await Promise.all(names.map((name) => navigator.permissions.query({ name })))
      return found.map(({ state }) => state)
    })
    expect(states).toEqual(['denied', 'denied', 'denied', 'denied', 'granted'])
    const asked = await page.evaluate(async () => {
      const answer = (asking: Promise<unknown>) =>
        asking.then(
          () => 'granted',
          (error: unknown) => (error as Error).name,
        )
      return {
        sound: await answer(navigator.mediaDevices.getUserMedia({ audio: true })),
        screen: await answer(navigator.mediaDevices.getDisplayMedia()),
        place: await new Promise((resolve) =>
          navigator.geolocation.getCurrentPosition(
            () => resolve('granted'),
            ({ code }) => resolve(code),
          ),
        ),
        notice: await Notification.requestPermission(),
      }
    })
    expect(asked).toEqual({
      sound: 'NotAllowedError',
      screen: expect.stringMatching(/Error$/),
      place: 1,
      notice: 'denied',
    })
  })

  test('alone is answered: another one with the same preload and page is refused', async ({
    openStation,
  }) => {
    const station = electronOf(await openStation())
    await expect(station.page().getByRole('navigation')).toBeVisible()
    const call = (page: Page) =>
      page.evaluate(() => {
        const { requests } = Reflect.get(globalThis, 'station') as {
          requests: Record<string, (request: unknown) => Promise<unknown>>
        }
        return requests['station:bootstrap']?.({})
      })
    expect(await call(station.page())).toMatchObject({ ok: true })
    const opened = station.app().waitForEvent('window')
    await station.app().evaluate(async ({ app, BrowserWindow }) => {
      const preload = `${app.getAppPath()}/out/preload/index.js`
      const other = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } })
      await other.loadURL('app://packbench/')
    })
    expect(await call(await opened)).toEqual({
      ok: false,
      error: { code: 'session_missing', message: 'wrong sender' },
    })
  })
})

async function clickLink(page: Page, href: string, target: string): Promise<void> {
  await page.evaluate(
    ([to, where]) => {
      const link = document.createElement('a')
      Object.assign(link, { href: to, target: where })
      document.body.append(link)
      link.click()
    },
    [href, target] as const,
  )
}

/** As from a file manager. */
async function dropFile(page: Page, file: string): Promise<void> {
  writeFileSync(file, '<title>dropped</title>', { mode: 0o644 })
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data })
  await session.detach()
}
