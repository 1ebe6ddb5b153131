import { z } from 'zod'
import type { Clock } from '../../base/clock'
import { tickEvery } from '../../base/timer'
import { openBucket, type Bucket, type BucketEntry, type BucketPlan } from './storage/bucket'
import { createMirror, type Mirror, type Mirrored } from './storage/mirror'
import type { HubPart, OpenHub } from './part'
import { createRequestQueue, type RequestQueue } from './request-queue'

/**
 * Which station has which order on its bench, decided by the hub (H3): a claim is created once, renewed while the order
 * is on the bench, and taken over only by naming the revision that it replaces. No clock is compared.
 */
export type Claims = HubPart & {
  /** The order on this station's bench; `null` for none. */
  put(orderId: number | null): void
  onBench(): number | null
  /** Claims the order, also from a station that has it. */
  takeOver(orderId: number): void
  /** Whether the hub decides now: it answers, and is heard. Without it, claims are what the stations tell one another. */
  decides(): boolean
  /** Another station's claim to the order; `null` if there is none. */
  heldElsewhere(orderId: number): HeldElsewhere | null
  /** Orders on other stations' benches. */
  ordersElsewhere(): number[]
  /** Whether the hub answers, has confirmed this station's claim, and nobody has taken it since. */
  isConfirmed(orderId: number): boolean
  /** What has been asked of the hub is done. */
  settled(): Promise<void>
}

/** Stored at the hub; never rename. */
const claimSchema = z.looseObject({
  stationId: z.string().min(1).max(64),
  station: z.string().max(200),
  operator: z.string().max(200),
  /** 0 for an opened order, one more with each takeover. */
  turn: z.int().nonnegative(),
  /** How long it has been held, by the holder's own clock. */
  heldMs: z.number().nonnegative(),
})
export type Claim = z.output<typeof claimSchema>

export type HeldElsewhere = Claim & {
  /** Milliseconds since the epoch by this PC's clock. */
  sinceWallMs: number
  /** It was taken over from this station. */
  tookOver: boolean
}

const TTL_MS = 30_000
/** Five renewals may be lost before the hub gives an order to somebody else. */
const RENEW_MS = 5_000

const CLAIMS: BucketPlan<Claim> = { name: 'claims', schema: claimSchema, ttlMs: TTL_MS }

export type ClaimsDeps = {
  clock: Clock
  who: () => Pick<Claim, 'stationId' | 'station' | 'operator'>
  /** These orders may have come to another bench, or have left one. */
  onOrders: (orderIds: readonly number[]) => void
  /** The hub did not answer, or its bucket is gone: `use` it again. */
  onFault: (error: unknown) => void
}

/** The order on this bench. `revision`: `null` until the hub has confirmed the claim. */
type Bench = { orderId: number; turn: number; sinceMs: number; revision: number | null }

export function createClaims(deps: ClaimsDeps): Claims {
  return new ClaimsAtHub(deps)
}

class ClaimsAtHub implements Claims {
  private readonly clock: Clock
  /** What the hub has, as last heard. */
  private readonly mirror: Mirror<Claim>
  private readonly requests: RequestQueue<Bucket<Claim>>
  private readonly endTicks: () => void
  /** When other stations' claims began by this PC's wall clock, so that the time shown stays the same. */
  private readonly firstSeen = new Map<string, { claim: Claim; wallMs: number }>()
  private bucket: Bucket<Claim> | null = null
  private hub: OpenHub | null = null
  private watch: { stop(): void } | null = null
  private bench: Bench | null = null
  /** Since the claims that there are were asked for, the hub has not failed to answer. */
  private isAnswering = false
  /** The claim is about to be made again. */
  private isShaken = false

  constructor(private readonly deps: ClaimsDeps) {
    this.clock = deps.clock
    this.mirror = createMirror({ clock: deps.clock, ttlMs: TTL_MS })
    this.requests = createRequestQueue({
      open: () => this.bucket,
      onFault: (error) => this.fail(error),
    })
    this.endTicks = tickEvery(deps.clock, RENEW_MS, () => this.renew())
  }

