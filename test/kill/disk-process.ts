import { spawnSync } from 'node:child_process'
import { writeSync } from 'node:fs'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { createArchiving } from '../../src/main/areas/archive/archive-finished'
import { StartError, StationError } from '../../src/main/base/station-error'
import { countsOf, mendDisk, tellDisk } from '../support/bad-disk'
import { createManualClock } from '../support/clock'
import type { DiskStart, Said, Step } from './disk-life'
import { liveDeps, openLive, type Live } from './live'
import { perform } from './disk-steps'

/** A station whose disk misbehaves while it does one thing. It says what it confirms, and lives until it is killed. */

const start = JSON.parse(process.argv[2] ?? '') as DiskStart
const { part, orders, disk, fault } = start
const clock = createManualClock(start.wallMs)
/** Offline until it is to send. */
let online = false
const deps = {
  ...liveDeps(start, clock),
  guard: (gate) => ({
    ...gate,
    allows: (channel) => online && gate.allows(channel),
    admit: (channel) => online && gate.admit(channel),
  }),
} satisfies Parameters<typeof openLive>[0]
let live: Live

function say(said: Said): void {
  writeSync(1, `${JSON.stringify(said)}\n`)
}

function misbehave(): void {
  if (fault?.powerCut === true) spawnSync('cp', ['-a', start.dataDir, disk.survivors])
  tellDisk(disk.orders, fault)
}

async function step(asked: Step): Promise<void> {
  say({ kind: 'asked', step: asked })
  const account = live.account()
  try {
    perform(account, asked)
    account.evidence.append({ operator: '', kind: asked.do, payload: { orderId: asked.orderId } })
    say({ kind: 'answered', step: asked, refused: null })
  } catch (error) {
    account.suspect(error)
    if (!(error instanceof StationError)) say({ kind: 'problem', text: String(error) })
    say({ kind: 'answered', step: asked, refused: error instanceof StationError ? error.code : 'thrown' })
  }
  // What is written after the answer, such as the evidence, has its turn.
  for (let turns = 0; turns < 3; turns += 1) await nextTurn()
  await live.ready()
}

/** Lets time pass while requests are answered. */
async function pass(ms: number, stepMs: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    clock.advance(stepMs)
    await pause(2)
    await live.ready()
    await live.account().engine.settled()
  }
}

async function play(what: DiskStart['part']): Promise<void> {
  switch (what) {
    case 'day':
      for (const each of ['backup', 'send', 'evidence'] as const) await play(each)
      return
    case 'start':
      return
    case 'pack':
      await step({ do: 'pack', orderId: orders.during })
      return step({ do: 'refund', orderId: orders.refunded })
    case 'move':
      return step({ do: 'ship', orderId: orders.toShip })
    case 'send':
      online = true
      live.account().wake()
      return pass(15_000, 1_000)
    case 'import':
      online = true
      await live.account().pull.now()
      return
    case 'backup': {
      const { name } = await live.account().backups.make()
      return say({ kind: 'backed_up', name })
    }
    case 'archive': {
      const account = live.account()
      const archiving = createArchiving({
        ...account,
        clockWatch: { ...account.clockWatch, view: () => ({ state: 'right', offsetMs: 0 }) },
        batch: 4,
        onMoved: () => {},
        onFault: (error) => account.suspect(error),
      })
      archiving.start()
      for (let parts = 0; parts < 60; parts += 1) clock.advance(20)
      archiving.stop()
      return
    }
    case 'evidence':
      for (let scans = 0; scans < 4; scans += 1) {
        live.account().evidence.append({ operator: '', kind: 'scan', payload: { orderId: orders.during } })
        live.account().evidence.flush()
      }
      return
    case 'close':
      return live.account().close()
  }
}

async function main(): Promise<void> {
  if (part === 'start') misbehave()
  try {
    live = await openLive(deps, start.baseUrl)
  } catch (error) {
    say({ kind: 'not_started', why: error instanceof StartError ? error.code : String(error) })
    return
  }
  await step({ do: 'pack', orderId: orders.before })
  if (part !== 'start') misbehave()
  try {
    await play(part)
  } catch (error) {
    live.account().suspect(error)
  }
  online = false
  await live.ready()
  say({ kind: 'part_over', counts: countsOf(disk.orders) })
  if (part === 'close') return
  await step({ do: 'pack', orderId: orders.after })
  await step({ do: 'refund', orderId: orders.refundedAfter })
  // The disk is tried again after five seconds.
  await pass(6_000, 2_000)
  say({ kind: 'last_step', hits: countsOf(disk.orders).hits })
  await step({ do: 'pack', orderId: orders.last })
}

// The error of a broken disk is also an answer; what nobody has caught would end the app.
process.on('uncaughtException', (error) => say({ kind: 'problem', text: `uncaught: ${String(error)}` }))
void main()
  .catch((error: unknown) => say({ kind: 'problem', text: String(error) }))
  .then(() => {
    say({ kind: 'done' })
    // Nothing is written any more, until it is killed.
    mendDisk(disk.orders)
    setInterval(() => {}, 1_000_000)
  })
