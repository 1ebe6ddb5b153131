// @ts-check
import { execFile, spawnSync } from 'node:child_process'

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
  const { file, args, shell } = npmCommand(['run', '--silent', name])
  const run = spawnSync(file, args, {
    encoding: 'utf8',
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    maxBuffer: LONGEST_OUTPUT,
    shell,
  })
  if (run.error) return { code: 1, output: String(run.error) }
  return { code: run.status ?? 1, output: `${run.stdout ?? ''}${run.stderr ?? ''}`.trim() }
}

/**
 * Runs a script of package.json beside others, without showing its output.
 * @param {string} name
 * @returns {Promise<{ code: number, output: string }>} code 1 when it could not be started
 */
export function runScriptQuietly(name) {
  return runNpm(['run', '--silent', name])
}

/**
 * Runs npm without showing its output.
 * @param {readonly string[]} words
 * @returns {Promise<{ code: number, output: string }>} code 1 when it could not be started
 */
export function runNpm(words) {
  const { file, args, shell } = npmCommand(words)
  return new Promise((resolve) => {
    const run = execFile(file, args, { maxBuffer: LONGEST_OUTPUT, shell }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`.trim()
      if (error === null) resolve({ code: 0, output })
      else resolve({ code: run.exitCode ?? 1, output: output === '' ? error.message : output })
    })
    run.stdin?.end()
  })
}

const LONGEST_OUTPUT = 64 * 1024 * 1024

/** @param {readonly string[]} args */
function npmCommand(args) {
  const npm = process.env.npm_execpath
  return npm === undefined
    ? { file: 'npm', args: [...args], shell: true }
    : { file: process.execPath, args: [npm, ...args], shell: false }
}
