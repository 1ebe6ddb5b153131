import type { Page } from 'playwright/test'
import { expect, nth, test } from '../support/bench'
import { FULL_TAG } from '../support/full'
import { plugInScanner } from '../support/scanner'
import { speak } from '../support/station-menu'

/** The tones that the station plays: counted where the page hands them to the sound card. */

const PLAN = [
  {
    lines: [
      { title: 'Wool coat', mpn: 'COAT-1' },
      { title: 'Leather bag', mpn: 'BAG-1' },
    ],
  },
]

/** Half a minute. */
const SILENCE_MS = 30_000

type Note = { hz: number; wave: string }

/** Records every note that is started, from now on. */
async function listenTo(page: Page) {
  await page.evaluate(() => {
    const notes: { hz: number; wave: string }[] = []
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      notes.push({ hz: Math.round(this.frequency.value), wave: this.type })
      Object.assign(window, { audio: this.context })
      start.call(this, when)
    }
    Object.assign(window, { notes })
  })
  return {
    heard: () => page.evaluate(() => (window as unknown as { notes: Note[] }).notes.splice(0)),
    state: () => page.evaluate(() => (window as unknown as { audio: BaseAudioContext }).audio.state),
  }
}

test('each answer has a distinct sound', async ({ openBench }) => {
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

test('sound rests between scans and is back at the next one', { tag: FULL_TAG }, async ({ openBench }) => {
  const { packer } = await openBench({ orders: PLAN })
  const { heard, state } = await listenTo(packer.page)
  await packer.page.clock.install()
  await packer.scan('COAT-1')
  await expect.poll(state).toBe('running')
  await packer.page.clock.fastForward(SILENCE_MS / 2)
  expect(await state()).toBe('running')
  await packer.page.clock.fastForward(SILENCE_MS / 2)
  await expect.poll(state).toBe('suspended')
  await heard()
  await packer.scan('COAT-1')
  expect(await heard()).not.toEqual([])
  await expect.poll(state).toBe('running')
})

test('the volume is saved, and zero is silent', { tag: FULL_TAG }, async ({ openBench }) => {
  const { packer } = await openBench({ orders: PLAN })
  const { page } = packer
  const { heard } = await listenTo(page)
  const openSound = async () => {
    await packer.goTo('Settings')
    await page.getByRole('tab', { name: 'Sound' }).click()
  }
  const tones = page.getByText('What each one sounds like')
  await openSound()
  await tones.click()
  await page.getByRole('button', { name: 'Play: Already scanned' }).click()
  expect(await heard()).toHaveLength(2)
  const volume = page.getByRole('slider', { name: 'Volume' })
  await volume.focus()
  await packer.press('Home')
  const silent = page.getByText('Silent: look at the screen')
  await expect(silent).toBeVisible()
  // It is shown before it is saved; reloaded, the page shows the saved state.
  await expect(async () => {
    await packer.goTo('Orders')
    await openSound()
    await expect(silent).toBeVisible({ timeout: 500 })
  }).toPass()
  await packer.reload()
  await listenTo(page)
  await openSound()
  await expect(silent).toBeVisible()
  await tones.click()
  await page.getByRole('button', { name: 'Play: Alarm' }).click()
  await packer.scan('QQ')
  await expect(packer.error).toBeVisible()
  expect(await heard()).toEqual([])
})

type Spoken = { text: string; lang: string; volume: number }

/** Records what would be read aloud, from the next load of the page on: test machines have no voices. */
async function listenToSpeech(page: Page) {
  await page.addInitScript(() => {
    const spoken: { text: string; lang: string; volume: number }[] = []
    const speak = ({ text, lang, volume }: SpeechSynthesisUtterance) => spoken.push({ text, lang, volume })
    Object.defineProperty(window, 'speechSynthesis', { value: { speak, cancel: () => undefined } })
    Object.assign(window, { spoken })
  })
  return () => page.evaluate(() => (window as unknown as { spoken: Spoken[] }).spoken.splice(0))
}

test('answers are read aloud if enabled, in the language of the screen', async ({ openBench }) => {
  const { packer, orders } = await openBench({ orders: PLAN })
  const { page } = packer
  const spoken = await listenToSpeech(page)
  await packer.reload()
  const order = nth(orders, 0).id
  await packer.scan(String(order))
  await expect(packer.order(order)).toBeVisible()
  expect(await spoken()).toEqual([])

  await packer.goTo('Settings')
  await page.getByRole('tab', { name: 'Sound' }).click()
  const speech = page.getByRole('switch', { name: 'Read answers aloud' })
  await speech.click()
  await expect(speech).toBeChecked()
  await packer.scan('COAT-1', 'COAT-1')
  await packer.scan('QQ-404')
  await packer.clearError()
  const said = await spoken()
  expect(said.map(({ text }) => text)).toEqual([
    'Accepted: Wool coat',
    'Already scanned: Wool coat',
    'Unknown code',
    'Error cleared.',
  ])
  for (const { lang, volume } of said) expect(`${lang} ${volume.toFixed(1)}`).toBe('en 0.7')

  await packer.goTo('Settings')
  await page.getByRole('tab', { name: 'Sound' }).click()
  await page.getByRole('slider').press('End')
  await expect(page.getByText('Volume: 100%')).toBeVisible()
  await speak(page, 'Deutsch')
  await expect(page.getByText('Lautstärke: 100')).toBeVisible()
  expect(await spoken()).toEqual([])
  const scanner = await plugInScanner(page)
  await scanner.type('BAG-1')
  await expect.poll(spoken).toEqual([{ text: 'Angenommen: Leather bag', lang: 'de', volume: 1 }])

  await page.getByRole('button', { name: 'Einstellungen' }).click()
  await page.getByRole('tab', { name: 'Ton' }).click()
  await page.getByRole('switch').click()
  await expect(page.getByRole('switch')).not.toBeChecked()
  await scanner.type('BAG-1')
  await expect(page.getByRole('region', { name: 'Letzter Scan' })).toContainText('Schon gescannt')
  expect(await spoken()).toEqual([])
})