  /** Without a connection claims are advice until they expire. */
  async use(open: OpenHub | null): Promise<void> {
    this.watch?.stop()
    this.watch = null
    this.bucket = null
    this.isAnswering = false
    if (open === null) return
    const bucket = await openBucket(open, CLAIMS)
    this.bucket = bucket
    this.hub = open
    this.tell(this.mirror.clear().map(({ key }) => key))
    this.watch = await bucket.watch(
      (entry) => this.hear(entry),
      (error) => this.fail(error),
      (key) => this.claimAgain(key),
    )
    this.isAnswering = true
    if (this.bench !== null) this.bench.revision = null
    this.claimIfNeeded()
  }

  put(orderId: number | null): void {
    const before = this.bench
    if (before?.orderId === orderId) return
    this.bench =
      orderId === null ? null : { orderId, turn: 0, sinceMs: this.clock.monotonicMs(), revision: null }
    if (before !== null) this.giveBack(before)
    if (this.bench !== null) this.claimNext()
  }

  takeOver(orderId: number): void {
    const before = this.bench
    const turn = (this.other(orderId)?.value.turn ?? before?.turn ?? -1) + 1
    this.bench = { orderId, turn, sinceMs: this.clock.monotonicMs(), revision: null }
    if (before !== null && before.orderId !== orderId) this.giveBack(before)
    this.claimNext()
  }

  onBench(): number | null {
    return this.bench?.orderId ?? null
  }

  decides(): boolean {
    return this.isAnswering
  }

  isConfirmed(orderId: number): boolean {
    return this.bucket !== null && this.bench?.orderId === orderId && this.bench.revision !== null
  }

  heldElsewhere(orderId: number): HeldElsewhere | null {
    const found = this.other(orderId)
    if (found === null) return null
    const onBench = this.bench?.orderId === orderId ? this.bench : null
    // A takeover that is on its way to the hub is this station's order.
    if (onBench !== null && onBench.turn > found.value.turn) return null
    return {
      ...found.value,
      sinceWallMs: this.sinceWallMs(found),
      tookOver: onBench !== null && found.value.turn > onBench.turn,
    }
  }

  ordersElsewhere(): number[] {
    return this.mirror.all().flatMap(({ key, value }) => (this.isOwn(value) ? [] : [Number(key)]))
  }

  settled(): Promise<void> {
    return this.requests.settled()
  }

  /** The order stays on the bench. */
  async leave(): Promise<void> {
    const given = this.bench
    void this.requests.take(async (open) => {
      // As it stands by now: it may have been renewed just before.
      if (given !== null && given.revision !== null) await open.remove(keyOf(given.orderId), given.revision)
      // Nothing claims it there again.
      this.bucket = null
    })
    await this.requests.settled()
  }

  async close(): Promise<void> {
    this.endTicks()
    const given = this.bench
    this.bench = null
    if (given !== null) this.giveBack(given)
    await this.requests.settled()
    this.watch?.stop()
  }

  private claimNext(): void {
    void this.requests.take((open) => this.claim(open))
  }

  private claimIfNeeded(): void {
    void this.requests.take(async (open) => {
      if (this.bench?.revision === null) await this.claim(open)
    })
  }

  /** Something that means nothing stands where the claim was: it is made again at once. */
  private claimAgain(key: string): void {
    if (this.bench === null || keyOf(this.bench.orderId) !== key || this.isShaken) return
    this.isShaken = true
    void this.requests.take(async (open) => {
      this.isShaken = false
      await this.claim(open)
    })
  }

  private giveBack(given: Bench): void {
    void this.requests.take(async (open) => {
      if (given.revision !== null) await open.remove(keyOf(given.orderId), given.revision)
    })
  }

  private renew(): void {
    this.tell(this.mirror.dropExpired().map(({ key }) => key))
    for (const [key, { claim: seen }] of this.firstSeen)
      if (this.mirror.get(key)?.value.turn !== seen.turn) this.firstSeen.delete(key)
    void this.requests.take((open) => open.check())
    this.claimNext()
  }

