import {
  markOf,
  newPlace,
  openEntry,
  readEntry,
  readNote,
  uidOf,
  type JournalEntry,
  type Note,
} from './entry'
import type { HandedOver, JournalOp, JournalSource } from './source'
import type { OwnOutbox, Self } from './outbox-lease'
import type { Entry, EntryStream } from '../storage/stream'

/** What a journal does on one connection, in turns of `BATCH` operations. */
export type JournalWork = {
  source: JournalSource
  stream: EntryStream
  self: Self
  /** What the hub has of this station, by `opUid`. */
  kept: Map<string, Kept>
  /** Places of entries that ended. */
  free: Free[]
  own: OwnOutbox
  /** The last open operation that the hub is known to have as it is. */
  swept: number
  /** The last event of the history that was followed. */
  event: number
  /** Operations that have changed since. */
  due: Set<number>
  /** What ended before this connection has been removed. */
  cleaned: boolean
  key: Buffer
  /** Another connection has begun, another account is at work, or this one was closed. */
  isOver: () => boolean
}
export type Free = Pick<Entry, 'place' | 'sequence'>
export type Kept = Note & Free

const BATCH = 200

/** What is to be done where the hub has `listed` of this station. */
export function createWork(
  about: Pick<JournalWork, 'source' | 'stream' | 'self' | 'own' | 'event' | 'key' | 'isOver'>,
  listed: readonly Entry[],
): JournalWork {
  const kept = listed
    .filter(({ isEmpty }) => !isEmpty)
    .map((entry): [string, Kept] => {
      const { place, sequence } = entry
      return [uidOf(entry), { ...readNote(entry), place, sequence }]
    })
  const free = listed.filter(({ isEmpty }) => isEmpty)
  return { ...about, kept: new Map(kept), free, swept: 0, due: new Set(), cleaned: false }
}

/**
 * Sends every open operation that the hub does not have as it is now, oldest first.
 * @param onSwept the hub has all of them up to this one
 * @param onLost the hub does not have this one any more, although it had
 */
export async function sweep(
  work: JournalWork,
  upTo: () => number,
  { onSwept, onLost }: Record<'onSwept' | 'onLost', (seq: number) => void>,
): Promise<void> {
  for (;;) {
    const ops = work.source.openAfter(work.swept, BATCH)
    const last = ops.at(-1)
    if (last === undefined) return
    const lost = ops.find(({ seq, opUid }) => seq <= upTo() && !work.kept.has(opUid))
    if (lost !== undefined) onLost(lost.seq)
    await sendAll(work, ops)
    if (work.isOver()) return
    work.swept = last.seq
    onSwept(last.seq)
    if (ops.length < BATCH) return
    await nextTurn()
  }
}

/** The hub has entries of operations that ended while it was away. Those that this station never had stay there. */
export async function dropEnded(work: JournalWork): Promise<void> {
  if (work.cleaned) return
  const own = [...work.kept].filter(([, { taken }]) => !taken)
  for (let from = 0; from < own.length; from += BATCH) {
    const ended = own
      .slice(from, from + BATCH)
      .filter(([opUid, { seq }]) => work.source.standing({ seq, opUid }) === 'ended')
    await allOf(ended.map(([opUid]) => remove(work, opUid)))
    if (work.isOver()) return
    await nextTurn()
  }
  work.cleaned = true
}

/** Ends here what another station has. What one had only begun to take is taken back by the sweep. */
export async function handOver(
  source: JournalSource,
  stream: EntryStream,
  entries: readonly Entry[],
): Promise<void> {
  const ops: HandedOver[] = []
  for (const entry of entries) {
    const { seq, taken } = readNote(entry)
    if (!taken) continue
    const [op] = source.at([seq])
    if (op === undefined || op.json === null || op.opUid !== uidOf(entry)) continue
    // SECURITY: a note is not sealed; what is in the entry was written by a station of the group.
    const by = readEntry(await stream.read(entry))?.taken ?? null
    if (by === null) continue
    const { stationId, station, operator } = by
    ops.push({ seq, opUid: op.opUid, to: { stationId, station, operator: operator ?? '' } })
  }
  if (ops.length > 0) await source.handOver(ops)
}

/**
 * A disk that was replaced by an earlier copy of itself lacks operations that the hub has. No other station may adopt
 * them while this one is at work.
 */
export async function takeBack(
  { source, stream, self, isOver }: Pick<JournalWork, 'source' | 'stream' | 'self' | 'isOver'>,
  entries: readonly Entry[],
): Promise<void> {
  const found: JournalEntry[] = []
  for (let from = 0; from < entries.length; from += BATCH) {
    const lost = entries.slice(from, from + BATCH).filter((entry) => {
      const { seq, taken } = readNote(entry)
      return !taken && source.standing({ seq, opUid: uidOf(entry) }) === 'unknown'
    })
    for (const entry of lost) {
      const content = readEntry(await stream.read(entry))
      if (content?.stationId === self.stationId && content.taken === null) found.push(content)
    }
    await nextTurn()
    if (isOver()) return
  }
  const ops = found.toSorted((one, other) => one.seq - other.seq).map(({ op }) => op)
  if (ops.length > 0) source.takeBack(ops)
}

/** Sends what has changed since it was sent. */
export async function followChanges(work: JournalWork): Promise<void> {
  for (;;) {
    const { seqs, event } = work.source.changedAfter(work.event, BATCH)
    for (const seq of seqs) work.due.add(seq)
    work.event = event
    const some = [...work.due].slice(0, BATCH)
    if (some.length === 0) return
    for (const seq of some) work.due.delete(seq)
    try {
      await sendAll(work, work.source.at(some))
    } catch (error) {
      for (const seq of some) work.due.add(seq)
      throw error
    }
    if (work.isOver()) return
    await nextTurn()
  }
}

/** All are on their way before the first answer. */
function sendAll(work: JournalWork, ops: readonly JournalOp[]): Promise<void> {
  return allOf(ops.map((op) => send(work, op)))
}

async function send(work: JournalWork, { seq, opUid, json }: JournalOp): Promise<void> {
  const { self, source, stream } = work
  const kept = work.kept.get(opUid)
  if (json === null) return kept?.seq === seq ? remove(work, opUid) : undefined
  const mark = markOf(work.key, json)
  const isSame = kept?.mark === mark && kept.seq === seq && !kept.taken
  // Written again where another station may be about to take it: of the two writes, one is first.
  if (isSame && work.own.before === null) return
  const at = kept ?? work.free.pop() ?? { place: newPlace(source.account, self), sequence: 0 }
  const entry = openEntry(at.place, self, { seq, opUid, json, mark })
  const sequence = await stream.put(entry, at.sequence).catch((error: unknown) => {
    if (kept === undefined && at.sequence > 0) work.free.push(at)
    throw error
  })
  if (sequence === null) throw new Error('another station has written to the journal of this one')
  work.kept.set(opUid, { seq, mark, taken: false, uid: opUid, place: at.place, sequence })
}

async function remove(work: JournalWork, opUid: string): Promise<void> {
  const kept = work.kept.get(opUid)
  if (kept === undefined || kept.taken) return
  const sequence = await work.stream.empty(kept)
  work.kept.delete(opUid)
  if (sequence !== null) work.free.push({ place: kept.place, sequence })
}

/** Waits for all, whatever becomes of one. @throws the first error */
async function allOf(all: readonly Promise<void>[]): Promise<void> {
  for (const one of await Promise.allSettled(all)) if (one.status === 'rejected') throw one.reason
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
