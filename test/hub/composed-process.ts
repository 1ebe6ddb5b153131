import { connect, createServer } from 'node:net'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import type { DeliveryInfo, JsMsg } from '@nats-io/jetstream'
import { NatsConnectionImpl } from '@nats-io/transport-node'
import type { Packbench } from '../../src/main/app/compose'
import { watchCrashPoints } from '../../src/main/base/crash-points'
import type { Result } from '../../src/shared/contract/result'
import type { LanView } from '../../src/shared/contract/neighbors'
import type { ComposedAnswer, ComposedQuestion, ComposedStart } from './messages'
import { openComposed } from './open-composed'
import { createPacedClock } from './paced-clock'

/** A complete station in a process of its own, with its own files, which a test kills. */

const start = JSON.parse(process.argv[2] ?? '') as ComposedStart
const clock = createPacedClock()

let points = 0
let end: Pick<Extract<ComposedQuestion, { ask: 'endAt' }>, 'point' | 'by'> | null = null
const point = (): void => {
  if (end === null) return
  if (points === end.point) process.kill(process.pid, end.by)
  points += 1
}
watchCrashPoints(point)

/**
 * When the hub's servers wrote a record: their clocks are not hurried, and a station whose clock ran away from theirs
 * would take every record for late.
 */
const { JsMsgImpl } = createRequire(createRequire(__filename).resolve('@nats-io/jetstream'))(
  './jsmsg.js',
) as {
  JsMsgImpl: { prototype: JsMsg }
}
const info = Object.getOwnPropertyDescriptor(JsMsgImpl.prototype, 'info')
const RECORDS = /_(orders|items)_/
Object.defineProperty(JsMsgImpl.prototype, 'info', {
  get(this: JsMsg): DeliveryInfo {
    const given = info?.get?.call(this) as DeliveryInfo
    if (!RECORDS.test(this.subject)) return given
    return { ...given, timestampNanos: clock.hurried(given.timestampNanos / 1e6) * 1e6 }
  },
})

/** What is asked of the hub about operations: right before it is sent, and when the answer has arrived. */
const ABOUT_OPERATIONS = /journal|owners/
const ask = NatsConnectionImpl.prototype.request
NatsConnectionImpl.prototype.request = async function (...asked) {
  const counts = ABOUT_OPERATIONS.test(asked[0])
  if (counts) point()
  const answer = await ask.apply(this, asked)
  if (counts) point()
  return answer
}

/** A station that sends by then has waited for a hub that does not answer. */
const CONNECTED_MS = 10_000
const LOOK_MS = 50
/** Turns of the marketplace, by when a hub that was reached has answered, however busy the machine is. */
const ANSWERED_TURNS = 30
let turns = 0

async function untilConnected(packbench: Packbench): Promise<void> {
  const untilMs = performance.now() + CONNECTED_MS
  while (performance.now() < untilMs) {
    const { hub } = ((await packbench.handle('warehouse:neighbors', {})) as Result<LanView> & { ok: true })
      .value
    if (hub?.state === 'open') break
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  const until = turns + ANSWERED_TURNS
  while (turns < until) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
}

/**
 * Without encryption a station speaks to nobody but its own computer: this carries its requests to the marketplace.
 * The port is the same at all, because the address names the account.
 */
async function openWay(): Promise<string> {
  const { hostname, port } = new URL(start.marketplace.baseUrl)
  const way = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  }).listen(WAY_PORT, '127.0.0.1')
  await once(way, 'listening')
  return `http://127.0.0.1:${WAY_PORT}`
}
const WAY_PORT = 8_080

async function main(): Promise<void> {
  const { accessToken } = start.marketplace
  const marketplace = { baseUrl: await openWay(), accessToken }
  const packbench = await openComposed({ ...start, marketplace }, clock)
  packbench.onEvent(() => {})
  const connected = untilConnected(packbench)
  const reply = async (question: ComposedQuestion): Promise<unknown> => {
    switch (question.ask) {
      case 'call':
        return packbench.handle(question.channel, question.request)
      case 'pace':
        void connected.then(() => clock.setPace(question.times))
        return null
      case 'pulse':
        turns += 1
        clock.pulse()
        return null
      case 'endAt':
        points = 0
        end = question
        return null
    }
  }
  process.on('message', (question: ComposedQuestion) => {
    void reply(question).then((value) => process.send?.({ id: question.id, value } satisfies ComposedAnswer))
  })
  process.send?.('ready')
}
process.on('disconnect', () => process.exit())
void main()
