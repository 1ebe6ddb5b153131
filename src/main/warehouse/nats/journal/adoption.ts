import { openBucket, type Bucket } from '../storage/bucket'
import { readEntry, readNote, takenEntry, type JournalEntry, type Taker } from './entry'
import { LEASES, placeOf, type OutboxLease, type Self } from './outbox-lease'
import type { HubPart, OpenHub } from '../part'
import { openStream, type Entry, type EntryStream } from '../storage/stream'

/** Takes in the open operations of a station that is gone (H4), and finishes what was begun before a crash. */
export type Adoption = HubPart & {
  /** Other stations with open operations at the hub. @throws AdoptionRefused `away` */
  leftBehind(): Promise<LeftBehind[]>
  /** Whether another station has everything that the hub had of this one, which has not been back since; as last heard. */
  isTakenOver(stationId: string): boolean
  /** @throws AdoptionRefused */
  adopt(stationId: string): Promise<Adopted>
  /** What was begun before this start is finished. */
  settled(): Promise<void>
}

export type LeftBehind = {
  stationId: string
  /** Its name; empty if no entry says. */
  station: string
  operations: number
  /** Milliseconds since the epoch by the hub's clock: when it last wrote one of them. */
  writtenMs: number
  /** Who is adopting it, or has. */
  owner: string | null
}

/** `known`: operations that this station had before; `left`: copies that could not be read, or that the station took back. */
export type Adopted = { station: string; imported: number; known: number; left: number }

/** The open account, which takes operations in. */
export type AdoptionTarget = {
  /** What names the account at the hub, now and with earlier tokens. */
  accounts: readonly string[]
  /** Whether this can be taken in. */
  isOp(op: unknown): boolean
  /** Durable when it returns; each operation once. */
  importOps(ops: readonly unknown[]): { imported: number; known: number }
  /** Whether the hub has copies of all of them under this station. */
  journaled(): Promise<boolean>
}

/** `away`: the hub is not reached; `at_work`: the station is not gone; `elsewhere`: another station was first. */
export class AdoptionRefused extends Error {
  constructor(readonly reason: 'away' | 'at_work' | 'elsewhere') {
    super(reason)
  }
}

export type AdoptionDeps = {
  /** `operator`: who takes over now. */
  who: () => Self & { operator: string }
  target: () => AdoptionTarget | null
  /** Whether the station was heard a moment ago. */
  isAtWork: (stationId: string) => boolean
  onFault: (error: unknown) => void
}

const BATCH = 200

export function createAdoption(deps: AdoptionDeps): Adoption {
  return new AdoptionFromStream(deps)
}

/** One operation that a station left, as the hub has it. */
type Left = { entry: Entry; content: JournalEntry }
type FoundStation = LeftBehind & { entry: Entry }

class AdoptionFromStream implements Adoption {
  private open: { owners: Bucket<OutboxLease>; stream: EntryStream } | null = null
  /** Who works which outbox, as last heard. */
  private known = new Map<string, OutboxLease>()
  private watch: { stop(): void } | null = null
  /** Ends when all that was begun before this start is finished. */
  private resuming: Promise<unknown> = Promise.resolve()

  constructor(private readonly deps: AdoptionDeps) {}

  async use(next: OpenHub | null): Promise<void> {
    this.watch?.stop()
    this.watch = null
    this.open = null
    if (next === null) return
    const owners = await openBucket(next, LEASES)
    const stream = await openStream(next, 'journal')
    const heard = new Map<string, OutboxLease>()
    this.known = heard
    this.watch = await owners.watch(({ key, value, isNews }) => {
      if (value === null) return void heard.delete(key)
      heard.set(key, value)
      // What this station begins from now on, it also ends.
      if (!isNews && this.isUnfinished(key, value))
        this.resuming = this.resuming.then(() => resumeSoon(() => this.resume(), this.deps.onFault))
    }, this.deps.onFault)
    this.open = { owners, stream }
  }

  async leftBehind(): Promise<LeftBehind[]> {
    const { stream, target } = this.reached()
    const { stationId: own } = this.deps.who()
    const found = new Map<string, FoundStation>()
    for (const account of target.accounts) {
      for (const entry of await stream.list(account, false)) {
        const [, stationId = ''] = entry.place.split('.')
        const owner = this.known.get(placeOf(account, stationId)) ?? null
        if (entry.isEmpty || stationId === own) continue
        if (readNote(entry).taken && isDone(owner)) continue
        found.set(stationId, withEntry(found.get(stationId) ?? null, entry, { stationId, owner }))
      }
    }
    const all = [...found.values()].map(async ({ entry, ...one }) => ({
      ...one,
      station: one.station || (readEntry(await stream.read(entry))?.station ?? ''),
    }))
    return Promise.all(all)
  }

  isTakenOver(stationId: string): boolean {
    return (this.deps.target()?.accounts ?? []).some((account) => {
      const owner = this.known.get(placeOf(account, stationId))
      return owner !== undefined && owner.stationId !== stationId && isDone(owner)
    })
  }

