import type { Clock } from '../../base/clock'
import { tickEvery, Timer } from '../../base/timer'
import { openBucket, type Bucket, type BucketEntry, type BucketPlan } from './storage/bucket'
import type { HubPart, OpenHub } from './part'
import { presenceSchema, slotsChanged, type Presence } from './presence-value'
import { createRequestQueue, type RequestQueue } from './request-queue'
import type { Ignored } from './storage/seal'

/**
 * What each station says of itself, for the warehouse page and the wall. A station that says nothing more is offline:
 * when it was heard last is known by this PC's monotonic clock, and for what was there before this station looked, by
 * the server's own times. No two clocks are compared.
 */
export type PresencePart = HubPart & {
  /** Something that this station says of itself may have changed: it is said soon. */
  touch(): void
  /** All stations of the group that were heard in the last days, also while the hub is away. */
  stations(): SeenStation[]
  /** How many stations of the group have a version that this one cannot read. */
  otherVersions(): OtherVersions
  /** Whether the hub is there now. Without it, `stations` are as they were last known. */
  isOpen(): boolean
  /**
   * Removes what a station said. @returns whether it was removed; a station that is heard meanwhile comes back
   * @throws when the hub does not answer
   */
  remove(stationId: string): Promise<boolean>
  /** What has been asked of the hub is done. */
  settled(): Promise<void>
}

export type OtherVersions = { newer: number; older: number }

export type SeenStation = {
  stationId: string
  value: Presence
  /** `silent`: nothing was heard for half a minute; `closed`: it was quit. */
  state: 'online' | 'silent' | 'closed'
  /** Since it was heard last; while the hub is away, up to then. */
  silentMs: number
  isOwn: boolean
}

export type PresenceDeps = {
  clock: Pick<Clock, 'monotonicMs' | 'after'>
  stationId: () => string
  /** `null`: there is nothing to say now. */
  own: (hub: Pick<OpenHub, 'group'>) => Omit<Presence, 'closed'> | null
  /** There are more or fewer stations of other versions. */
  onOthers?: () => void
  /** These orders have come into another station's put wall, have left it, or others of their units are there. */
  onSlots?: (orderIds: readonly number[]) => void
  onFault: (error: unknown) => void
}

/** Stays in the list for so long. */
const TTL_MS = 7 * 86_400_000
const STATIONS: BucketPlan<Presence> = { name: 'stations', schema: presenceSchema, ttlMs: TTL_MS }

/** A station that was not heard for so long is offline: two renewals may be lost. */
export const SILENT_MS = 30_000
const RENEW_MS = 10_000
const CHECK_MS = 5_000
/** However much changes, it is said no more often. */
const LEAST_MS = 2_000

type Known = {
  value: Presence
  revision: number
  /** By this PC's monotonic clock. */
  heardMs: number
  /** It was online when the hub was lost, during which nobody could be heard. */
  onlineUntilMs: number
}

/** What the bucket already held when it was opened; its age is known with the first news. */
type Earlier = { value: Presence; revision: number; atMs: number }

export function createPresence(deps: PresenceDeps): PresencePart {
  return new PresenceAtHub(deps)
}

/** What this station says of itself, and the connection by which it hears the others. */
class PresenceAtHub implements PresencePart {
  private readonly known: KnownStations
  /** Stations of other versions. */
  private readonly others = new Map<string, keyof OtherVersions>()
  private readonly requests: RequestQueue<Bucket<Presence>>
  private readonly endTicks: () => void
  /** Something has changed that is said in a moment. */
  private readonly soon: Timer
  private bucket: Bucket<Presence> | null = null
  private open: OpenHub | null = null
  private watch: { stop(): void } | null = null
  /** What was said last. */
  private written: { stationId: string; value: Presence; revision: number } | null = null
  private saidMs = Number.NEGATIVE_INFINITY
  /** It is said as soon as earlier requests are answered. */
  private waiting = false

