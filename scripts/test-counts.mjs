// @ts-check
import path from 'node:path'

/** Sums up the runners' JSON reports honestly: tests that did not run or crashed count as failures. */

/**
 * `failures` names the failed tests, with the first line of why; `flaky` the passed ones that needed a retry.
 * @typedef {{
 *   passed: number, failed: number, skipped: number, failures: readonly string[], flaky: readonly string[]
 * }} Counts
 */

/**
 * @param {any} report Vitest's JSON report. A file that failed to load has no tests: it counts as one failure.
 * @returns {Counts}
 */
export function countVitest(report) {
  const broken = report.testResults.filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' &&
      !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...report.testResults.flatMap((/** @type {any} */ file) =>
        file.assertionResults
          .filter((/** @type {any} */ test) => test.status === 'failed')
          .map((/** @type {any} */ test) => failure(file.name, test.fullName, test.failureMessages?.[0])),
      ),
      ...broken.map((/** @type {any} */ file) => failure(file.name, 'could not be loaded', file.message)),
    ],
    // A passed test keeps the errors of its first try.
    flaky: report.testResults.flatMap((/** @type {any} */ file) =>
      file.assertionResults
        .filter((/** @type {any} */ test) => test.status === 'passed' && test.failureMessages?.length > 0)
        .map((/** @type {any} */ test) => `${path.basename(file.name)}: ${test.fullName}`),
    ),
  }
}

/**
 * @param {any} report Playwright's JSON report
 * @returns {Counts}
 */
export function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats
  return {
    passed: expected + flaky,
    failed: unexpected + report.errors.length,
    skipped,
    failures: [
      ...report.suites.flatMap((/** @type {any} */ suite) => specsThatEnded('unexpected', suite)),
      ...report.errors.map((/** @type {any} */ error) => failure('e2e', 'outside of a test', error.message)),
    ],
    flaky: report.suites.flatMap((/** @type {any} */ suite) => specsThatEnded('flaky', suite)),
  }
}

/**
 * @param {string} status
 * @param {any} suite of Playwright's report: a file, or a group of tests in one
 * @returns {string[]}
 */
function specsThatEnded(status, { specs = [], suites = [] }) {
  const own = specs.filter((/** @type {any} */ spec) =>
    spec.tests.some((/** @type {any} */ test) => test.status === status),
  )
  return [
    ...own.map((/** @type {any} */ spec) => `${spec.file}: ${spec.title}`),
    ...suites.flatMap((/** @type {any} */ inner) => specsThatEnded(status, inner)),
  ]
}

/**
 * @param {string} file
 * @param {string} name
 * @param {string} [message] only its first line is taken
 */
function failure(file, name, message = '') {
  const [why = ''] = message.split('\n', 1)
  return `${path.basename(file)}: ${name}${why === '' ? '' : ` (${why})`}`
}

/**
 * The counts of a finished runner, and the problem if they differ from its report.
 * @param {{ name: string, code: number, counts: Counts | null }} run `counts` is null without a readable report
 * @returns {Counts & { problem?: string }}
 */
export function judgeRun({ name, code, counts }) {
  if (counts === null)
    return withProblem(
      { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] },
      `${name}: no report (exit code ${code})`,
    )
  if (counts.passed + counts.failed === 0) return withProblem(counts, `${name}: executed no test at all`)
  if (code !== 0 && counts.failed === 0)
    return withProblem(counts, `${name}: ended with exit code ${code} although no test failed`)
  return counts
}

/**
 * @param {Counts} counts
 * @param {string} problem
 */
function withProblem(counts, problem) {
  return { ...counts, failed: counts.failed + 1, failures: [...counts.failures, problem], problem }
}

/** @param {readonly Counts[]} all */
export function sumCounts(all) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    all.reduce((total, counts) => total + counts[key], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    failures: all.flatMap(({ failures }) => failures),
    flaky: all.flatMap(({ flaky }) => flaky),
  }
}

/**
 * The lines right before the counts: what failed is named where even a log cut to its end shows it, and nobody misses
 * a flaky test.
 * @param {Counts} counts
 */
export function namedLines({ failures, flaky }) {
  const failed = failures.map((name) => `FAILED: ${name}`)
  if (flaky.length === 0) return failed
  return [
    ...failed,
    'These passed only when they were tried again. Mend them: the next run may fail.',
    ...flaky.map((name) => `FLAKY: ${name}`),
  ]
}

/**
 * The last line of `npm test`.
 * @param {Counts} counts
 */
export function countsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
