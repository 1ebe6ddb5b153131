import { z } from 'zod'
import type { Clock } from '../../../base/clock'
import { tickEvery } from '../../../base/timer'
import { openBucket, type Bucket, type BucketEntry, type BucketPlan } from '../storage/bucket'
import { createMirror, type Mirror } from '../storage/mirror'
import type { HubPart, OpenHub } from '../part'
import { accountAtHub, type HubGroup } from '../storage/seal'
import { createRequestQueue, type RequestQueue } from '../request-queue'

/**
 * Which station of an account asks the marketplace what has changed, decided by the hub like a claim (H3). The others
 * follow what it publishes. No clock is compared.
 */
export type Leader = HubPart & {
  /** Whether this station is the one. */
  leads(): boolean
  /** The station that is; `null` for none that is known of. */
  name(): string | null
  /** @see RecordsLine; `null` while this station leads */
  progress(use: Use): string | null
  /** Something changed that decides whether this station may lead, or for whom. */
  refresh(): void
  /** What has been asked of the hub is done. */
  settled(): Promise<void>
}

/** Stored at the hub; never rename. */
const leaderSchema = z.looseObject({
  stationId: z.string().min(1).max(64),
  station: z.string().max(200),
  /** One more with each station that takes it. */
  epoch: z.int().nonnegative(),
  /** How long it has led, by its own clock. */
  ledMs: z.number().nonnegative(),
  /** How many pages of each it has told of. */
  pages: z.record(z.string(), z.int().nonnegative()).optional(),
})
type Use = 'orders' | 'items'
type Lead = z.output<typeof leaderSchema>

const TTL_MS = 15_000
const RENEW_MS = 3_000
/** A leader that could not renew for so long has none to rely on. */
const UNSURE_MS = 10_000

const LEADER: BucketPlan<Lead> = { name: 'leader', schema: leaderSchema, ttlMs: TTL_MS }

export type LeaderDeps = {
  clock: Clock
  who: () => { stationId: string; station: string }
  /** The token that says whose orders these are; `null` while none is proven. */
  accessToken: () => string | null
  /** Whether the marketplace answers this station. One that it does not answer leaves it to another. */
  fit: () => boolean
  /** How many pages this station has told the others of, so that they see whether it makes progress. */
  pages?: () => Record<Use, number>
  onChange: () => void
  onFault: (error: unknown) => void
}

/** This station's term. */
type Term = { key: string; revision: number; epoch: number; sinceMs: number; renewedMs: number }

export function createLeader(deps: LeaderDeps): Leader {
  return new LeaderAtHub(deps)
}

class LeaderAtHub implements Leader {
  private readonly clock: Clock
  /** Who leads which account, as last heard. */
  private readonly mirror: Mirror<Lead>
  private readonly requests: RequestQueue<Bucket<Lead>>
  private readonly endTicks: () => void
  private bucket: Bucket<Lead> | null = null
  private group: HubGroup | null = null
  private watch: { stop(): void } | null = null
  /** `null` while this station does not lead. */
  private term: Term | null = null
  /** As last told. */
  private told: string | null = null

  constructor(private readonly deps: LeaderDeps) {
    this.clock = deps.clock
    this.mirror = createMirror({ clock: deps.clock, ttlMs: TTL_MS })
    this.requests = createRequestQueue({ open: () => this.bucket, onFault: deps.onFault })
    this.endTicks = tickEvery(deps.clock, RENEW_MS, () => this.check())
  }

  async use(open: OpenHub | null): Promise<void> {
    this.watch?.stop()
    this.watch = null
    this.bucket = null
    this.term = null
    this.tell()
    if (open === null) return
    const bucket = await openBucket(open, LEADER)
    this.mirror.clear()
    this.group = open.group
    this.watch = await bucket.watch((entry) => this.hear(entry), this.deps.onFault)
    this.bucket = bucket
    this.refresh()
  }

  leads(): boolean {
    const { term } = this
    if (term === null || term.key !== this.key()) return false
    return this.clock.monotonicMs() - term.renewedMs < UNSURE_MS
  }

