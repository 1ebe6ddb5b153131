import { OPEN_OP_STATES } from '../../src/shared/domain/outbox/operation'
import { listOutbox } from '../../src/main/store/views/outbox-list'
import type { OutboxRow } from '../../src/shared/contract/op-views'
import { lift } from './disasters'
import { jobsLeft, resumeAll } from './many'
import { noteNew } from './acknowledged'
import { STATIONS, type StationName } from './schedule'
import { tellToken, wakeAll } from './steps'
import type { World } from './world'

/** More than enough for three rounds of a create for every op that a schedule can queue in one lane. */
const MOST_ROUNDS = 400
const ROUND_MS = 31_000
/** Longer than a station looks for a confirmed effect. */
const VERIFIED_MS = 1_300_000
/** Longer than comparing all orders of a schedule takes. */
const COMPARED_MS = 60_000

/** Ends all faults; the stations work until nothing is left to do. Throws if they do not finish. */
export async function drain(world: World): Promise<void> {
  await world.goOnline()
  await world.control.clearFaults()
  for (const { watch } of Object.values(world.benches)) watch.crash = null
  for (const name of STATIONS) lift(world, name)
  if (world.schedule.alone) await world.refuseForAWhile()
  else {
    await tellToken(world)
    wakeAll(world)
  }
  // Longer than it takes to notice that a disk has space again.
  await world.turn(ROUND_MS)
  resumeAll(world)
  const { replicaLagMs } = world.schedule.settings
  for (let sent = -1; sent < world.writes().length;) {
    await work(world)
    await world.control.runJobs(true)
    while (world.lateLeft()) await world.turn(ROUND_MS)
    if (world.writes().some(({ pretended }) => pretended)) await world.turn(VERIFIED_MS)
    // What a replica hid may go on once it is shown, and be hidden in its turn.
    sent = world.writes().length
    if (replicaLagMs > 0) await world.turn(replicaLagMs + ROUND_MS)
  }
  // An order missing from every list is found by the daily comparison.
  if (world.schedule.hidden) {
    for (const name of STATIONS) world.benches[name].station.fullCheck.start()
    await world.turn(COMPARED_MS)
  }
  // The next pulls verify confirmed ops. A pull already in flight may have asked before the end.
  for (const name of [...STATIONS, ...STATIONS]) await world.benches[name].station.pull.now()
  await readItems(world)
  // What this finished ends its job with the next tick of the clock.
  await world.turn(1)
  for (const name of STATIONS) noteNew(world, name)
}

/** @throws if the stations do not finish */
async function work(world: World): Promise<void> {
  for (let round = 0; workLeft(world); round += 1) {
    if (round === MOST_ROUNDS)
      throw new Error(`I9: stuck: ${refused(world).join()} ${JSON.stringify(stuckOps(world))}`)
    await world.turn(ROUND_MS)
    await world.control.runJobs()
  }
}

/** Reads all items in, however long a refusal is waited for. */
async function readItems(world: World): Promise<void> {
  for (const name of STATIONS)
    for (let round = 0; ; round += 1) {
      const { clock, itemPull, gate } = world.benches[name].station
      const sinceMs = clock.wallMs()
      await itemPull.now()
      // The station itself knows whether it has read everything, or the gate was closed on the way.
      if (Date.parse(itemPull.keptAsOf() ?? '') >= sinceMs) break
      if (round === MOST_ROUNDS) throw new Error(`I9: ${name} reads no items: ${gate.state()}`)
      await world.turn(ROUND_MS)
    }
}

/** Stations that still take the token for refused. */
function refused(world: World): StationName[] {
  return STATIONS.filter((name) => world.benches[name].station.gate.state() === 'unauthorized')
}

function workLeft(world: World): boolean {
  if (jobsLeft(world) || refused(world).length > 0) return true
  return STATIONS.some((name) => workable(world, name).length > 0)
}

function stuckOps(world: World): unknown[] {
  return STATIONS.flatMap((name) =>
    workable(world, name).map(({ seq, kind, state, attempts, lastError }) => ({
      name,
      seq,
      kind,
      state,
      attempts,
      lastError,
      gate: world.benches[name].station.gate.state(),
    })),
  )
}

/** Open ops without a held one in front of them: a held op stops its own lane and nothing else (I7). */
function workable(world: World, name: StationName): OutboxRow[] {
  const blocked = new Set<string>()
  return openRows(world, name).filter((row) => {
    const lane = laneOf(row)
    if (row.state === 'held') blocked.add(lane)
    return !blocked.has(lane)
  })
}

function openRows(world: World, name: StationName): OutboxRow[] {
  const { rows } = listOutbox(world.benches[name].station.db, 'open', 0, 500)
  return rows.filter(({ state }) => (OPEN_OP_STATES as readonly string[]).includes(state))
}

/** The lane of an op by the design: its order, or its item. */
export function laneOf({ orderId, itemKey }: Pick<OutboxRow, 'orderId' | 'itemKey'>): string {
  return orderId === null ? `item:${itemKey}` : `order:${orderId}`
}
