// @ts-check
import path from 'node:path'

/** Sums up the runners' JSON reports honestly: tests that did not run or crashed count as failures. */

/**
 * `flaky` names the passed tests that needed a retry.
 * @typedef {{ passed: number, failed: number, skipped: number, flaky: readonly string[] }} Counts
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
    flaky: report.suites.flatMap(flakySpecs),
  }
}

/**
 * @param {any} suite of Playwright's report: a file, or a group of tests in one
 * @returns {string[]}
 */
function flakySpecs({ specs = [], suites = [] }) {
  const own = specs.filter((/** @type {any} */ spec) =>
    spec.tests.some((/** @type {any} */ test) => test.status === 'flaky'),
  )
  return [
    ...own.map((/** @type {any} */ spec) => `${spec.file}: ${spec.title}`),
    ...suites.flatMap((/** @type {any} */ inner) => flakySpecs(inner)),
  ]
}

/**
 * The counts of a finished runner, and the problem if they differ from its report.
 * @param {{ name: string, code: number, counts: Counts | null }} run `counts` is null without a readable report
 * @returns {Counts & { problem?: string }}
 */
export function judgeRun({ name, code, counts }) {
  if (counts === null)
    return { passed: 0, failed: 1, skipped: 0, flaky: [], problem: `${name}: no report (exit code ${code})` }
  const failure = { ...counts, failed: counts.failed + 1 }
  if (counts.passed + counts.failed === 0) return { ...failure, problem: `${name}: executed no test at all` }
  if (code !== 0 && counts.failed === 0)
    return { ...failure, problem: `${name}: ended with exit code ${code} although no test failed` }
  return counts
}

/** @param {readonly Counts[]} all */
export function sumCounts(all) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    all.reduce((total, counts) => total + counts[key], 0)
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    flaky: all.flatMap(({ flaky }) => flaky),
  }
}

/**
 * The lines right before the counts, so that nobody misses a flaky test.
 * @param {Counts} counts
 */
export function flakyLines({ flaky }) {
  if (flaky.length === 0) return []
  return [
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