  constructor(private readonly deps: PresenceDeps) {
    this.known = new KnownStations(deps)
    this.soon = new Timer(deps.clock)
    this.requests = createRequestQueue({ open: () => this.bucket, onFault: deps.onFault })
    this.endTicks = tickEvery(deps.clock, CHECK_MS, () => this.check())
  }

  async use(next: OpenHub | null): Promise<void> {
    this.lose()
    if (next === null) return
    const bucket = await openBucket(next, STATIONS)
    this.known.reopen()
    this.others.clear()
    this.watch = await bucket.watch(
      (entry) => this.hear(entry),
      this.deps.onFault,
      (key, problem) => this.hearOther(key, problem),
    )
    this.bucket = bucket
    this.open = next
    this.say()
  }

  touch(): void {
    if (this.soon.isSet() || this.bucket === null) return
    const waitMs = Math.max(0, this.saidMs + LEAST_MS - this.deps.clock.monotonicMs())
    this.soon.set(waitMs, () => this.say())
  }

  isOpen(): boolean {
    return this.bucket !== null
  }

  otherVersions(): OtherVersions {
    const all = [...this.others.values()]
    const newer = all.filter((one) => one === 'newer').length
    return { newer, older: all.length - newer }
  }

  stations(): SeenStation[] {
    return this.known.all()
  }

  async remove(stationId: string): Promise<boolean> {
    const revision = this.known.revisionOf(stationId)
    let removed = false
    const isAsked =
      revision === null ||
      (await this.requests.take(async (from) => void (removed = await from.remove(stationId, revision))))
    if (!isAsked) throw new Error(`the hub did not remove station ${stationId}`)
    if (removed) this.known.forget(stationId)
    return removed
  }

  settled(): Promise<void> {
    return this.requests.settled()
  }

  /** The station is no longer one of this group: nobody should wait for it. */
  async leave(): Promise<void> {
    this.known.forgetAll()
    await this.requests.take(async (from) => {
      // As it stands by now: it may have been said again just before.
      const gone = this.written
      this.written = null
      if (gone !== null) await from.remove(gone.stationId, gone.revision)
      // Nothing is said there again.
      this.bucket = null
    })
    this.written = null
  }

  async close(): Promise<void> {
    this.endTicks()
    // What is in its put wall holds for as long as it is off: the last change must not be missing.
    const last = this.open === null ? null : this.deps.own(this.open)
    this.soon.cancel()
    await this.requests.take(async (to) => {
      // What was being said meanwhile has arrived by now.
      const { written } = this
      if (written === null) return
      await to.put(written.stationId, { ...(last ?? written.value), closed: true } as Presence)
    })
    this.lose()
  }

  private lose(): void {
    this.watch?.stop()
    this.watch = null
    if (this.bucket !== null) this.known.lose()
    this.bucket = null
    this.open = null
    this.waiting = false
  }

  private say(): void {
    this.soon.cancel()
    if (this.bucket === null || this.waiting) return
    this.waiting = true
    void this.requests.take(async (to) => {
      this.waiting = false
      const own = this.open === null ? null : this.deps.own(this.open)
      if (own === null) return
      const stationId = this.deps.stationId()
      const before = this.written
      // Its data was copied from another PC, and it has a new name since.
      if (before !== null && before.stationId !== stationId)
        await to.remove(before.stationId, before.revision)
      this.saidMs = this.deps.clock.monotonicMs()
      const value = { ...own, closed: false } as Presence
      this.written = { stationId, value, revision: await to.put(stationId, value) }
    })
  }

  private check(): void {
    this.known.forgetSilent()
    if (this.deps.clock.monotonicMs() - this.saidMs >= RENEW_MS) this.say()
    void this.requests.take((asked) => asked.check())
    this.sayIfMissing()
  }

  /** A renewal would bring it back; until then, other stations do not see this one. */
  private sayIfMissing(): void {
    void this.requests.take(async (asked) => {
      const said = this.written
      if (said === null || ((await asked.get(said.stationId))?.value ?? null) !== null) return
      if (this.written !== said) return
      this.open?.onMissed?.('presence')
      this.say()
    })
  }