  /** Claims the order on the bench, or renews the claim. */
  private async claim(open: Bucket<Claim>): Promise<void> {
    const wanted = this.bench
    if (wanted === null) return
    const key = keyOf(wanted.orderId)
    const revision = await this.write(open, wanted)
    // Another order may have come onto the bench while the hub was asked.
    if (this.bench !== wanted) {
      if (revision !== null) await open.remove(key, revision)
      return
    }
    const was = wanted.revision
    if (revision !== null) return this.conclude(wanted, was, revision)
    const there = await open.get(key)
    if (this.bench !== wanted) return
    // Somebody has deleted it. What expired because this PC was asleep may be somebody else's by now, too.
    if (was !== null && (there?.value ?? null) === null) {
      this.mirror.take({ key, value: null, revision: was, atMs: 0, isNews: true })
      wanted.revision = null
      this.hub?.onMissed?.('claim')
      return this.claim(open)
    }
    // The refusal counts at once, however long the hub takes to tell of the claim that was first.
    if (there?.value != null && there.revision > (this.mirror.get(key)?.revision ?? 0)) {
      this.mirror.take({ ...there, value: there.value, key, atMs: 0, isNews: true })
      this.tell([key])
    }
    this.conclude(wanted, was, null)
  }

  /**
   * The station that holds the order keeps it, unless this is a later turn.
   * @returns the revision of the claim; `null` when it was refused
   */
  private async write(open: Bucket<Claim>, wanted: Bench): Promise<number | null> {
    const key = keyOf(wanted.orderId)
    const present = this.mirror.get(key)
    const isFree = present === null || this.isOwn(present.value) || present.value.turn < wanted.turn
    const replaces = wanted.revision ?? (isFree ? (present?.revision ?? null) : null)
    const value = this.valueOf(wanted)
    const revision =
      replaces === null ? await open.create(key, value) : await open.update(key, value, replaces)
    if (revision !== null || !isFree) return revision
    // SECURITY: what a stranger stores there takes no order away, whether it is junk or was recorded.
    const there = await open.get(key)
    return there?.isForeign === true ? open.update(key, value, there.revision) : null
  }

  /** @param was the revision before the hub was asked; `revision` what it answered */
  private conclude(wanted: Bench, was: number | null, revision: number | null): void {
    // The watch may have told of a later claim before this answer arrived.
    const later = revision === null ? null : this.other(wanted.orderId)
    wanted.revision = revision === null || (later !== null && later.revision > revision) ? null : revision
    if ((wanted.revision === null) !== (was === null)) this.tell([keyOf(wanted.orderId)])
  }

  private valueOf({ turn, sinceMs }: Bench): Claim {
    const heldMs = Math.max(0, Math.round(this.clock.monotonicMs() - sinceMs))
    return { ...this.deps.who(), turn, heldMs }
  }

  private hear(entry: BucketEntry<Claim>): void {
    const { key } = entry
    const { before, after } = this.mirror.take(entry)
    if (this.bench !== null && keyOf(this.bench.orderId) === key) this.hearOfBench(this.bench, after)
    if (before?.stationId !== after?.stationId || before?.turn !== after?.turn) this.tell([key])
  }

  /** What the hub now says of the order on the bench. */
  private hearOfBench(bench: Bench, held: Claim | null): void {
    const isOthers = held !== null && !this.isOwn(held)
    // The hub has given it to another station.
    if (isOthers) bench.revision = null
    // It is free again; or it is this station's from before; or the claim to be taken over was renewed meanwhile.
    if (!isOthers || held.turn < bench.turn) this.claimIfNeeded()
  }

  private sinceWallMs({ key, value, heardMs }: Mirrored<Claim>): number {
    const seen = this.firstSeen.get(key)
    if (seen?.claim.stationId === value.stationId && seen.claim.turn === value.turn) return seen.wallMs
    const heldMs = value.heldMs + this.clock.monotonicMs() - heardMs
    const wallMs = this.clock.wallMs() - heldMs
    this.firstSeen.set(key, { claim: value, wallMs })
    return wallMs
  }

  private isOwn({ stationId }: Claim): boolean {
    return stationId === this.deps.who().stationId
  }

  private other(orderId: number): Mirrored<Claim> | null {
    const found = this.mirror.get(keyOf(orderId))
    return found !== null && !this.isOwn(found.value) ? found : null
  }

  private tell(keys: readonly string[]): void {
    if (keys.length > 0) this.deps.onOrders(keys.map(Number))
  }

  private fail(error: unknown): void {
    this.isAnswering = false
    this.deps.onFault(error)
  }
}

function keyOf(orderId: number): string {
  return String(orderId)
}
