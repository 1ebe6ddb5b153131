import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { listPackage } from '@electron/asar'
import Database from 'better-sqlite3'
import { createControl } from '../../src/marketplace/control-client'
import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { goodsOf, nth, WAREHOUSE_ID, writesTo } from '../support/bench'
import { expect, test } from '../support/fixtures'
import { filesIn } from '../support/packed-app'
import {
  databaseIn,
  installPacked,
  type PackedElectron,
  type PackedStart,
  pagesOf,
  startPacked,
  xTool,
} from '../support/packed-electron'
import { openDisplay, type XDisplay } from '../support/x-display'

/** The packed app with its fuses, on its own display. Nothing can be attached to it: only keys reach it. */

test.skip(process.platform !== 'linux' || process.arch !== 'x64', 'packed for Linux x64 only')

const MB = 1e6
let app: PackedElectron
let screen: XDisplay
const started: PackedStart[] = []
const start = (...how: Parameters<typeof startPacked>) => {
  const packed = startPacked(...how)
  started.push(packed)
  return packed
}

test.beforeAll(async () => {
  test.setTimeout(300_000)
  app = await installPacked()
  screen = await openDisplay(true)
})
test.afterEach(() => started.splice(0).forEach((packed) => packed.kill()))
test.afterAll(async () => {
  await screen.stop()
  app.remove()
})

test('an order is packed once by keys alone, and a closed window ends the app', async ({
  openMarketplace,
  dataDir,
}) => {
  test.setTimeout(300_000)
  const marketplace = await openMarketplace({ orders: 0, items: 0 })
  const control = createControl(marketplace.controlUrl)
  const placed = await control.placeOrder({
    lines: [
      { title: 'Wool coat', mpn: 'COAT-1' },
      { title: 'Leather bag', mpn: 'BAG-1' },
    ],
  })
  const items = goodsOf(placed).map((line) => line.item_number ?? '')
  const env = {
    ...marketplace.env,
    PACKBENCH_WAREHOUSE_ID: String(WAREHOUSE_ID),
    DISPLAY: screen.name,
  }
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(path.join(dataDir, 'preferences.json'), '{}')
  const flags = [`--data-dir=${dataDir}`]
  const x = (tool: 'wmctrl' | 'xdotool', ...args: string[]) => xTool(screen.name, tool, ...args)
  const hasFocus = () => expect.poll(() => x('xdotool', 'getactivewindow', 'getwindowname')).toBe('Packbench')
  const asked = (query: string) => {
    const file = databaseIn(dataDir)
    if (file === null) return null
    const db = new Database(file, { readonly: true })
    try {
      return db.prepare(query).pluck().get()
    } finally {
      db.close()
    }
  }
  const packByKeys = () => screen.scanEnding('enter', String(placed.id), ...items, COMMAND_CODES.confirm)

  const station = start(app, dataDir, flags, env)
  await hasFocus()
  await expect.poll(() => asked(`SELECT order_id FROM orders`), station.output()).toBe(placed.id)
  expect(pagesOf(app)).toEqual([{ sandboxed: true }])
  x('xdotool', 'key', 'F12', 'ctrl+shift+i', 'ctrl+shift+j', 'ctrl+alt+i')
  await expect(async () => {
    await packByKeys()
    const packed = () => control.readOrder(placed.id).then(({ shipments }) => shipments.length)
    // A busy machine may make the keys stutter, like a person's: whatever is open or refused is put away.
    await expect
      .poll(packed, { timeout: 5_000 })
      .toBe(1)
      .catch(async (error: unknown) => {
        await screen.scanEnding(
          'enter',
          COMMAND_CODES.acknowledge,
          COMMAND_CODES.cancel,
          COMMAND_CODES.cancel,
          COMMAND_CODES.cancel,
        )
        throw error
      })
  }).toPass({ timeout: 90_000 })
  expect(pagesOf(app), 'keys open no developer tools').toEqual([{ sandboxed: true }])
  await expect.poll(() => asked(`SELECT count(*) FROM outbox WHERE state <> 'confirmed'`)).toBe(0)
  x('wmctrl', '-c', 'Packbench')
  expect(await station.ended, station.output()).toBe(0)

  const again = start(app, dataDir, flags, env)
  await hasFocus()
  await expect.poll(() => again.output()).toContain('Packbench ready')
  await packByKeys()
  again.child.kill('SIGTERM')
  expect(await again.ended, again.output()).toBe(0)

  const { shipments, order_lines } = await control.readOrder(placed.id)
  const shipment = nth(shipments, 0)
  expect(shipments).toEqual([expect.objectContaining({ state: 'packed', warehouse_id: WAREHOUSE_ID })])
  expect(order_lines.filter((line) => !line.is_shipping_fee).map((line) => line.shipment_id)).toEqual([
    shipment.id,
    shipment.id,
  ])
  expect((await writesTo(control)).filter((write) => write.includes('shipment'))).toHaveLength(1)
})

