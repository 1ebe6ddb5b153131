import { describe, expect, it } from 'vitest'
import {
  countPlaywright,
  countsLine,
  countVitest,
  judgeRun,
  sumCounts,
} from '../../../scripts/test-counts.mjs'

const vitestReport = (changes: object) => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...changes,
})

describe('counting Vitest', () => {
  it('adds tests marked as todo to the skipped ones', () => {
    const report = vitestReport({ numPassedTests: 7, numPendingTests: 2, numTodoTests: 1 })
    expect(countVitest(report)).toEqual({ passed: 7, failed: 0, skipped: 3 })
  })

  it('counts a file that could not be loaded as one failure', () => {
    const testResults = [{ status: 'failed', assertionResults: [] }]
    expect(countVitest(vitestReport({ testResults })).failed).toBe(1)
  })

  it('does not count a failed test twice', () => {
    const testResults = [
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ]
    const report = vitestReport({ numPassedTests: 2, numFailedTests: 1, testResults })
    expect(countVitest(report)).toEqual({ passed: 2, failed: 1, skipped: 0 })
  })
})

describe('counting Playwright', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 0, skipped: 2 }

  it('reads the sums', () => {
    expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 4, failed: 1, skipped: 2 })
  })

  it('counts a flaky test and an error outside of tests as failures', () => {
    const report = { stats: { ...stats, flaky: 1 }, errors: [{ message: 'no such file' }] }
    expect(countPlaywright(report).failed).toBe(3)
  })
})

describe('judging a run', () => {
  const good = { passed: 3, failed: 0, skipped: 1 }

  it('believes a run that passed', () => {
    expect(judgeRun({ name: 'vitest', code: 0, counts: good })).toEqual(good)
  })

  it('believes a run whose failing tests explain its exit code', () => {
    const counts = { passed: 3, failed: 2, skipped: 0 }
    expect(judgeRun({ name: 'vitest', code: 1, counts })).toEqual(counts)
  })

  it.each([
    ['without a report', { code: 137, counts: null }, 'no report (exit code 137)'],
    ['without a single test', { code: 0, counts: { ...good, passed: 0 } }, 'executed no test'],
    ['that failed without a failing test', { code: 1, counts: good }, 'exit code 1 although no test failed'],
  ])('counts a run %s as a failure', (_what, run, problem) => {
    const judged = judgeRun({ name: 'vitest', ...run })
    expect(judged.failed).toBe(1)
    expect(judged.problem).toContain(problem)
  })
})

describe('the last line', () => {
  it('names skipped tests only when there are some', () => {
    expect(countsLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
    expect(countsLine({ passed: 12, failed: 1, skipped: 3 })).toBe('12 passed, 1 failed, 3 skipped')
  })

  it('sums over the runners', () => {
    const runs = [
      { passed: 1, failed: 2, skipped: 3 },
      { passed: 10, failed: 20, skipped: 30 },
    ]
    expect(sumCounts(runs)).toEqual({ passed: 11, failed: 22, skipped: 33 })
  })
})
