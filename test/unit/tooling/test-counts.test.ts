import { describe, expect, it } from 'vitest'
import {
  countPlaywright,
  countsLine,
  countVitest,
  namedLines,
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
    expect(countVitest(report)).toEqual({ passed: 7, failed: 0, skipped: 3, failures: [], flaky: [] })
  })

  it('counts a file that could not be loaded as one failure', () => {
    const testResults = [
      {
        name: '/a/test/pull.test.ts',
        status: 'failed',
        message: 'no such module\n  at line 1',
        assertionResults: [],
      },
    ]
    expect(countVitest(vitestReport({ testResults }))).toMatchObject({
      failed: 1,
      failures: ['pull.test.ts: could not be loaded (no such module)'],
    })
  })

  it('does not count a failed test twice', () => {
    const testResults = [
      {
        name: '/a/test/pull.test.ts',
        status: 'failed',
        assertionResults: [
          {
            status: 'failed',
            fullName: 'the pull ends',
            failureMessages: ['expected 1 to be 2\n  at line 1'],
          },
          { status: 'passed' },
        ],
      },
      { name: '/a/test/push.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
    ]
    const report = vitestReport({ numPassedTests: 2, numFailedTests: 1, testResults })
    expect(countVitest(report)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 0,
      failures: ['pull.test.ts: the pull ends (expected 1 to be 2)'],
      flaky: [],
    })
  })

  it('names a test that passed after a failed try, and counts it once', () => {
    const test = (fullName: string, failureMessages: string[]) => ({
      status: 'passed',
      fullName,
      failureMessages,
    })
    const assertionResults = [test('the pull goes on', ['expected 1 to be 2']), test('the pull ends', [])]
    const testResults = [{ name: '/a/test/pull.test.ts', status: 'passed', assertionResults }]
    expect(countVitest(vitestReport({ numPassedTests: 2, testResults }))).toEqual({
      passed: 2,
      failed: 0,
      skipped: 0,
      failures: [],
      flaky: ['pull.test.ts: the pull goes on'],
    })
  })
})

describe('counting Playwright', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 0, skipped: 2 }

  it('reads the sums', () => {
    expect(countPlaywright({ stats, suites: [], errors: [] })).toEqual({
      passed: 4,
      failed: 1,
      skipped: 2,
      failures: [],
      flaky: [],
    })
  })

  it('counts an error outside of tests as a failure', () => {
    expect(countPlaywright({ stats, suites: [], errors: [{ message: 'no such file' }] })).toMatchObject({
      failed: 2,
      failures: ['e2e: outside of a test (no such file)'],
    })
  })

  it('counts a flaky test as passed and names it, in whatever group it is', () => {
    const spec = (title: string, ...statuses: string[]) => ({
      title,
      file: 'alarms.e2e.ts',
      tests: statuses.map((status) => ({ status })),
    })
    const group = { specs: [spec('offline', 'flaky'), spec('online', 'expected')] }
    const suites = [{ specs: [spec('twice', 'unexpected')], suites: [group] }]
    const report = { stats: { ...stats, flaky: 1 }, suites, errors: [] }
    expect(countPlaywright(report)).toEqual({
      passed: 5,
      failed: 1,
      skipped: 2,
      failures: ['alarms.e2e.ts: twice'],
      flaky: ['alarms.e2e.ts: offline'],
    })
  })
})

describe('judging a run', () => {
  const good = { passed: 3, failed: 0, skipped: 1, failures: [], flaky: ['a.e2e.ts: late'] }

  it('believes a run that passed', () => {
    expect(judgeRun({ name: 'vitest', code: 0, counts: good })).toEqual(good)
  })

  it('believes a run whose failing tests explain its exit code', () => {
    const counts = { passed: 3, failed: 2, skipped: 0, failures: ['a: one', 'b: two'], flaky: [] }
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
    expect(judged.failures).toEqual([judged.problem])
  })
})

describe('the last line', () => {
  it('names skipped tests only if there are any', () => {
    expect(countsLine({ passed: 12, failed: 0, skipped: 0, failures: [], flaky: [] })).toBe(
      '12 passed, 0 failed',
    )
    expect(countsLine({ passed: 12, failed: 1, skipped: 3, failures: [], flaky: [] })).toBe(
      '12 passed, 1 failed, 3 skipped',
    )
  })

  it('sums over the runners', () => {
    const runs = [
      { passed: 1, failed: 2, skipped: 3, failures: ['c: three'], flaky: ['a: one'] },
      { passed: 10, failed: 20, skipped: 30, failures: [], flaky: ['b: two'] },
    ]
    expect(sumCounts(runs)).toEqual({
      passed: 11,
      failed: 22,
      skipped: 33,
      failures: ['c: three'],
      flaky: ['a: one', 'b: two'],
    })
  })
})

describe('the lines before the last line', () => {
  it('are empty if every test passed at once', () => {
    expect(namedLines({ passed: 1, failed: 0, skipped: 0, failures: [], flaky: [] })).toEqual([])
  })

  it('names each test that needed a second try', () => {
    const lines = namedLines({ passed: 2, failed: 0, skipped: 0, failures: [], flaky: ['a: one', 'b: two'] })
    expect(lines.slice(1)).toEqual(['FLAKY: a: one', 'FLAKY: b: two'])
  })

  it('name each test that failed', () => {
    const lines = namedLines({ passed: 2, failed: 1, skipped: 0, failures: ['c: three'], flaky: [] })
    expect(lines).toEqual(['FAILED: c: three'])
  })
})
