// @ts-check
/**
 * `npm run package:dir`: builds, and packs the app into a folder as the installers contain it; `--out=DIR` instead of
 * `dist`, `--built` uses the build that is there, and other flags are electron-builder's. It uses the Electron of
 * `ELECTRON_OVERRIDE_DIST_PATH` or the installed one; without any, on Linux x64, the older one that the window tests
 * fetch.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fetchElectron } from './electron-runtime.mjs'
import { requireOwnNode, runScript } from './run-script.mjs'

const OUT = '--out='
const BUILT = '--built'
/** Where the fetched Electron keeps what it needs; and the folder for it in the package. */
const OLDER = { parts: 'resources/app', name: 'electron-33' }
const args = process.argv.slice(2)
requireOwnNode()
const out = path.resolve(args.find((arg) => arg.startsWith(OUT))?.slice(OUT.length) ?? 'dist')
process.chdir(path.join(import.meta.dirname, '..'))
// Every user of a PC reads the program, however private the files of the one who builds it are.
if (process.platform !== 'win32') process.umask(0o022)
if (!args.includes(BUILT) && runScript('build').code !== 0) process.exit(1)
try {
  const flags = args.filter((arg) => arg !== BUILT && !arg.startsWith(OUT))
  process.exitCode = pack(flags, await electronDist())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** @returns {Promise<string | null>} the folder of the runtime, or null: electron-builder downloads it */
async function electronDist() {
  const given = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  if (given) return path.resolve(given)
  const installed = path.resolve('node_modules/electron/dist')
  if (existsSync(installed)) return installed
  return process.platform === 'linux' && process.arch === 'x64' ? fetchElectron() : null
}

/**
 * @param {readonly string[]} flags
 * @param {string | null} dist
 */
function pack(flags, dist) {
  const aside = mkdtempSync(path.join(tmpdir(), 'packbench-package-'))
  try {
    const cli = path.resolve('node_modules/electron-builder/cli.js')
    const own = ['--publish=never', `-c.directories.output=${out}`]
    if (dist !== null) own.push(`-c.electronDist=${dist}`)
    // Only the Electron that is fetched for tests comes with a program of its own.
    if (dist !== null && existsSync(path.join(dist, OLDER.parts)))
      own.push(`--config=${olderConfig(dist, aside)}`)
    return spawnSync(process.execPath, [cli, ...own, ...flags], { stdio: 'inherit' }).status ?? 1
  } finally {
    rmSync(aside, { recursive: true })
  }
}

/**
 * Adds what an older Electron needs and the product's own does not. The product's files are packed unchanged.
 * @param {string} dist
 * @param {string} aside a folder for copies: electron-builder takes no file from /var
 * @returns {string} the file of the configuration
 */
function olderConfig(dist, aside) {
  console.log('NOT FOR USE: packed with an older Electron, which is for tests')
  const parts = path.join(aside, OLDER.name)
  cpSync(path.join(dist, OLDER.parts), parts, { recursive: true })
  cpSync(path.resolve('test/support/electron-33/packed.cjs'), path.join(parts, 'packed.cjs'))
  const config = {
    extends: path.resolve('electron-builder.yml'),
    electronVersion: readFileSync(path.join(dist, 'version'), 'utf8'),
    extraMetadata: { main: `${OLDER.name}/packed.cjs` },
    files: [{ from: parts, to: OLDER.name, filter: ['{node-20,sqlite,packed}.cjs', '*.node'] }],
    asarUnpack: ['**/*.node'],
  }
  const file = path.join(aside, 'config.json')
  writeFileSync(file, JSON.stringify(config))
  return file
}
