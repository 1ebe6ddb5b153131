import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findWindowBrowser } from '../../../scripts/test-machine.mjs'
import { measurePicture } from '../../../src/main/base/picture'
import { pdfPages } from '../../../src/main/print/pdf-pages'
import { spawnOnDouble, startDoubleStation } from '../../support/double-station'
import { labelPage, labelPdf } from '../../support/label-pdf'
import { extractProgram, filesIn, packApp, type PackedApp } from '../../support/packed-app'

/**
 * What `npm run package:dir` packs. Without an installed runtime, a stand-in takes the place of Electron: it is quick and
 * offline, and has the fuses of the version that is shipped. electron-package.e2e.ts starts a package.
 */

const ROOT = path.join(__dirname, '..', '..', '..')
const MB = 1e6
/** Published without a license file. */
const NAMED_ONLY = ['abstract-logging', 'lazy-val', 'react-remove-scroll-bar']

const canPack = process.platform === 'linux' && process.arch === 'x64'

describe.skipIf(!canPack)('the packed app', () => {
  let app: PackedApp
  let program: string
  let files: ReadonlyMap<string, number>
  const read = (file: string) => readFileSync(path.join(program, file), 'utf8')
  const license = (name: string) =>
    readFileSync(path.join(app.unpacked, 'resources', 'licenses', name), 'utf8')

  beforeAll(async () => {
    app = await packApp()
    program = mkdtempSync(path.join(app.dist, 'program-'))
    extractProgram(app, program)
    files = filesIn(program)
  }, 120_000)
  afterAll(() => app.remove())

  it('has every fuse set', async () => {
    const on = FuseState.ENABLE
    const off = FuseState.DISABLE
    expect(await getCurrentFuseWire(path.join(app.unpacked, 'packbench'))).toEqual({
      version: '1',
      [FuseV1Options.RunAsNode]: off,
      [FuseV1Options.EnableCookieEncryption]: on,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
      [FuseV1Options.EnableNodeCliInspectArguments]: off,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
      [FuseV1Options.OnlyLoadAppFromAsar]: on,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: off,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: off,
      [FuseV1Options.WasmTrapHandlers]: on,
    })
  })

  it('contains the three bundles, one native library, and nothing else', () => {
    const names = [...files.keys()]
    expect(names).toEqual(
      expect.arrayContaining(['out/main/index.js', 'out/preload/index.js', 'out/renderer/index.html']),
    )
    expect(names.filter((name) => name.endsWith('.node'))).toEqual([
      'node_modules/better-sqlite3/prebuilds/linux-x64.node',
    ])
    const expected = [
      /^package\.json$/,
      /^out\/main\/(chunks\/)?[\w.-]+\.js$/,
      /^out\/main\/pdfium\.wasm$/,
      /^out\/preload\/index\.js$/,
      /^out\/renderer\/index\.html$/,
      /^out\/renderer\/assets\/[\w.-]+\.(js|css|woff2)$/,
      /^node_modules\/better-sqlite3\/(package\.json|LICENSE|lib\/[\w/-]+\.js|prebuilds\/[\w-]+\.node)$/,
    ]
    expect(names.filter((name) => !expected.some((pattern) => pattern.test(name)))).toEqual([])
  })

  it('brings what the server of a hub needs', () => {
    const names = [
      'compose-cluster.yaml',
      'compose.yaml',
      'nats-cluster.conf',
      'nats-server.conf',
      'packbench-hub.service',
    ]
    const hub = path.join(app.unpacked, 'resources', 'hub')
    expect(readdirSync(hub).toSorted()).toEqual(names)
    for (const name of names)
      expect(readFileSync(path.join(hub, name), 'utf8')).toBe(readFileSync(`docs/hub/${name}`, 'utf8'))
  })

  it('takes less than 20 MB without Electron', () => {
    const sizes = [...filesIn(path.join(app.unpacked, 'resources')).values()]
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(20 * MB)
  })

  it('carries no code that only a clone runs: the browser host, the marketplace’s control', () => {
    const chunks = [...files.keys()].filter((name) => name.startsWith('out/main/') && name.endsWith('.js'))
    // The second is the script of a thread.
    const loaded = new Set(['out/main/index.js', 'out/main/pdf-worker.js'])
    for (const chunk of loaded)
      for (const [, wanted] of read(chunk).matchAll(/\brequire\("(\.{1,2}\/[^"]+-[\w-]{8}\.js)"\)/g)) {
        const found = path.posix.join(path.posix.dirname(chunk), wanted ?? '')
        if (!found.includes('/from-clone/')) loaded.add(found)
      }
    expect(chunks.sort()).toEqual([...loaded].sort())
    for (const chunk of chunks)
      expect(read(chunk)).not.toContain('the control API takes application/json only')
  })

  it('starts, and finds every part that it loads on demand', () => {
    const electron = path.join(program, 'electron.cjs')
    writeFileSync(electron, DOUBLE)
    const start = run(['--require', electron, path.join(program, 'out/main/index.js'), '--help'])
    expect(start).toEqual({ code: 0, output: expect.stringContaining('--data-dir=DIR') })
    const chunks = [...files.keys()].filter((name) => name.startsWith('out/main/chunks/'))
    for (const chunk of chunks) {
      const load = `require(${JSON.stringify(path.join(program, chunk))})`
      expect(run(['--require', electron, '-e', load]), chunk).toEqual({ code: 0, output: '' })
    }
    // What Electron's entry does with the updater, which no other test loads from a bundle.
    const updater =
      chunks.find((chunk) => read(chunk).includes('node_modules/electron-updater/out/main.js')) ?? ''
    const kind = `console.log(require(${JSON.stringify(path.join(program, updater))}).default.autoUpdater.constructor.name)`
    expect(run(['--require', electron, '-e', kind])).toEqual({ code: 0, output: 'AppImageUpdater\n' })
    const library = JSON.stringify(path.join(program, 'node_modules/better-sqlite3'))
    const query = `console.log(new (require(${library}))(':memory:').prepare('select 6*7').pluck().get())`
    expect(run(['-e', query])).toEqual({ code: 0, output: '42\n' })
  })

  it('draws a PDF label with files outside the archive', async () => {
    const unpacked = path.join(app.unpacked, 'resources/app.asar.unpacked/out/main')
    const part = (name: string) => path.join(unpacked, name)
    const engine = { script: part('pdf-worker.js'), wasm: part('pdfium.wasm') }
    const [picture = Buffer.alloc(0)] = await pdfPages(labelPdf([labelPage('PACKED-1')]), engine)
    expect(measurePicture(picture)).toEqual({ type: 'png', width: 2_400, height: 3_600 })
  })

  it.skipIf(findWindowBrowser() === null)(
    'shows its orders on the double of Electron',
    async () => {
      const dataDir = path.join(app.dist, 'station')
      const station = await startDoubleStation({ dataDir, flags: ['--training'] }, async () => {}, program)
      await station.page().getByRole('option').first().waitFor()
      await station.stop()
      const doctor = await spawnOnDouble(['--doctor', `--data-dir=${dataDir}`], {}, program)
      expect(await doctor.ended, doctor.output()).toBe(0)
      expect(doctor.output()).toContain('This station is healthy.')
    },
    120_000,
  )

  it('carries the licenses of everything in it', () => {
    const main = packagesIn(license('program.md'))
    const missing = importedBy('src/{main,marketplace,shared}/**/*.ts').filter((name) => !main.has(name))
    expect([...new Set(missing)].sort()).toEqual(['better-sqlite3', 'electron'])
    // What those import in turn, as the bundler notes it at each module.
    const modules = [...files.keys()]
      .filter((name) => name.startsWith('out/main/'))
      .flatMap((name) => [
        ...read(name).matchAll(/^\/\/ (?:.*\/)?node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm),
      ])
      .map(([, name = '']) => name)
    expect(modules).toEqual(expect.arrayContaining(['avvio', 'moment']))
    expect(modules.filter((name) => !main.has(name))).toEqual([])
    const window = packagesIn(license('window.md'))
    expect(importedBy('src/renderer/src/**/*.{ts,tsx}').filter((name) => !window.has(name))).toEqual([])
    expect([...window.keys()]).toEqual(expect.arrayContaining(['react', 'scheduler', 'd3-scale']))

    expect([...main, ...window].filter(([, text]) => text === '').map(([name]) => name)).toEqual(NAMED_ONLY)
    for (const font of ['inter', 'jetbrains-mono'])
      expect(license(`fonts/${font}.txt`)).toContain('SIL OPEN FONT')
    expect(license('better-sqlite3.txt')).toContain('The MIT License')
    expect(flat(license('sqlite.txt'))).toContain(blessing())
    expect(license('pdfium.txt')).toContain('Copyright 2014 The PDFium Authors')
    expect(filesIn(app.unpacked).has('LICENSES.chromium.html')).toBe(true)
    expect(filesIn(app.unpacked).has('LICENSE.electron.txt')).toBe(true)
    const named = [...license('README.txt').matchAll(/(?<= )[\w-]+\.(?:\w+\.)?(?:txt|md|html)/g)].map(String)
    const there = [app.unpacked, path.join(app.unpacked, 'resources/licenses')].flatMap((dir) =>
      readdirSync(dir),
    )
    expect(named).toHaveLength(7)
    expect(there).toEqual(expect.arrayContaining(named))
  })
})

