import { type Bench, expect, nth, test } from '../support/bench'
import { type ElectronStation, electronOf } from '../support/electron-station'
import { activeTitle, closeByCross, spawnElectron, windowTitles, xdotool } from '../support/electron-window'
import { addOperator, badgeOf, openSection } from '../support/operators'
import { packerAt } from '../support/packer'
import { plugInScanner } from '../support/scanner'

/** How real Electron starts and ends: a second start, questions, the end of the session, a kiosk. */

test.skip(process.platform !== 'linux', 'the tools that press its keys are of X11')

type OpenBench = (plan: { orders: [{ lines: [{ title: string }] }] }) => Promise<Bench>

// The page has the size of its window.
test.use({ viewport: null })

/** A station with one operation that cannot go out. */
async function withOpenWork(openBench: OpenBench) {
  const bench = await openBench({ orders: [{ lines: [{ title: 'Wool coat' }] }] })
  await bench.packer.open(nth(bench.orders, 0).id)
  await bench.marketplace.goOffline()
  await bench.packer.chooseLine('Wool coat')
  await bench.packer.pack()
  return { bench, station: electronOf(bench.station) }
}

/** The next start sends what was open, once. */
async function sendsAtNextStart(bench: Bench) {
  await bench.marketplace.goOnline()
  const packer = await bench.restart()
  await packer.everythingIsSent()
  expect((await bench.control.readOrder(nth(bench.orders, 0).id)).shipments).toHaveLength(1)
}

type Question = { message: string; buttons: string[] }
type Recorder = { questions: Question[]; answer: number }

/** Answers the system's message boxes, which have no page, with the button at `answer`, and notes them. */
function answerDialogs(station: ElectronStation, answer: number): Promise<void> {
  const replace = () =>
    station.app().evaluate(({ dialog }, response) => {
      const recorder = globalThis as unknown as Recorder
      recorder.questions ??= []
      dialog.showMessageBox = (...given: unknown[]) => {
        const { message, buttons } = given.at(-1) as Question
        recorder.questions.push({ message, buttons })
        return Promise.resolve({ response, checkboxChecked: false })
      }
    }, answer)
  // While the program loads, V8 may collect the inspector's answer: "Resulting promise was garbage collected".
  return expect(replace).toPass({ timeout: 20_000 })
}

const questions = (station: ElectronStation) =>
  station.app().evaluate(() => (globalThis as unknown as Recorder).questions)

const focusOf = (station: ElectronStation) =>
  station.app().evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    return { isFocused: window?.isFocused(), isMinimized: window?.isMinimized() }
  })

test('a second start brings the window to the front and says that Packbench runs', async ({
  openStation,
  dataDir,
}) => {
  const station = electronOf(await openStation())
  await expect(station.page().getByRole('heading').first()).toBeVisible()
  const startAgain = async () => {
    const second = spawnElectron(dataDir)
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain('already running')
  }
  await test.step('from the task bar', async () => {
    await station.app().evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
    await expect.poll(() => focusOf(station)).toEqual({ isFocused: false, isMinimized: true })
    await startAgain()
    await expect.poll(() => focusOf(station)).toEqual({ isFocused: true, isMinimized: false })
  })
  await test.step('from behind another window', async () => {
    await station.app().evaluate(({ BrowserWindow }) => {
      const other = new BrowserWindow({ title: 'Mail', width: 400, height: 300 })
      other.once('ready-to-show', () => other.focus())
    })
    await expect.poll(activeTitle).toBe('Mail')
    await startAgain()
    await expect.poll(activeTitle).toBe('Packbench')
  })
})

test('closing the window asks while operations are open, and they go out at the next start', async ({
  openBench,
}) => {
  const { bench, station } = await withOpenWork(openBench)
  await test.step('Stay keeps it', async () => {
    await answerDialogs(station, 0)
    await closeByCross()
    await expect.poll(() => questions(station)).toHaveLength(1)
    expect(nth(await questions(station), 0)).toEqual({
      message: '1 operation is not done yet',
      buttons: ['Stay', 'Export and quit', 'Quit: they go out at the next start'],
    })
    await expect(bench.packer.page.getByRole('navigation')).toBeVisible()
  })
  await answerDialogs(station, 2)
  await closeByCross()
  expect(await station.ended()).toBe(0)
  await sendsAtNextStart(bench)
})

test('the system’s own dialog is answered with the keyboard', async ({ openBench }) => {
  const { bench, station } = await withOpenWork(openBench)
  const titles = await windowTitles()
  const dialogIsOpen = () => expect.poll(windowTitles).toHaveLength(titles.length + 1)
  await closeByCross()
  await dialogIsOpen()
  await xdotool('key', 'Escape')
  await expect.poll(windowTitles).toEqual(titles)
  await closeByCross()
  await dialogIsOpen()
  // From Stay to Quit.
  for (const key of ['Tab', 'Tab', 'Return']) await xdotool('key', key)
  expect(await station.ended()).toBe(0)
  await sendsAtNextStart(bench)
})

test('nothing open: closing the window just ends the app', async ({ openStation }) => {
  const station = electronOf(await openStation())
  await answerDialogs(station, 0)
  await closeByCross()
  expect(await station.ended()).toBe(0)
})

for (const how of ['SIGTERM', 'SIGHUP', 'shutdown'] as const)
  test(`the end of the session (${how}) asks nobody and loses nothing`, async ({ openBench }) => {
    const { bench, station } = await withOpenWork(openBench)
    // An answer would keep it open.
    await answerDialogs(station, 0)
    if (how === 'shutdown')
      await station
        .app()
        .evaluate(({ powerMonitor }) => {
          powerMonitor.emit('shutdown', { preventDefault: () => undefined })
        })
        // It may be gone before it answers.
        .catch(() => undefined)
    else station.app().process().kill(how)
    expect(await station.ended()).toBe(0)
    await sendsAtNextStart(bench)
  })

test('a kiosk has the whole screen and cannot be closed; a supervisor ends it', async ({
  openStation,
  openMarketplace,
  dataDir,
}) => {
  const marketplace = await openMarketplace()
  const station = electronOf(await openStation({ flags: ['--kiosk'], env: marketplace.env }))
  await answerDialogs(station, 2)
  const packer = await packerAt(station.page())
  const { page } = packer
  const [width, height] = (await xdotool('getdisplaygeometry')).split(' ').map(Number)
  await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height])
  await openSection(packer, 'Operators')
  await addOperator(packer, 'Ada', { pin: '2468', supervisor: true })
  await addOperator(packer, 'Ben', { pin: '1357' })
  await packer.scan(badgeOf(dataDir, 'Ben'))
  await expect(packer.lastScan).toContainText('Hello Ben')
  await closeByCross()
  await xdotool('key', 'alt+F4')
  await xdotool('key', 'ctrl+w')
  await packer.goTo('Settings')
  await page.getByRole('button', { name: 'Quit Packbench' }).click()
  await expect(page.getByRole('dialog')).toContainText(/supervisor/i)
  expect(await questions(station), 'nobody was asked whether to close').toEqual([])
  // The packer's own scan waits for an answer, and the window may be gone before it.
  const scanner = await plugInScanner(page)
  await scanner.type(badgeOf(dataDir, 'Ada')).catch(() => undefined)
  expect(await station.ended()).toBe(0)
})
