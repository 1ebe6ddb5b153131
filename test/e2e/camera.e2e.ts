import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, goodsOf, nth, test, type Bench } from '../support/bench'
import { BROWSER_TAG, ELECTRON_FULL_TAG, FULL_TAG } from '../support/full'
import { addOperator, badgeOf, openSection } from '../support/operators'
import { takePicture, takePictures } from '../support/pictures'
import type { Packer } from '../support/packer'
import { findChromium } from '../../scripts/test-machine.mjs'
import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'

/** Photos of open boxes, with the browser's own test camera. */

const { confirm, next } = COMMAND_CODES

// The headless shell that runs the other tests has no cameras at all.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const chromium = findChromium()
      const args = [...(launchOptions.args ?? []), '--use-fake-device-for-media-stream']
      await use({ ...launchOptions, ...(chromium === null ? {} : { executablePath: chromium }), args })
    },
    { scope: 'worker' },
  ],
})

async function switchOn({ packer }: Bench) {
  const { page } = packer
  await packer.goTo('Settings')
  await page.getByRole('tab', { name: 'Camera' }).click()
  await page.getByRole('switch', { name: 'Take a photo as a parcel is packed' }).click()
  return page.getByTestId('camera-state')
}

const entry = (packer: Packer, text: string) =>
  packer.page
    .getByRole('rowgroup', { name: 'Entries, newest first' })
    .getByRole('row')
    .filter({ hasText: text })

async function packNext({ packer, orders }: Bench, index: number) {
  const order = nth(orders, index)
  await packer.scan(next)
  await expect(packer.order(order.id)).toBeVisible()
  await packer.scan(...goodsOf(order).map((line) => line.item_number ?? ''), confirm)
  await expect(packer.shipment(1)).toContainText('Packed')
  return order
}

test.describe('with a camera', () => {
  test.use({ permissions: ['camera'] })

  test('a photo of the open box is kept, shown in the timeline, exported and proven', async ({
    openBench,
  }) => {
    const bench = await openBench({ orders: [{ lines: 1 }, { lines: 1 }] })
    const { packer } = bench
    const { page } = packer
    await expect(await switchOn(bench)).toHaveText('The camera is ready.')
    const preview = page.getByRole('region', { name: 'What the camera sees' }).locator('video')
    await expect
      .poll(() => preview.evaluate((video: HTMLVideoElement) => video.videoWidth))
      .toBeGreaterThan(100)
    await expect(page.getByLabel('Camera', { exact: true }).locator('option')).not.toHaveCount(1)
    await takePicture(page, 'camera-light-1280')
    await packer.goTo('Orders')
    const order = await packNext(bench, 0)

    await packer.openTimeline()
    const photo = page.getByRole('figure', { name: 'Photo of the open box' })
    const image = photo.getByRole('img', { name: /^Open box, / })
    await expect(image).toBeVisible()
    // A picture, not a black or empty one: the test camera shows a pattern of several colors.
    const colors = await image.evaluate((shown: HTMLImageElement) => {
      const canvas = new OffscreenCanvas(shown.naturalWidth, shown.naturalHeight)
      const drawing = canvas.getContext('2d')
      drawing?.drawImage(shown, 0, 0)
      const pixels = drawing?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      const seen = new Set<number>()
      for (let at = 0; at < pixels.length; at += 4_000) seen.add((pixels[at] ?? 0) >> 4)
      return seen.size
    })
    expect(colors).toBeGreaterThan(1)
    await photo.getByRole('button', { name: 'Export for a dispute' }).click()
    const told = photo.getByRole('status').locator('pre')
    await expect(told).toHaveCount(2)
    const [path = '', hash = ''] = await told.allTextContents()
    expect(createHash('sha256').update(readFileSync(path)).digest('hex')).toBe(hash)
    const shown = (await image.getAttribute('src'))?.replace(/^.*,/, '') ?? ''
    expect(createHash('sha256').update(Buffer.from(shown, 'base64')).digest('hex')).toBe(hash)
    await takePictures(page, 'timeline-photo')

    await packer.goTo('Settings')
    await page.getByRole('tab', { name: 'Evidence' }).click()
    await expect(entry(packer, 'Photo of the open box')).toContainText(String(order.id))
    await expect(page.getByRole('contentinfo').getByText('photo')).toHaveCount(0)
  })
})

test(
  'the camera is off while the station is locked',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench, context, dataDir }) => {
    await context.grantPermissions(['camera'])
    const bench = await openBench({ orders: [] })
    const { packer } = bench
    const { page } = packer
    await openSection(packer, 'Operators')
    await addOperator(packer, 'Ada', { pin: '2468' })
    await expect(await switchOn(bench)).toHaveText('The camera is ready.')
    const preview = page.getByRole('region', { name: 'What the camera sees' }).locator('video')
    const stream = await preview.evaluateHandle((video: HTMLVideoElement) => video.srcObject as MediaStream)
    const states = () => stream.evaluate((given) => given.getTracks().map(({ readyState }) => readyState))
    expect(await states()).toEqual(['live'])
    await packer.scan(badgeOf(dataDir, 'Ada'))
    await page.getByTestId('operator').click()
    await page.getByRole('menuitem', { name: 'Lock the station' }).click()
    await expect(page.getByRole('heading', { name: /^Locked/ })).toBeVisible()
    await expect.poll(states).toEqual(['ended'])
    await packer.scan(badgeOf(dataDir, 'Ada'))
    await expect(page.getByTestId('camera-state')).toHaveText('The camera is ready.')
  },
)

// Electron’s own page may always have its camera.
test(
  'a camera that is not allowed is reported and stops nobody',
  { tag: [BROWSER_TAG, FULL_TAG] },
  async ({ openBench }) => {
    const bench = await openBench({ orders: [{ lines: 1 }, { lines: 1 }] })
    const { packer } = bench
    const { page } = packer
    await expect(await switchOn(bench)).toContainText('does not let Packbench use the camera')
    await expect(page.getByRole('button', { name: 'no photo' })).toBeVisible()
    await packer.goTo('Orders')
    await packNext(bench, 0)
    await packNext(bench, 1)
    const report = page.getByRole('button', { name: /2 parcels without a photo$/ })
    await expect(report).toBeVisible()
    await packer.openTimeline()
    await expect(packer.timeline).toContainText('Packed')
    await expect(page.getByRole('figure')).toHaveCount(0)
    await report.click()
    await expect(page.getByRole('combobox', { name: 'Camera' }), 'leads to the setting').toBeFocused()
    await expect(page.getByTestId('camera-state')).toBeVisible()
    await page.getByRole('tab', { name: 'Evidence' }).click()
    await expect(entry(packer, 'No photo of the open box').first()).toContainText(
      'the camera was not allowed',
    )
  },
)
