import type { Page } from 'playwright/test'
import { expect, nth, test } from '../support/bench'

/** What the station plays: counted where the page hands it to the sound card. */

const PLAN = [
  {
    lines: [
      { title: 'Wool coat', mpn: 'COAT-1' },
      { title: 'Leather bag', mpn: 'BAG-1' },
    ],
  },
]

type Note = { hz: number; wave: string }

/** Keeps every note that is started, from now on. */
async function listenTo(page: Page) {
  await page.evaluate(() => {
    const notes: { hz: number; wave: string }[] = []
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      notes.push({ hz: Math.round(this.frequency.value), wave: this.type })
      start.call(this, when)
    }
    Object.assign(window, { notes })
  })
  return {
    heard: () => page.evaluate(() => (window as unknown as { notes: Note[] }).notes.splice(0)),
  }
}

test('each answer sounds like no other', async ({ openBench }) => {
  const { packer, orders } = await openBench({ orders: PLAN })
  const { heard } = await listenTo(packer.page)
  const sounds: string[] = []
  const scan = async (code: string) => {
    await packer.scan(code)
    sounds.push(JSON.stringify(await heard()))
  }
  await scan(String(nth(orders, 0).id))
  await scan('COAT-1')
  await scan('COAT-1')
  await scan('BAG-1')
  await scan('QQ')
  await packer.clearError()
  const [opened, accepted, ...others] = sounds
  expect(JSON.parse(accepted ?? '')).toEqual([{ hz: 1320, wave: 'sine' }])
  expect(opened).toBe(accepted)
  expect(new Set([accepted, ...others]).size).toBe(4)
})

test('the volume is kept, and silence is silence', async ({ openBench }) => {
  const { packer } = await openBench({ orders: PLAN })
  const { page } = packer
  const { heard } = await listenTo(page)
  await packer.goTo('Settings')
  await page.getByRole('tab', { name: 'Sound' }).click()
  await page.getByRole('button', { name: 'Play: Already scanned' }).click()
  expect(await heard()).toHaveLength(2)
  const volume = page.getByRole('slider', { name: 'Volume' })
  await volume.focus()
  await packer.press('Home')
  await expect(page.getByText('Silent: look at the screen')).toBeVisible()
  await packer.reload()
  await listenTo(page)
  await packer.goTo('Settings')
  await page.getByRole('tab', { name: 'Sound' }).click()
  await expect(page.getByText('Silent: look at the screen')).toBeVisible()
  await page.getByRole('button', { name: 'Play: Alarm' }).click()
  await packer.scan('QQ')
  await expect(packer.error).toBeVisible()
  expect(await heard()).toEqual([])
})
