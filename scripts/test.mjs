// @ts-check
/**
 * `npm test`: builds, runs every suite, and ends with one line of counts. `npm run test:full` adds the long tests:
 * every screen in both themes at both sizes, every paper in every language, a shift of orders, the tools. `npm run
 * test:unit`, `test:contract`, `test:property` and `test:e2e` run one suite; arguments after `--` go to its runner.
 * `npm run test:electron` runs the window tests in a real Electron, which it fetches; `--full` includes them, and leaves
 * to the browser host what only that one plays.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { openElectron } from './electron-runtime.mjs'
import { longestLines, windowTests } from './longest.mjs'
import { requireOwnNode, runScript } from './run-script.mjs'
import { scratchDir } from './scratch.mjs'
import { countPlaywright, countsLine, countVitest, judgeRun, namedLines, sumCounts } from './test-counts.mjs'
import { installTools, needWindowBrowser } from './test-machine.mjs'

/** @typedef {import('./test-counts.mjs').Counts} Counts */

const ROOT = path.join(import.meta.dirname, '..')
const REPORTS = path.join(ROOT, 'test-results')
const SUITES = ['unit', 'contract', 'property', 'kill', 'week', 'security', 'e2e', 'electron']
/**
 * Time limits, only for hangs: three times what the runner takes with --full on two idle cores, which is 11 and 17
 * minutes. Playwright stops itself a minute earlier, so that it can report.
 */
const TOO_LONG_MS = { vitest: 34 * 60_000, playwright: 52 * 60_000 }

/** For the suites and the programs they start. */
const FULL_FLAG = '--full'
if (process.argv.includes(FULL_FLAG)) process.env['PACKBENCH_FULL'] = '1'
const [asked, ...more] = process.argv.slice(2).filter((argument) => argument !== FULL_FLAG)
if (asked !== undefined && !SUITES.includes(asked)) {
  console.error(`unknown suite "${asked}": ${SUITES.join(', ')}, or none for all`)
  process.exit(2)
}
requireOwnNode()
process.chdir(ROOT)
mkdirSync(REPORTS, { recursive: true })
installTools()
/** Whether `out` is built from these sources: built once, for window tests and for tests that start the built app. */
const isBuilt = (asked === undefined || asked === 'e2e' || asked === 'electron') && build()
/** Before the other suites, because the packed app shows its window there, too. */
const hasBrowser = (asked === undefined || asked === 'e2e') && prepareChromium()
/** @type {readonly (() => Counts[] | Promise<Counts[]>)[]} */
const RINGS = [runVitest, runEndToEnd, runElectron]
/** @type {Counts[]} */
const counts = []
for (const runRing of RINGS) {
  // The gate stops after a ring that fails; `npm test` runs them all.
  const isStopped = process.env['PACKBENCH_FULL'] !== undefined && counts.some(({ failed }) => failed > 0)
  if (isStopped) console.error(`Not run, because of what failed: ${runRing.name.replace('run', '')}`)
  else counts.push(...(await runRing()))
}
const total = sumCounts(counts)
for (const line of namedLines(total)) console.log(line)
console.log(countsLine(total))
process.exitCode = total.failed > 0 ? 1 : 0

/** @returns {Counts[]} */
function runVitest() {
  if (asked === 'e2e' || asked === 'electron') return []
  const reportFile = path.join(REPORTS, 'vitest.json')
  const isNarrowed = asked === undefined || more.some((argument) => !argument.startsWith('-'))
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...(isNarrowed ? [] : [`test/${asked}/`]), ...more]
  const reporters = ['default', 'json', './scripts/longest.mjs'].map((name) => `--reporter=${name}`)
  reporters.push(`--outputFile.json=${reportFile}`)
  // Vite announces a future change in how it loads its config, which does not concern testers.
  /** @type {NodeJS.ProcessEnv} */
  const env = { VITE_CONFIG_NATIVE_IGNORE_WARNING: 'true' }
  if (isBuilt) env['PACKBENCH_BUILT'] = path.join(ROOT, 'out')
  const command = [process.execPath, ...args, ...reporters]
  return [
    runSuite({
      name: 'vitest',
      command,
      env,
      timeoutMs: TOO_LONG_MS.vitest,
      reportFile,
      count: countVitest,
    }),
  ]
}

