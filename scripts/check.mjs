// @ts-check
/** `npm run check`: runs every static check, as many at once as there are cores, and names those that failed. */
import { availableParallelism } from 'node:os'
import { requireOwnNode, runScriptQuietly } from './run-script.mjs'

/** The longest first, so that nothing is left to wait for at the end; beside it the shortest, which soon says something. */
const CHECKS = ['lint', 'format', 'deps', 'unused']

requireOwnNode()

const waiting = [...CHECKS]
/** @type {string[]} */
const failed = []

async function runWaiting() {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const startedAt = performance.now()
    const { code, output } = await runScriptQuietly(name)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    if (code !== 0) {
      failed.push(name)
      console.error(output)
    }
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, runWaiting))
if (failed.length > 0) {
  console.error(`check failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