for (const flag of [
  '--remote-debugging-port=0',
  '--remote-debugging-pipe',
  '--inspect=0',
  '--js-flags=--expose-gc',
  '--disable-web-security',
  '--no-sandbox',
])
  test(`${flag} is refused in words, and nothing has listened by then`, async ({
    dataDir,
    temporaryFolder,
  }) => {
    const trace = path.join(temporaryFolder, 'trace')
    const tracer = ['strace', '-f', '-qq', '-e', 'trace=execve,listen', '-o', trace]
    const { ended, output } = start(app, dataDir, [flag], { DISPLAY: screen.name }, tracer)
    expect(await ended, output()).toBe(2)
    const said = output()
      .split('\n')
      .filter((line) => line.startsWith('packbench: '))
    expect(said).toEqual([
      expect.stringMatching(flag === '--no-sandbox' ? /without the sandbox/ : /unknown flag/),
    ])
    const calls = readFileSync(trace, 'utf8')
    expect(calls).toContain(`"${flag}"`)
    expect(calls).not.toContain('listen(')
    expect(existsSync(dataDir) ? readdirSync(dataDir) : [], 'nothing is started').toEqual([])
  })

test('a command needs no display, and the window says that it needs one', async ({ dataDir }) => {
  const noDisplay = { DISPLAY: '', WAYLAND_DISPLAY: '' }
  const doctor = start(app, dataDir, ['--doctor', `--data-dir=${dataDir}`], noDisplay)
  expect(await doctor.ended, doctor.output()).toBe(0)
  expect(doctor.output()).toContain('This station is healthy.')
  const window = start(app, dataDir, [`--data-dir=${dataDir}`], noDisplay)
  expect(await window.ended, window.output()).toBe(1)
  expect(window.output()).toContain('packbench: there is no display')
})

test('a start that fails asks nobody to close a box if it was typed into a terminal', async ({ dataDir }) => {
  mkdirSync(path.join(dataDir, 'training'), { recursive: true })
  const newer = new Database(path.join(dataDir, 'training', 'station.sqlite'))
  newer.exec('CREATE TABLE orders (order_id); PRAGMA user_version = 99999')
  newer.close()
  const terminal = ['bash', '-c', 'exec script -qec "$(printf "%q " "$@")" /dev/null', 'bash']
  const failed = start(app, dataDir, [`--data-dir=${dataDir}`], { DISPLAY: screen.name }, terminal)
  expect(await failed.ended, failed.output()).toBe(1)
  expect(failed.output()).toContain('written by a newer Packbench')
})

test('the package holds the product, its licenses and Electron, and nothing else', async () => {
  const files = filesIn(app.folder)
  const fromElectron = filesIn(app.runtime)
  const isOwn = (name: string) => name.startsWith('resources/') || !fromElectron.has(name)
  const own = [...files].filter(([name]) => isOwn(name) && name !== 'packbench')
  const outside = own.map(([name]) => name).filter((name) => !name.startsWith('resources/'))
  expect(outside).toEqual([])
  // The older Electron's SQLite is no part of the product.
  const product = own.filter(([name]) => !name.includes('/electron-33/'))
  expect(product.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(20 * MB)
  const resources = readdirSync(path.join(app.folder, 'resources'))
  expect(resources.sort()).toEqual([
    'app-update.yml',
    'app.asar',
    'app.asar.unpacked',
    'hub',
    'licenses',
    'provisioning.schema.json',
  ])

  const isOlder = existsSync(path.join(app.runtime, 'resources', 'app'))
  const asar = listPackage(path.join(app.folder, 'resources', 'app.asar'), { isPack: false })
  expect(asar.some((name) => name.startsWith('/electron-33'))).toBe(isOlder)
  for (const name of asar.filter((name) => name.endsWith('.node')))
    expect(files.has(`resources/app.asar.unpacked${name}`), name).toBe(true)

  const license = (name: string) => readFileSync(path.join(app.folder, name), 'utf8')
  expect(license('LICENSE.electron.txt')).toContain('Electron contributors')
  expect(license('LICENSES.chromium.html')).toContain('The Chromium Authors')
  const index = license('resources/licenses/README.txt')
  for (const name of ['Electron', 'Chromium', 'SQLite', 'React']) expect(index).toContain(name)
  expect(license('resources/licenses/sqlite.txt')).toContain('public domain')
  expect(license('resources/licenses/window.md')).toMatch(/^## react - /m)

  const { ENABLE: on, DISABLE: off } = FuseState
  expect(await getCurrentFuseWire(path.join(app.folder, 'packbench'))).toEqual({
    version: '1',
    [FuseV1Options.RunAsNode]: off,
    [FuseV1Options.EnableCookieEncryption]: on,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
    [FuseV1Options.EnableNodeCliInspectArguments]: off,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
    [FuseV1Options.OnlyLoadAppFromAsar]: on,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: off,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: off,
    ...(!isOlder && { [FuseV1Options.WasmTrapHandlers]: on }),
  })
})
