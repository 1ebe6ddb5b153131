// @ts-check
import { spawnSync } from 'node:child_process'

const NEEDED_NODE = 22

/**
 * Reports a Node that is too old and exits with code 1. npm puts node_modules/.bin first on the path; it has the
 * pinned Node of the optional dependencies, one package per platform. Under npm every script runs on that Node,
 * whatever the machine has.
 */
export function requireOwnNode() {
  if (Number.parseInt(process.versions.node, 10) >= NEEDED_NODE) return
  console.error(
    `Node ${process.versions.node} is too old to run this. Run it through npm (npm run …) after npm ci: ` +
      'npm then uses the Node 24 that is installed with the project.',
  )
  process.exit(1)
}

/**
 * Runs a script of package.json to its end.
 * @param {string} name
 * @param {{ quiet?: boolean }} [how] quiet: return the output without showing it
 * @returns {{ code: number, output: string }} code 1 when it could not be started
 */
export function runScript(name, { quiet = false } = {}) {
  const npm = process.env.npm_execpath
  const args = ['run', '--silent', name]
  /** @type {import('node:child_process').SpawnSyncOptionsWithStringEncoding} */
  const options = {
    encoding: 'utf8',
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  }
  const run = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync(`npm ${args.join(' ')}`, { ...options, shell: true })
  if (run.error) return { code: 1, output: String(run.error) }
  return { code: run.status ?? 1, output: `${run.stdout ?? ''}${run.stderr ?? ''}`.trim() }
}
