// Builds Packbench if the build is missing or older than the sources, then runs one of its entries with the given
// flags: `start.mjs launch [flags]`.
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
const SOURCES = ['src', 'resources', 'package.json', 'electron.vite.config.ts', 'postcss.config.cjs']
/** Written last, so that an interrupted build does not count as complete. */
const stamp = path.join(root, 'out', 'built')

const mtimeOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Folders count too: a deleted file changes its folder's time. */
function newestIn(file) {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined) return 0
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(stats.mtimeMs, ...readdirSync(file).map((name) => newestIn(path.join(file, name))))
}

function build() {
  // For a waiting person; a program that reads the output gets only one line.
  if (process.stderr.isTTY) console.error('Building Packbench ...')
  rmSync(stamp, { force: true })
  const startedAt = new Date()
  const cli = path.join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const result = spawnSync(process.execPath, [cli, 'build', '--logLevel', 'warn'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (result.status !== 0) {
    process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}\nThe build failed.\n`)
    process.exit(1)
  }
  writeFileSync(stamp, '')
  // Changes made during the build are not in it.
  utimesSync(stamp, startedAt, startedAt)
}

const [entry, ...flags] = process.argv.slice(2)
if (entry !== 'launch' && entry !== 'marketplace') throw new Error('name the entry: launch or marketplace')
const newest = Math.max(...SOURCES.map((source) => newestIn(path.join(root, source))))
if (mtimeOf(stamp) < newest) build()

const script = path.join(root, 'out', 'main', `${entry}.js`)
process.argv.splice(1, process.argv.length, script, ...flags)
await import(pathToFileURL(script).href)