/** @returns {Counts[]} */
function runEndToEnd() {
  if (asked !== undefined && asked !== 'e2e') return []
  if (!hasBrowser)
    return [
      { passed: 0, failed: 1, skipped: 0, failures: ['e2e: no browser or no build, see above'], flaky: [] },
    ]
  // Not told which browser: tests of a window that people see need a whole Chromium, not the headless shell.
  const browserEnv = playsInElectron() && asked === undefined ? { PACKBENCH_ELECTRON_TOO: '1' } : {}
  // Together: no worker is idle while the last tests of the other kind end.
  return [runPlaywright(['browser', 'double'], browserEnv)]
}

/** @returns {Promise<Counts[]>} */
async function runElectron() {
  if (!playsInElectron()) return []
  /** @type {Awaited<ReturnType<typeof openElectron>> | null} */
  let electron = null
  try {
    if (!isBuilt) throw new Error('there is no build, see above')
    electron = await openElectron(ROOT)
    console.log(`Testing in ${electron.versions}, with Chromium's sandbox on`)
    return [await runPlaywrightAside('electron', electron.env)]
  } catch (error) {
    const problem = `no window test ran in real Electron: ${error instanceof Error ? error.message : String(error)}`
    console.error(problem)
    return [{ passed: 0, failed: 1, skipped: 0, failures: [problem], flaky: [] }]
  } finally {
    electron?.close()
  }
}

function playsInElectron() {
  return asked === 'electron' || (asked === undefined && process.env['PACKBENCH_FULL'] !== undefined)
}

function build() {
  const { code, output } = runScript('build', { quiet: true })
  if (code !== 0) console.error(`${output}\nThe build failed.`)
  return code === 0
}

/** Finds or installs the browser. @returns whether there is one; the reason is shown if not */
function prepareChromium() {
  if (!isBuilt) return false
  try {
    console.log(`Testing in ${needWindowBrowser()}`)
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  }
}

/**
 * @param {readonly ('browser' | 'double')[]} projects
 * @param {NodeJS.ProcessEnv} env
 */
function runPlaywright(projects, env) {
  return runSuite(playwrightSuite(projects, env))
}

/**
 * Without blocking this process, so that it can hold a display open.
 * @param {'electron'} project
 * @param {NodeJS.ProcessEnv} env
 */
async function runPlaywrightAside(project, env) {
  const suite = playwrightSuite([project], env)
  const [program = '', ...args] = suite.command
  rmSync(suite.reportFile, { force: true })
  const child = spawn(program, args, {
    env: { ...process.env, TMPDIR: scratchDir(), ...suite.env },
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: suite.timeoutMs,
  })
  const [code] = await once(child, 'close')
  return judge(suite, code)
}

/**
 * @param {readonly ('browser' | 'double' | 'electron')[]} projects
 * @param {NodeJS.ProcessEnv} env
 */
function playwrightSuite(projects, env) {
  const reportFile = path.join(REPORTS, `e2e-${projects.join('-')}.json`)
  const flags = projects.map((project) => `--project=${project}`)
  const cli = [process.execPath, 'node_modules/playwright/cli.js', 'test', ...flags]
  return {
    name: `e2e on ${projects.join(' and ')}`,
    command: asked === undefined ? cli : [...cli, ...more],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
    timeoutMs: TOO_LONG_MS.playwright,
    reportFile,
    count: countWindows,
  }
}

/** @param {any} report Playwright's JSON report */
function countWindows(report) {
  console.log(`\n${longestLines(windowTests(report), 'window tests').join('\n')}`)
  return countPlaywright(report)
}

/**
 * Runs one runner to its end and evaluates its report.
 * @param {{ name: string, command: readonly string[], env: NodeJS.ProcessEnv, timeoutMs: number, reportFile: string,
 *   count: (report: any) => Counts }} runner
 * @returns {Counts}
 */
function runSuite({ name, command, env, timeoutMs, reportFile, count }) {
  const [program = '', ...args] = command
  // An earlier run's report must not replace a missing one.
  rmSync(reportFile, { force: true })
  const run = spawnSync(program, args, {
    env: { ...process.env, TMPDIR: scratchDir(), ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: timeoutMs,
  })
  if (run.error) console.error(`${name}: ${run.error.message}`)
  return judge({ name, reportFile, count }, run.status)
}

/**
 * @param {{ name: string, reportFile: string, count: (report: any) => Counts }} runner
 * @param {number | null} code
 */
function judge({ name, reportFile, count }, code) {
  const judged = judgeRun({ name, code: code ?? 1, counts: readCounts(reportFile, count) })
  if (judged.problem) console.error(judged.problem)
  return judged
}

/**
 * @param {string} file
 * @param {(report: any) => Counts} count
 * @returns {Counts | null} null without a readable report
 */
function readCounts(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
