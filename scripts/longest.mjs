// @ts-check
/** Where the time of a run went: the longest files of Vitest, with what they waited, and the longest window tests. */

const SHOWN = 20

/**
 * @typedef {{ name: string, wallMs: number, cpuMs?: number, queuedMs?: number }} Took `queuedMs`: ready to compute while
 *   others had the processors
 */

/**
 * @param {readonly Took[]} all
 * @param {string} what
 * @returns {string[]} one line each, the longest first, below a line with the sums
 */
export function longestLines(all, what) {
  const sum = seconds(all.reduce((total, { wallMs }) => total + wallMs, 0))
  const waited = all.some(({ cpuMs }) => cpuMs !== undefined)
    ? `, of which they waited ${seconds(all.reduce((total, took) => total + waitedMs(took), 0))} s`
    : ''
  const longest = all.toSorted((one, other) => other.wallMs - one.wallMs).slice(0, SHOWN)
  return [
    `${all.length} ${what} took ${sum} s${waited}. The longest:`,
    ...longest.map((took) => {
      const idle = took.cpuMs === undefined ? '' : ` ${seconds(waitedMs(took)).padStart(6)} s waited`
      return `${seconds(took.wallMs).padStart(7)} s${idle}  ${took.name}`
    }),
  ]
}

/**
 * What is neither its own work nor waiting for a processor: sleep, timers, other processes.
 * @param {Took} took
 */
function waitedMs({ wallMs, cpuMs = 0, queuedMs = 0 }) {
  return Math.max(0, wallMs - cpuMs - queuedMs)
}

/** @param {number} ms */
function seconds(ms) {
  return (ms / 1000).toFixed(1)
}

/**
 * @param {any} suite of Playwright's report: the whole, a file, or a group of tests in one
 * @returns {Took[]}
 */
export function windowTests({ specs = [], suites = [] }) {
  return [
    ...specs.map((/** @type {any} */ { file, title, tests }) => ({
      name: `${file}: ${title}`,
      wallMs: tests
        .flatMap((/** @type {any} */ { results }) => results)
        .reduce((/** @type {number} */ total, /** @type {any} */ { duration }) => total + duration, 0),
    })),
    ...suites.flatMap(windowTests),
  ]
}

/** A reporter of Vitest. What each file used comes from `test/support/used-time.ts`. */
export default class LongestFiles {
  /** @param {readonly import('vitest/node').TestModule[]} files */
  onTestRunEnd(files) {
    const took = files.flatMap((file) => {
      const { usedTime } = /** @type {{ usedTime?: Omit<Took, 'name'> }} */ (file.meta())
      return usedTime === undefined ? [] : [{ name: file.relativeModuleId, ...usedTime }]
    })
    if (took.length > 1) console.log(`\n${longestLines(took, 'files').join('\n')}`)
  }
}
