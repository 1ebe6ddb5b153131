import { readFileSync } from 'node:fs'
import { afterAll } from 'vitest'

/**
 * Loaded before each file of tests: how long the file took and how much of that a processor worked, for the list that
 * `scripts/longest.mjs` prints. What a file neither computes nor lets its own processes compute, it waits.
 */
declare module 'vitest' {
  interface TaskMeta {
    usedTime?: { wallMs: number; cpuMs: number; queuedMs: number }
  }
}

const startedAt = performance.now()
const cpuBefore = cpuMs()
const queuedBefore = queuedMs()

afterAll(({}, suite) => {
  suite.meta.usedTime = {
    wallMs: performance.now() - startedAt,
    cpuMs: cpuMs() - cpuBefore,
    queuedMs: queuedMs() - queuedBefore,
  }
})

/** Of this process and of the processes that it started and that have ended. */
function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000 + endedChildrenMs()
}

/** Node tells nobody about them; Linux does, in hundredths of a second. */
function endedChildrenMs() {
  if (process.platform !== 'linux') return 0
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}

/** How long this process was ready to compute while others had the processors. */
function queuedMs() {
  if (process.platform !== 'linux') return 0
  return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6
}