  async adopt(stationId: string): Promise<Adopted> {
    const { target } = this.reached()
    const { operator } = this.deps.who()
    if (this.deps.isAtWork(stationId)) throw new AdoptionRefused('at_work')
    let sum: Adopted = { station: '', imported: 0, known: 0, left: 0 }
    for (const account of target.accounts) {
      const one = await this.adoptIn(account, stationId, operator)
      if (one === null) continue
      const { station, imported, known, left } = one
      sum = {
        station,
        imported: sum.imported + imported,
        known: sum.known + known,
        left: sum.left + left,
      }
    }
    return sum
  }

  async settled(): Promise<void> {
    await this.resuming
  }

  async leave(): Promise<void> {}

  async close(): Promise<void> {
    this.watch?.stop()
    this.open = null
  }

  private reached() {
    const target = this.deps.target()
    if (this.open === null || target === null) throw new AdoptionRefused('away')
    return { ...this.open, target }
  }

  /**
   * @param operator whose act it is
   * @returns `null` when the hub has nothing of the station
   */
  private async adoptIn(account: string, stationId: string, operator: string): Promise<Adopted | null> {
    const { owners, stream, target } = this.reached()
    const self = { ...this.deps.who(), operator }
    const key = placeOf(account, stationId)
    const found = await owners.get(key)
    const before = found?.value ?? null
    const entries = (await stream.list(key, true)).filter(({ isEmpty }) => !isEmpty)
    if (entries.length === 0) return null
    // A newer station says whose they are, and only such ones can take them over.
    if (found?.version === 'newer') return { station: '', imported: 0, known: 0, left: entries.length }
    const read = entries.flatMap((entry): Left[] => {
      const content = readEntry(entry.json)
      return content === null ? [] : [{ entry, content }]
    })
    const name = before?.name ?? read[0]?.content.station ?? ''
    const next: OutboxLease = { name, ...self, epoch: (before?.epoch ?? 0) + 1, done: false, before: null }
    const revision = orElsewhere(
      found === null ? await owners.create(key, next) : await owners.update(key, next, found.revision),
    )
    const free = read.filter(({ entry }) => !readNote(entry).taken || !isDone(before))
    // The hub has them in the order in which they last changed.
    const good = free
      .filter(({ content }) => target.isOp(content.op))
      .toSorted((one, other) => one.content.seq - other.content.seq)
    const taken = await takeAll(stream, good, { ...self, epoch: next.epoch })
    // The station may have come back while its operations were being taken.
    const last = orElsewhere(await owners.update(key, next, revision))
    const result = target.importOps(taken)
    if (await target.journaled()) await owners.update(key, { ...next, done: true }, last)
    const ownEntries = entries.length - (read.length - free.length)
    return { station: name, ...result, left: ownEntries - taken.length }
  }

  /** Finishes what this station began and did not end, whatever the reason. */
  private async resume(): Promise<void> {
    const target = this.deps.target()
    for (const [key, owner] of this.known) {
      const [account = '', stationId = ''] = key.split('.')
      if (this.isUnfinished(key, owner) && target?.accounts.includes(account) === true)
        await this.adoptIn(account, stationId, owner.operator ?? '')
    }
  }

  private isUnfinished(key: string, owner: OutboxLease): boolean {
    const { stationId } = this.deps.who()
    return owner.stationId === stationId && !key.endsWith(`.${stationId}`) && !owner.done
  }
}

/** What a station has left, with one more operation. */
function withEntry(
  before: FoundStation | null,
  entry: Entry,
  { stationId, owner }: { stationId: string; owner: OutboxLease | null },
): FoundStation {
  return {
    stationId,
    station: owner?.name ?? '',
    operations: (before?.operations ?? 0) + 1,
    writtenMs: Math.max(before?.writtenMs ?? 0, entry.writtenMs),
    owner: owner !== null && owner.stationId !== stationId ? owner.station : null,
    entry,
  }
}

/** Whether what was taken from the station is in another one's own journal. */
function isDone(owner: OutboxLease | null): boolean {
  return owner === null || (owner.done && (owner.before?.done ?? true))
}

function orElsewhere(revision: number | null): number {
  if (revision === null) throw new AdoptionRefused('elsewhere')
  return revision
}

/** @returns the operations that nobody else has written to since they were read */
async function takeAll(stream: EntryStream, all: readonly Left[], by: Taker): Promise<unknown[]> {
  const taken: unknown[] = []
  for (let from = 0; from < all.length; from += BATCH) {
    const some = all.slice(from, from + BATCH)
    const sequences = await Promise.all(
      some.map(({ entry, content }) => stream.put(takenEntry(entry, content, by), entry.sequence)),
    )
    for (const [index, { content }] of some.entries()) if (sequences[index] !== null) taken.push(content.op)
  }
  return taken
}

/** The watch tells of further ones in a moment; nobody waits for this. */
const RESUME_MS = 1_000

async function resumeSoon(resume: () => Promise<void>, onFault: (error: unknown) => void): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, RESUME_MS))
  await resume().catch((error: unknown) => {
    if (!(error instanceof AdoptionRefused)) onFault(error)
  })
}
