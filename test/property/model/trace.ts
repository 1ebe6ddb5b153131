import type { OpState } from '../../../src/shared/domain/outbox/operation'
import { carries, lineSet, type Body } from '../journal'
import type { Truth } from '../truth'
import { findByUid } from '../truth'
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
const assumedFor = (world: World): Assumed => ({
  window: 4,
  appliesWithin: 20,
  lag: Math.ceil(world.schedule.settings.replicaLagMs / PAUSE_MS) + 1,
  sends: 3,
  disasters: Number.POSITIVE_INFINITY,
})

const PAUSE_MS = 30_000
/** By then nothing changes with time any more. */
const MOST_PAUSES = 25

type Followed = 'to the end' | 'to a person' | 'out of the file' | 'without its twin'

/** @throws Error for the first create whose path the model does not have */
export function checkTraces(world: World, truth: Truth): void {
  const uids = new Set(world.observer.seen.flatMap((seen) => (seen.what === 'row' ? [seen.uid] : [])))
  for (const uid of uids) world.count(`trace ${follow(world, truth, uid)}`)
}

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

class Path {
  private states: State[] = [INITIAL]
  private sinceMs: number

  constructor(
    private readonly actions: Actions,
    atMs: number,
  ) {
    this.sinceMs = atMs
    this.wander()
  }

  /** Lets time pass. Pauses are counted on one clock, so that 120 s are always at least four. */
  until(atMs: number): void {
    const pauses = Math.floor(atMs / PAUSE_MS) - Math.floor(this.sinceMs / PAUSE_MS)
    this.sinceMs = Math.max(this.sinceMs, atMs)
    for (let left = Math.min(pauses, MOST_PAUSES); left > 0; left -= 1) this.take(['pause'])
  }

  /** One of these actions happens, and leads to a state that fits. */
  take(names: readonly string[], fits: (state: State) => boolean = () => true): void {
    this.states = this.states.flatMap((state) =>
      names.flatMap((name) => (this.actions[name]?.(state) ?? []).filter(fits)),
    )
    this.wander()
  }

  /** What happens unobserved. */
  private wander(): void {
    const reached = new Map(this.states.map((state) => [keyOf(state), state]))
    for (const state of reached.values())
      for (const name of ['apply', 'drop', 'look'])
        for (const next of this.actions[name]?.(state) ?? [])
          if (next.row.op === state.row.op) reached.set(keyOf(next), next)
    this.states = [...reached.values()]
  }

  keep(fits: (state: State) => boolean): void {
    this.states = this.states.filter(fits)
  }

  isLost(): boolean {
    return this.states.length === 0
  }
}

function follow(world: World, truth: Truth, uid: string): Followed {
  const events = eventsOf(world.observer.seen, uid)
  const [first, ...others] = events
  if (first === undefined) throw new Error(`nothing was seen of ${uid}`)
  const path = new Path(protocol(assumedFor(world)), first.atMs)
  const done = [nameOf(first, uid)]
  let at = first.station
  let now: OpState = 'ready'
  let isReplaced = false
  for (const seen of others) {
    if (seen.what !== 'row' && seen.station !== at) continue
    path.until(seen.atMs)
    switch (seen.what) {
      case 'sent':
        path.take(['send'])
        break
      case 'copied':
        path.take(['keepCopy'])
        break
      case 'replaced':
        isReplaced = true
        continue
      case 'opened': {
        const found = seen.rows.get(uid)
        // A file of before it, put back by hand: the files of the evidence are not played here.
        if (found === undefined) return 'out of the file'
        if (now === 'discarded' && found === now) continue
        // The file is older or newer than what a person did about it.
        if (isReplaced && (now === 'discarded' || found === 'discarded')) return 'to a person'
        if (isReplaced) path.take(['putBack'], (state) => shows(state, found))
        else if (now !== 'sending') path.take(['kill'])
        path.keep((state) => shows(state, found))
        now = found
        isReplaced = false
        break
      }
      case 'row': {
        if (seen.to === 'discarded') {
          now = 'discarded'
          continue
        }
        if (seen.from === null || now === 'discarded') {
          // It left in a file, and came here with it.
          path.take(['takeOver'], (state) => shows(state, seen.to))
          at = seen.station
        } else {
          const names = CHANGES[`${seen.from} ${seen.to}`]
          if (names === undefined && seen.from === 'held') return 'to a person'
          path.take(names ?? [], (state) => shows(state, seen.to))
        }
        now = seen.to
      }
    }
    done.push(nameOf(seen, uid))
    if (path.isLost()) throw new Error(`the model has no such path of ${uid}: ${done.join(', ')}`)
  }
  if (now === 'discarded') return 'to a person'
  const op = findByUid(world.benches[at].station.db, uid)
  if (op === null) return 'out of the file'
  const asked = { kind: op.kind, orderId: op.orderId, itemKey: null, body: JSON.parse(op.body) as Body }
  // Nothing tells it from another one, at the precision of this marketplace.
  if (hasTwin(truth, asked)) return 'without its twin'
  const applied = truth.writes.filter((write) => carries(write, asked) && write.appliedMs !== null).length
  path.keep((state) => shows(state, op.state) && state.market.own === applied)
  if (path.isLost())
    throw new Error(
      `the model has no such end of ${uid}: ${done.join(', ')}: ${op.state}, applied ${applied} times`,
    )
  return 'to the end'
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

type Asked = Parameters<typeof carries>[1]

const COARSEST_MS = 1_000

function hasTwin({ orders, writes }: Truth, asked: Asked): boolean {
  const near = (shown: unknown): boolean => {
    const apartMs = Math.abs(Date.parse(String(shown)) - Date.parse(String(asked.body['packed_at'])))
    return apartMs > 0 && apartMs < COARSEST_MS
  }
  const order = orders.get(asked.orderId ?? 0)
  return (
    writes.some(
      (write) =>
        write.orderId === asked.orderId &&
        near(write.body['packed_at']) &&
        lineSet(write.body) === lineSet(asked.body),
    ) ||
    order?.shipments.some(
      ({ id, packed_at: packedAt }) => near(packedAt) && !writes.some(({ made }) => made === String(id)),
    ) === true
  )
}
