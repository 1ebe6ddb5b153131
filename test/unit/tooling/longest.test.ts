import { expect, it } from 'vitest'
import { longestLines, windowTests } from '../../../scripts/longest.mjs'

it('names the longest files first, and what all of them waited', () => {
  const lines = longestLines(
    [
      { name: 'computes.test.ts', wallMs: 2_000, cpuMs: 1_950, queuedMs: 50 },
      { name: 'waits.test.ts', wallMs: 10_000, cpuMs: 1_000, queuedMs: 3_000 },
    ],
    'files',
  )
  expect(lines).toEqual([
    '2 files took 12.0 s, of which they waited 6.0 s. The longest:',
    '   10.0 s    6.0 s waited  waits.test.ts',
    '    2.0 s    0.0 s waited  computes.test.ts',
  ])
})

it('names twenty', () => {
  const all = Array.from({ length: 30 }, (_, n) => ({ name: `file ${n}`, wallMs: n }))
  const lines = longestLines(all, 'window tests')
  expect(lines).toHaveLength(21)
  expect(lines[0]).toBe('30 window tests took 0.4 s. The longest:')
})

it('adds up all tries of a window test, wherever its group is', () => {
  const spec = {
    file: 'lock.e2e.ts',
    title: 'stays',
    tests: [{ results: [{ duration: 7 }, { duration: 5 }] }],
  }
  expect(windowTests({ suites: [{ suites: [{ specs: [spec] }] }] })).toEqual([
    { name: 'lock.e2e.ts: stays', wallMs: 12 },
  ])
})
