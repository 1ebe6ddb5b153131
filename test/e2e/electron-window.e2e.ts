import { expect, nth, test } from '../support/bench'
import { type ElectronStation, electronOf } from '../support/electron-station'
import { xdotool } from '../support/electron-window'

/** What the window of real Electron does to the page: sizes, zoom, colors. */

test.skip(process.platform !== 'linux', 'the tools that press its keys are of X11')
// The page has the size of its window.
test.use({ viewport: null })

const ORDER = { lines: [{ title: 'Wool coat', mpn: 'COAT-1' }] }

/** The page's size in CSS pixels, and how many of the screen's pixels each of them takes. */
const sizeOf = (station: ElectronStation) =>
  station.page().evaluate(() => ({ width: innerWidth, height: innerHeight, zoom: devicePixelRatio }))

test('no key, wheel or scan zooms the page', async ({ openBench }) => {
  const bench = await openBench({ orders: [ORDER] })
  const station = electronOf(bench.station)
  const { packer } = bench
  await packer.open(nth(bench.orders, 0).id)
  const before = await sizeOf(station)
  expect(before.zoom).toBe(1)
  const seen = packer.page.evaluate(
    () =>
      new Promise((resolve) => {
        const keys: string[] = []
        addEventListener('keydown', ({ key }) => {
          keys.push(key)
          if (key === '0') resolve(keys.filter((name) => name !== 'Control' && name !== 'Shift'))
        })
        addEventListener('wheel', () => keys.push('wheel'), { passive: true })
      }),
  )
  const id = await xdotool('search', '--onlyvisible', '--name', '^Packbench$')
  await xdotool('mousemove', '--window', id, '700', '500')
  await xdotool('keydown', 'Control_L')
  // Of the wheel: up and down.
  for (const button of ['4', '5', '5']) await xdotool('click', button)
  await xdotool('keyup', 'Control_L')
  for (const key of ['ctrl+plus', 'ctrl+minus', 'ctrl+minus', 'ctrl+0']) await xdotool('key', key)
  expect(await seen).toEqual(['wheel', 'wheel', 'wheel', '+', '-', '-', '0'])
  expect(await sizeOf(station)).toEqual(before)
  await packer.scan('COAT-1')
  await expect(packer.line('Wool coat')).toBeChecked()
  expect(await sizeOf(station)).toEqual(before)
})

test('the smallest window and a full screen hold an order and what packs it', async ({ openBench }) => {
  const bench = await openBench({ orders: [ORDER] })
  const station = electronOf(bench.station)
  const { packer } = bench
  await packer.open(nth(bench.orders, 0).id)
  await packer.scan('COAT-1')
  const set = (full: boolean, width: number, height: number) =>
    station.app().evaluate(
      ({ BrowserWindow }, [isFull, ...size]) => {
        const [window] = BrowserWindow.getAllWindows()
        window?.setFullScreen(isFull)
        if (!isFull) window?.setContentSize(...size)
      },
      [full, width, height] as const,
    )
  const isWhole = async (width: number, height: number) => {
    await expect.poll(() => sizeOf(station)).toMatchObject({ width, height })
    await expect(packer.packButton).toBeInViewport({ ratio: 1 })
    const beyond = await packer.page.evaluate(() => {
      const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement
      return [scrollWidth - clientWidth, scrollHeight - clientHeight]
    })
    expect(beyond).toEqual([0, 0])
  }
  await set(false, 1024, 768)
  await isWhole(1024, 768)
  await test.step('a window is never smaller than what the page needs', async () => {
    await set(false, 400, 300)
    await isWhole(1024, 700)
  })
  const [width = 0, height = 0] = (await xdotool('getdisplaygeometry')).split(' ').map(Number)
  await set(true, 0, 0)
  await isWhole(width, height)
  await set(false, 1024, 768)
  await isWhole(1024, 768)
})

test('colors follow the system while it runs, until the packer chooses', async ({ openBench }) => {
  const bench = await openBench({ orders: [ORDER] })
  const station = electronOf(bench.station)
  const scheme = bench.packer.page.locator('html')
  // Playwright shows every page the light colors unless told otherwise.
  await bench.packer.page.emulateMedia({ colorScheme: null })
  const system = (source: 'dark' | 'light') =>
    station.app().evaluate(({ nativeTheme }, chosen) => {
      nativeTheme.themeSource = chosen
    }, source)
  const background = () => bench.packer.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await system('light')
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light')
  const light = await background()
  await system('dark')
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect.poll(background).not.toBe(light)
  await system('light')
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'light')
  await bench.packer.useColors('dark')
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await system('dark')
  await system('light')
  await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark')
})
