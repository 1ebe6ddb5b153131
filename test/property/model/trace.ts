import type { OpState } from '../../../src/shared/domain/outbox/operation'
import { carries, type Body } from '../journal'
import { twinsOf } from '../oracle-shipments'
import type { StationName } from '../schedule'
import { findByUid, type Truth } from '../truth'
import type { World } from '../world'
import { keyOf } from './explore'
import type { Seen } from './observe'
import { INITIAL, protocol, type Actions, type Assumed, type State } from './protocol'

/**
 * Compares what a schedule's stations did with each create with the model: it must be a path of it. The model's state is not
 * observed, so every state is followed that fits what was seen; none left is a violation.
 *
 * Observed: each state in the outbox, each request that left, starts, files put back, takeovers, time, and in the end
 * what the marketplace applied. Not observed, and therefore any that is possible: when a request took effect or got lost, what
 * a read showed, what others did to the order, why a person is asked. The path ends where a person answers.
 */

/** The real settle window. A schedule's faults keep to nothing else: requests and reads may be late without bound. */
const assumedFor = (replicaLagMs: number): Assumed => ({
  window: 4,
  appliesWithin: 20,
  lag: Math.ceil(replicaLagMs / PAUSE_MS) + 1,
  sends: 3,
  disasters: Number.POSITIVE_INFINITY,
})

const PAUSE_MS = 30_000
/** By then nothing changes with time any more. */
const MOST_PAUSES = 25

type Followed = 'to the end' | 'to a person' | 'out of the file'

/** @throws Error for the first create whose path the model does not have */
export function checkTraces(world: World, truth: Truth): void {
  const { seen } = world.observer
  for (const uid of new Set(seen.flatMap((one) => (one.what === 'row' ? [one.uid] : []))))
    world.count(`trace ${checkTrace(world, truth, uid)}`)
}

/** The end must fit, too: what the station says, and how often the marketplace did it. */
function checkTrace(world: World, truth: Truth, uid: string): Followed {
  const entry = world.acknowledged.find(({ op }) => op.opUid === uid)
  const twins = entry === undefined ? 0 : twinsOf(world, truth, entry).length
  const assumed = assumedFor(world.schedule.settings.replicaLagMs)
  const { ended, station, states } = follow(world.observer.seen, uid, assumed, twins)
  if (ended !== null) return ended
  const op = findByUid(world.benches[station].station.db, uid)
  if (op === null) return 'out of the file'
  const asked = { kind: op.kind, orderId: op.orderId, itemKey: null, body: JSON.parse(op.body) as Body }
  const applied = truth.writes.filter((write) => carries(write, asked) && write.appliedMs !== null).length
  // A station that knows what its twin belongs to does not count it.
  const isCount = (own: number): boolean => own >= applied && own <= applied + twins
  if (states.some((state) => shows(state, op.state) && isCount(state.market.own))) return 'to the end'
  throw new Error(`the model does not end ${uid} as ${op.state}, done ${applied} times`)
}

/** A request that nobody here waits for. It may take effect at any time, because nobody saw when it was sent. */
const TWIN: State['underWay'][number] = { age: Number.NEGATIVE_INFINITY, awaited: false }

/** What the model calls the states of the outbox. */
function shows({ row }: State, state: OpState): boolean {
  if (state === 'sending') return row.op === 'claimed' || row.op === 'waiting'
  return row.op === state
}

/** Actions that explain a change of state, by the state before and after. Any other change is a violation. */
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  'ready sending': ['claim'],
  'ready confirmed': ['claim'],
  'ready held': ['claim', 'ask'],
  'ready unknown': ['claim', 'doubt'],
  'sending confirmed': ['answer', 'pretend', 'deny'],
  'sending ready': ['refuse'],
  'sending unknown': ['loseAnswer', 'deny', 'kill'],
  'sending held': ['deny'],
  'unknown confirmed': ['look'],
  'unknown ready': ['look'],
  'unknown held': ['look', 'ask'],
  'held unknown': ['doubt'],
  'confirmed held': ['verify', 'ask'],
}

/** Why the path ends before the schedule does; where the operation was last; the states of the model that fit. */
export type Path = { ended: Followed | null; station: StationName; states: readonly State[] }

/**
 * @param twins how many other parcels became real that nothing tells from this one: to the model, they are its own
 * @throws Error if the model has no such path
 */