  name(): string | null {
    return this.present()?.station ?? null
  }

  progress(use: Use): string | null {
    const lead = this.present()
    if (lead === null || this.isOwn(lead)) return null
    return JSON.stringify([lead.stationId, lead.epoch, lead.pages?.[use] ?? 0])
  }

  refresh(): void {
    this.inTurn((open) => this.stand(open))
  }

  async leave(): Promise<void> {
    this.inTurn(async (open) => {
      await this.giveUp(open)
      // It is not taken there again.
      this.bucket = null
    })
    await this.requests.settled()
  }

  settled(): Promise<void> {
    return this.requests.settled()
  }

  async close(): Promise<void> {
    this.endTicks()
    this.inTurn((open) => this.giveUp(open))
    await this.requests.settled()
    this.watch?.stop()
  }

  private inTurn(ask: (open: Bucket<Lead>) => Promise<void>): void {
    void this.requests.take(async (open) => {
      await ask(open)
      this.tell()
    })
  }

  private check(): void {
    this.mirror.dropExpired()
    this.inTurn((open) => open.check())
    this.refresh()
    this.tell()
  }

  /** Leads if this station may and nobody else does. */
  private async stand(open: Bucket<Lead>): Promise<void> {
    const key = this.key()
    if (key === null || !this.deps.fit()) return this.giveUp(open)
    if (this.term !== null && this.term.key !== key) await this.giveUp(open)
    return this.term === null ? this.take(open, key) : this.renew(open, this.term)
  }

  /** Nobody is known to lead, or this station did before it was restarted. */
  private async take(open: Bucket<Lead>, key: string): Promise<void> {
    const found = this.mirror.get(key)
    if (found !== null && !this.isOwn(found.value)) return
    const nowMs = this.clock.monotonicMs()
    const next = { key, epoch: (found?.value.epoch ?? 0) + 1, sinceMs: nowMs, renewedMs: nowMs }
    const value = this.valueOf(next)
    const revision =
      found === null ? await open.create(key, value) : await open.update(key, value, found.revision)
    this.term = revision === null ? null : { ...next, revision }
  }

  private async renew(open: Bucket<Lead>, mine: Term): Promise<void> {
    const askedMs = this.clock.monotonicMs()
    const revision = await open.update(mine.key, this.valueOf(mine), mine.revision)
    this.term = revision === null ? null : { ...mine, revision, renewedMs: askedMs }
  }

  private async giveUp(open: Bucket<Lead>): Promise<void> {
    const given = this.term
    this.term = null
    if (given !== null) await open.remove(given.key, given.revision)
  }

  private valueOf({ epoch, sinceMs }: Omit<Term, 'revision'>): Lead {
    const { stationId, station } = this.deps.who()
    const ledMs = Math.max(0, Math.round(this.clock.monotonicMs() - sinceMs))
    return { stationId, station, epoch, ledMs, pages: this.deps.pages?.() ?? {} }
  }

  private hear(entry: BucketEntry<Lead>): void {
    const { key, value, revision } = entry
    this.mirror.take(entry)
    const isOthers = value !== null && !this.isOwn(value)
    if (this.term?.key === key && revision > this.term.revision && isOthers) this.term = null
    // The leader gave it up.
    if (value === null && key === this.key() && this.term === null && this.deps.fit()) this.refresh()
    this.tell()
  }

  /** Where the lead of the account at work is; `null` while none is proven. */
  private key(): string | null {
    const accessToken = this.deps.accessToken()
    if (this.bucket === null || this.group === null || accessToken === null) return null
    return accountAtHub(this.group, accessToken)
  }

  private present(): Lead | null {
    const key = this.key()
    return key === null ? null : (this.mirror.get(key)?.value ?? null)
  }

  private isOwn({ stationId }: Lead): boolean {
    return stationId === this.deps.who().stationId
  }

  private tell(): void {
    const now = JSON.stringify([this.leads(), this.present()?.stationId ?? null])
    if (now === this.told) return
    this.told = now
    this.deps.onChange()
  }
}