  private hear(entry: BucketEntry<Presence>): void {
    if (this.others.delete(entry.key)) this.deps.onOthers?.()
    this.known.take(entry)
  }

  private hearOther(key: string, problem: Ignored): void {
    if (problem !== 'newer' && problem !== 'older') return
    this.others.set(key, problem)
    this.deps.onOthers?.()
  }
}

/** The stations that were heard, and how long ago. */
class KnownStations {
  private known = new Map<string, Known>()
  /** What there was before the first news of a connection; `null` after it. */
  private earlier: Map<string, Earlier> | null = null
  /** When the hub was lost; `null` while it is there. */
  private lostMs: number | null = null

  constructor(private readonly deps: Pick<PresenceDeps, 'clock' | 'stationId' | 'onSlots'>) {}

  /** Stations that were online before could not be heard meanwhile: they get time to say so. */
  reopen(): void {
    this.earlier = new Map()
    const untilMs = this.deps.clock.monotonicMs() + SILENT_MS
    for (const one of this.known.values()) if (this.isOnline(one)) one.onlineUntilMs = untilMs
    this.lostMs = null
  }

  lose(): void {
    this.lostMs = this.deps.clock.monotonicMs()
  }

  take({ key, value, revision, atMs, isNews }: BucketEntry<Presence>): void {
    if (this.earlier !== null && !isNews) {
      if (value === null) this.earlier.delete(key)
      else this.earlier.set(key, { value, revision, atMs })
      return
    }
    if (this.earlier !== null) {
      this.dateEarlier(this.earlier, atMs)
      this.earlier = null
    }
    if (value === null) return this.forget(key)
    const heardMs = this.deps.clock.monotonicMs()
    const one = { value, revision, heardMs, onlineUntilMs: Number.NEGATIVE_INFINITY }
    this.replace(new Map(this.known).set(key, one))
  }

  forget(stationId: string): void {
    this.replace(new Map([...this.known].filter(([one]) => one !== stationId)))
  }

  forgetAll(): void {
    this.replace(new Map())
  }

  forgetSilent(): void {
    for (const [key, { heardMs }] of this.known) if (this.nowMs() - heardMs >= TTL_MS) this.forget(key)
  }

  revisionOf(stationId: string): number | null {
    return this.known.get(stationId)?.revision ?? null
  }

  all(): SeenStation[] {
    const own = this.deps.stationId()
    return [...this.known].map(([stationId, one]) => ({
      stationId,
      value: one.value,
      state: one.value.closed ? 'closed' : this.isOnline(one) ? 'online' : 'silent',
      silentMs: Math.max(0, this.nowMs() - one.heardMs),
      isOwn: stationId === own,
    }))
  }

  /** The first news tells the server's time, and with it how old everything is that was there before. */
  private dateEarlier(there: Map<string, Earlier>, serverMs: number): void {
    const monotonicMs = this.deps.clock.monotonicMs()
    const dated = [...there].map(([key, { value, revision, atMs }]): [string, Known] => {
      const heardMs = monotonicMs - Math.max(0, serverMs - atMs)
      const onlineUntilMs = this.known.get(key)?.onlineUntilMs ?? Number.NEGATIVE_INFINITY
      return [key, { value, revision, heardMs, onlineUntilMs }]
    })
    this.replace(new Map(dated))
  }

  private replace(next: Map<string, Known>): void {
    const before = this.known
    this.known = next
    const own = this.deps.stationId()
    const orderIds = [...new Set([...before.keys(), ...next.keys()])].flatMap((key) =>
      key === own ? [] : slotsChanged(before.get(key)?.value ?? null, next.get(key)?.value ?? null),
    )
    if (orderIds.length > 0) this.deps.onSlots?.(orderIds)
  }

  private nowMs(): number {
    return this.lostMs ?? this.deps.clock.monotonicMs()
  }

  private isOnline({ value, heardMs, onlineUntilMs }: Known): boolean {
    return !value.closed && (this.nowMs() - heardMs < SILENT_MS || this.nowMs() < onlineUntilMs)
  }
}