/** Enough of Electron for `--help` and for making an updater. */
const DOUBLE = `
const Module = require('node:module')
const load = Module._load
// A packed app is started without a script.
process.argv.splice(1, 1)
const app = { isPackaged: true, exit: (code) => process.exit(code), getVersion: () => '0.1.0' }
const electron = { app }
process.resourcesPath = ''
Module._load = (request, ...more) => (request === 'electron' ? electron : load(request, ...more))
`

function run(args: readonly string[]): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { code: status, output: stdout + stderr }
}

/** What SQLite's source says in place of a license. */
function blessing(): string {
  const source = readFileSync(path.join(ROOT, 'node_modules/better-sqlite3/deps/sqlite3/sqlite3.c'), 'utf8')
  const [text = ''] = /The author disclaims [^]*?never taking more than you give\./.exec(source) ?? []
  return flat(text.replaceAll('**', ''))
}

const flat = (text: string) => text.replaceAll(/\s+/g, ' ')

/** The packages that these sources import, not for their types alone; the workshop is not built in. */
function importedBy(pattern: string): string[] {
  const sources = globSync(pattern, { cwd: ROOT }).filter((file) => !file.includes('/workshop/'))
  return sources.flatMap((file) => {
    const imports = readFileSync(path.join(ROOT, file), 'utf8').matchAll(
      /^import (?!type\b)[^;'"]*'((?:@[\w-]+\/)?[a-z][\w-]*)(?=['/])|\bimport\('([a-z][\w-]*)/gm,
    )
    return [...imports].map(([, name, lazy]) => name ?? lazy ?? '')
  })
}

/** The packages of a list that Vite wrote, and their texts. */
function packagesIn(list: string): Map<string, string> {
  const parts = list.split(/^## (?=\S+ - \d+\.\d+\.\d+)/m).slice(1)
  return new Map(parts.map((part) => [part.split(' ')[0] ?? '', part.slice(part.indexOf('\n')).trim()]))
}
