import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, nth, test } from '../support/bench'
import { electronOf, runElectron } from '../support/electron-station'
import { packerAt } from '../support/packer'

/** Folders and leftovers that a PC may have, and flags that IT may try, in real Electron. */

const PLAN = { orders: [{ lines: [{ title: 'Wool coat' }] }] }

test.describe('a data folder', () => {
  for (const [what, name] of [
    ['with spaces, umlauts and marks', 'Lager Süd – Packtisch “№ 7” & Co (neu) 50% #1'],
    ['of 200 characters', 'x'.repeat(200)],
  ] as const)
    test(`${what} serves like any other`, async ({ openStation, openMarketplace, temporaryFolder }) => {
      const marketplace = await openMarketplace({ orders: 3 })
      const station = electronOf(
        await openStation({ dataDir: path.join(temporaryFolder, name, 'station'), env: marketplace.env }),
      )
      await expect(station.page().getByText(/^Data from/)).toBeVisible()
      await station.restart()
      const packer = await packerAt(station.page())
      await expect(packer.orderList.getByRole('option').first()).toBeVisible()
      await station.page().getByRole('navigation').getByRole('button', { name: 'Settings' }).click()
      await station.page().getByRole('tab', { name: 'Diagnostics' }).click()
      await station.page().getByRole('button', { name: 'Save support file' }).click()
      const saved = station.page().getByRole('status').filter({ hasText: 'Saved as' })
      const [file = ''] = /\/.+\.txt/.exec((await saved.textContent()) ?? '') ?? []
      expect(readFileSync(file, 'utf8')).toContain(name)
    })
})

test('a data folder of another user is named, not taken for one in use', async ({ dataDir }) => {
  mkdirSync(dataDir, { mode: 0o755 })
  const { code, output } = await runElectron([`--data-dir=${path.join(dataDir, 'station')}`], dataDir)
  expect(code).toBe(1)
  expect(output).toContain(`The data folder ${dataDir}/station cannot be used: EACCES`)
  expect(output).not.toContain('already running')
})

test('what a power cut left of Chromium’s lock stops no start, even on a PC that was renamed', async ({
  openStation,
  dataDir,
}) => {
  const station = await openStation()
  await expect(station.page().getByText(/^Data from/)).toBeVisible()
  await station.kill()
  const lock = path.join(dataDir, 'electron', 'SingletonLock')
  unlinkSync(lock)
  symlinkSync('renamed-pc-4711', lock)
  await station.restart()
  await expect(station.page().getByText(/^Data from/)).toBeVisible()
})

test('a program folder that nobody may write to is enough', async ({ openStation, temporaryFolder }) => {
  const original = process.env['PACKBENCH_ELECTRON_APP'] ?? ''
  const program = path.join(temporaryFolder, 'program files')
  cpSync(original, program, {
    recursive: true,
    // Of a clone only what is packed.
    filter: (source) => !/\/node_modules\/(?!better-sqlite3)/.test(source) && !source.includes('/.git'),
  })
  chmodSync(program, 0o555)
  try {
    const station = electronOf(await openStation({ program }))
    await expect(station.page().getByText(/^Data from/)).toBeVisible()
    expect(await station.app().evaluate(({ app }) => app.getAppPath())).toBe(program)
  } finally {
    chmodSync(program, 0o755)
  }
})

test('a profile of an older or newer Electron, or a broken one, stops nobody', async ({
  openBench,
  dataDir,
}) => {
  const { packer, orders, station, restart } = await openBench(PLAN)
  await packer.useColors('dark')
  const background = () => station.page().evaluate(() => getComputedStyle(document.body).backgroundColor)
  await expect.poll(background).not.toBe('rgb(245, 246, 248)')
  const dark = await background()
  await station.stop()
  const profile = path.join(dataDir, 'electron')
  for (const [name, content] of [
    ['Last Version', '20.3.12'],
    ['Local State', '{"legacy":{"profile":{"name":"migrated"}},"os_crypt":{"audit_enabled":true}'],
    ['Preferences', 'no JSON at all'],
    ['DIPS', 'not SQLite'],
  ] as const)
    writeFileSync(path.join(profile, name), content)
  for (const folder of ['Code Cache', 'GPUCache', 'DawnCache', 'Session Storage'])
    mkdirSync(path.join(profile, folder, 'js', 'index-dir'), { recursive: true })
  writeFileSync(path.join(profile, 'Code Cache', 'js', 'index-dir', 'the-real-index'), 'of another version')
  const again = await restart()
  await expect.poll(background, 'what the page has kept').toBe(dark)
  await again.open(nth(orders, 0).id)
  await again.chooseLine('Wool coat')
  await again.pack()
  await again.everythingIsSent()
})
