// @ts-check
/**
 * Runs one station after another in one process, each as its own program would: what Node loads and compiles for the
 * first is there for the next. `station-pool.ts` starts it and tells it what to do; its argument is the file that a
 * process of its own would run.
 */
import { createRequire } from 'node:module'

/** @typedef {import('./station-pool').Told} Told */

const ENTRY = process.argv[2] ?? ''
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
/** What a station that has ended may take to let go of its last socket. */
const LET_GO_WITHIN_MS = 500
const LOOK_EVERY_MS = 5
/** What `station-pool.ts` waits for. */
const GONE = '\0'

const require = createRequire(import.meta.url)
const exit = process.exit
/** @type {NodeJS.Process['exit']} */
process.exit = (code) => {
  // Whatever else ends it, ends this process, too.
  if (code !== 0) return exit(code)
  // The program does nothing after this.
  void afterEnd()
  return /** @type {never} */ (undefined)
}
process.on('message', (/** @type {Told} */ told) => {
  if (told.kind === 'start') start(told)
  // As the signal would; every station has its own listener.
  else process.emit('SIGTERM')
})
process.on('disconnect', () => exit(0))
// Made when they are first asked for.
const said = [process.stdout, process.stderr]
const listeners = countListeners()
const open = process.getActiveResourcesInfo()

/** @param {Extract<Told, { kind: 'start' }>} told */
function start({ argv, env }) {
  process.argv = [process.execPath, ENTRY, ...argv]
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
  delete require.cache[require.resolve(ENTRY)]
  require(ENTRY)
}

async function afterEnd() {
  for (const signal of SIGNALS) process.removeAllListeners(signal)
  const sinceMs = performance.now()
  while (leavesSomething()) {
    // Like a process of its own, which ends with whatever is still open in it.
    if (performance.now() - sinceMs > LET_GO_WITHIN_MS) return exit(0)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  // The last that is read of this station.
  for (const stream of said) stream.write(GONE)
}

/** Whether timers, sockets, servers or listeners of a station are still there. */
function leavesSomething() {
  if (countListeners() > listeners) return true
  const left = process.getActiveResourcesInfo()
  for (const known of open) if (left.includes(known)) left.splice(left.indexOf(known), 1)
  return left.length > 0
}

function countListeners() {
  return process.eventNames().reduce((sum, name) => sum + process.listenerCount(/** @type {any} */ (name)), 0)
}
