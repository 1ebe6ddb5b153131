// @ts-check
/** Reads the runners' JSON reports into one honest sum: what did not run or crashed counts as a failure. */

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @param {any} report Vitest's JSON report. A file that could not be loaded has no tests: it counts as one failure.
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
  }
}

/**
 * @param {any} report Playwright's JSON report. A test that passed only when repeated counts as a failure.
 * @returns {Counts}
 */
export function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped }
}

/**
 * What a finished runner counts for, and what to say when it counts differently from its report.
 * @param {{ name: string, code: number, counts: Counts | null }} run `counts` is null without a readable report
 * @returns {Counts & { problem?: string }}
 */
export function judgeRun({ name, code, counts }) {
  if (counts === null)
    return { passed: 0, failed: 1, skipped: 0, problem: `${name}: no report (exit code ${code})` }
  const failure = { ...counts, failed: counts.failed + 1 }
  if (counts.passed + counts.failed === 0) return { ...failure, problem: `${name}: executed no test at all` }
  if (code !== 0 && counts.failed === 0)
    return { ...failure, problem: `${name}: ended with exit code ${code} although no test failed` }
  return counts
}

/** @param {readonly Counts[]} all */
export function sumCounts(all) {
  const sum = (/** @type {keyof Counts} */ key) => all.reduce((total, counts) => total + counts[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

/**
 * The last line of `npm test`.
 * @param {Counts} counts
 */
export function countsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
