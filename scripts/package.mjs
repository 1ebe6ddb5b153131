// @ts-check
/**
 * `npm run package:dir`: builds, and packs the app into a folder as the installers contain it; `--out=DIR` instead of
 * `dist`, `--built` uses the build that is there, and other flags are electron-builder's. It uses the Electron of
 * `ELECTRON_OVERRIDE_DIST_PATH` or the installed one; without any, a stand-in on Linux x64, so that all but Electron
 * itself can be checked.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { requireOwnNode, runScript } from './run-script.mjs'
import { makeStandInElectron } from './stand-in-electron.mjs'

const OUT = '--out='
const BUILT = '--built'
const args = process.argv.slice(2)
requireOwnNode()
const out = path.resolve(args.find((arg) => arg.startsWith(OUT))?.slice(OUT.length) ?? 'dist')
process.chdir(path.join(import.meta.dirname, '..'))
// Every user of a PC reads the program, however private the files of the one who builds it are.
if (process.platform !== 'win32') process.umask(0o022)
if (!args.includes(BUILT) && runScript('build').code !== 0) process.exit(1)
const standIn = mkdtempSync(path.join(tmpdir(), 'packbench-runtime-'))
try {
  const flags = args.filter((arg) => arg !== BUILT && !arg.startsWith(OUT))
  process.exitCode = pack(flags, electronDist())
} finally {
  rmSync(standIn, { recursive: true, force: true })
}

/** @returns {string | null} the folder of the runtime, or null: electron-builder downloads it */
function electronDist() {
  const given = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  if (given) return path.resolve(given)
  const installed = path.resolve('node_modules/electron/dist')
  if (existsSync(installed)) return installed
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  makeStandInElectron(standIn)
  console.log('NOT FOR USE: packed with a stand-in, because there is no Electron runtime')
  return standIn
}

/**
 * @param {readonly string[]} flags
 * @param {string | null} dist
 */
function pack(flags, dist) {
  const cli = path.resolve('node_modules/electron-builder/cli.js')
  const own = ['--publish=never', `-c.directories.output=${out}`]
  if (dist !== null) own.push(`-c.electronDist=${dist}`)
  return spawnSync(process.execPath, [cli, ...own, ...flags], { stdio: 'inherit' }).status ?? 1
}