export function follow(seen: readonly Seen[], uid: string, assumed: Assumed, twins = 0): Path {
  const [first, ...others] = eventsOf(seen, uid)
  if (first === undefined) throw new Error(`nothing was seen of ${uid}`)
  const actions = protocol(assumed)
  const underWay = Array.from({ length: twins }, () => TWIN)
  let states = wander(actions, [{ ...INITIAL, underWay }])
  /** One of these actions happens, and leads to a state that fits. */
  const take = (names: readonly string[], fits: (state: State) => boolean = () => true): void => {
    const next = (state: State) => names.flatMap((name) => actions[name]?.(state) ?? [])
    states = wander(actions, states.flatMap(next).filter(fits))
  }
  let { atMs, station } = first
  let now: OpState = 'ready'
  let isReplaced = false
  const end = (ended: Followed): Path => ({ ended, station, states })
  const done = [nameOf(first, uid)]
  for (const one of others) {
    if (one.what !== 'row' && one.station !== station) continue
    for (let left = pausesBetween(atMs, one.atMs); left > 0; left -= 1) take(['pause'])
    atMs = Math.max(atMs, one.atMs)
    done.push(nameOf(one, uid))
    switch (one.what) {
      case 'sent':
        take(['send'])
        break
      case 'copied':
        take(['keepCopy'])
        break
      case 'replaced':
        isReplaced = true
        break
      case 'opened': {
        const found = one.rows.get(uid)
        // A file from before it was put back by hand; the evidence log is not part of these schedules.
        if (found === undefined) return end('out of the file')
        if (now === 'discarded' && found === now) break
        // A person had ended it, or it had left: the file is older or newer than that.
        if (isReplaced && (now === 'discarded' || found === 'discarded')) return end('to a person')
        take(isReplaced ? ['putBack'] : ['kill'])
        // What was being sent becomes unknown in the file once the engine works.
        states = states.filter((state) => shows(state, found === 'sending' ? 'unknown' : found))
        now = found
        isReplaced = false
        break
      }
      case 'row': {
        const fits = (state: State): boolean => shows(state, one.to)
        const names = CHANGES[`${one.from} ${one.to}`]
        if (one.to === 'discarded') {
          // Ended, or on its way in a file.
        } else if (one.from === null) {
          take(['takeOver'], fits)
          station = one.station
        } else if (names === undefined && one.from === 'held') return end('to a person')
        else take(names ?? [], fits)
        now = one.to
      }
    }
    if (states.length === 0) throw new Error(`the model has no such path of ${uid}: ${done.join(', ')}`)
  }
  return { ended: now === 'discarded' ? 'to a person' : null, station, states }
}

/** What happens unobserved. */
function wander(actions: Actions, from: readonly State[]): readonly State[] {
  const reached = new Map(from.map((state) => [keyOf(state), state]))
  for (const state of reached.values())
    for (const name of ['apply', 'drop', 'look'])
      for (const next of actions[name]?.(state) ?? [])
        if (next.row.op === state.row.op) reached.set(keyOf(next), next)
  return [...reached.values()]
}

/** Counted on one clock for all, so that 120 s are always at least four. */
function pausesBetween(fromMs: number, toMs: number): number {
  return Math.min(MOST_PAUSES, Math.floor(toMs / PAUSE_MS) - Math.floor(fromMs / PAUSE_MS))
}

/**
 * What concerns the operation, without what was rolled back: a full disk takes a commit back, and then the next change starts
 * from the state before it.
 */
function eventsOf(seen: readonly Seen[], uid: string): Seen[] {
  const events: Seen[] = []
  const isOf = (one: Seen): boolean => !('uid' in one) || one.uid === uid
  for (const one of seen) {
    if (!isOf(one) || (events.length === 0 && one.what !== 'row')) continue
    if (one.what === 'row' && one.from !== null) {
      const last = events.findLastIndex((event) => event.what === 'row' || event.what === 'opened')
      const before = events[last]
      if (before?.what === 'row' && before.station === one.station && before.to !== one.from)
        events.splice(last, 1)
    }
    events.push(one)
  }
  return events
}

function nameOf(seen: Seen, uid: string): string {
  const time = new Date(seen.atMs).toISOString().slice(11, 19)
  const found = seen.what === 'opened' ? ` as ${seen.rows.get(uid)}` : ''
  const what = seen.what === 'row' ? `${seen.from ?? 'nothing'} to ${seen.to}` : seen.what
  return `${time} ${seen.station} ${what}${found}`
}
