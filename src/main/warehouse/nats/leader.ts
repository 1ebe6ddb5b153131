import { z } from 'zod'
import type { Clock } from '../../base/clock'
import { tickEvery } from '../../base/timer'
import { openBucket, type Bucket, type BucketEntry, type BucketPlan } from './bucket'
import { createMirror } from './mirror'
import type { HubPart } from './part'
import { accountAtHub, type HubGroup } from './seal'
import { createRequestQueue } from './request-queue'

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
  const { clock } = deps
  const mirror = createMirror<Lead>({ clock, ttlMs: TTL_MS })
  let bucket: Bucket<Lead> | null = null
  let group: HubGroup | null = null
  let watch: { stop(): void } | null = null
  let term: Term | null = null
  /** As last told. */
  let told: string | null = null

  const key = (): string | null => {
    const accessToken = deps.accessToken()
    return bucket === null || group === null || accessToken === null ? null : accountAtHub(group, accessToken)
  }
  const leads = (): boolean =>
    term !== null && term.key === key() && clock.monotonicMs() - term.renewedMs < UNSURE_MS
  const present = () => {
    const place = key()
    return place === null ? null : mirror.get(place)
  }
  const tell = (): void => {
    const now = JSON.stringify([leads(), present()?.value.stationId ?? null])
    if (now === told) return
    told = now
    deps.onChange()
  }

  const requests = createRequestQueue({ open: () => bucket, onFault: deps.onFault })
  const inTurn = (ask: (open: Bucket<Lead>) => Promise<void>): void =>
    void requests.take(async (open) => {
      await ask(open)
      tell()
    })

  const giveUp = async (open: Bucket<Lead>): Promise<void> => {
    const given = term
    term = null
    if (given !== null) await open.remove(given.key, given.revision)
  }
  const renew = async (open: Bucket<Lead>, mine: Term): Promise<void> => {
    const askedMs = clock.monotonicMs()
    const revision = await open.update(mine.key, valueOf(mine), mine.revision)
    term = revision === null ? null : { ...mine, revision, renewedMs: askedMs }
  }
  /** Nobody is known to lead, or this station did before it was restarted. */
  const take = async (open: Bucket<Lead>, place: string): Promise<void> => {
    const found = mirror.get(place)
    if (found !== null && found.value.stationId !== deps.who().stationId) return
    const nowMs = clock.monotonicMs()
    const next = { key: place, epoch: (found?.value.epoch ?? 0) + 1, sinceMs: nowMs, renewedMs: nowMs }
    const value = valueOf(next)
    const revision =
      found === null ? await open.create(place, value) : await open.update(place, value, found.revision)
    term = revision === null ? null : { ...next, revision }
  }
  const valueOf = ({ epoch, sinceMs }: Omit<Term, 'revision'>): Lead => {
    const { stationId, station } = deps.who()
    const ledMs = Math.max(0, Math.round(clock.monotonicMs() - sinceMs))
    return { stationId, station, epoch, ledMs, pages: deps.pages?.() ?? {} }
  }
  const stand = async (open: Bucket<Lead>): Promise<void> => {
    const place = key()
    if (place === null || !deps.fit()) return giveUp(open)
    if (term !== null && term.key !== place) await giveUp(open)
    return term === null ? take(open, place) : renew(open, term)
  }

  const hear = (entry: BucketEntry<Lead>): void => {
    mirror.take(entry)
    const others = entry.value !== null && entry.value.stationId !== deps.who().stationId
    if (term?.key === entry.key && entry.revision > term.revision && others) term = null
    // The leader gave it up.
    if (entry.value === null && entry.key === key() && term === null && deps.fit()) inTurn(stand)
    tell()
  }

  const endTicks = tickEvery(clock, RENEW_MS, () => {
    mirror.dropExpired()
    inTurn((open) => open.check())
    inTurn(stand)
    tell()
  })

  return {
    async use(open) {
      watch?.stop()
      watch = null
      bucket = null
      term = null
      tell()
      if (open === null) return
      const next = await openBucket(open, LEADER)
      mirror.clear()
      group = open.group
      watch = await next.watch(hear, deps.onFault)
      bucket = next
      inTurn(stand)
    },
    leads,
    name: () => present()?.value.station ?? null,
    progress(use) {
      const lead = present()?.value
      if (lead === undefined || lead.stationId === deps.who().stationId) return null
      return JSON.stringify([lead.stationId, lead.epoch, lead.pages?.[use] ?? 0])
    },
    refresh: () => inTurn(stand),
    async leave() {
      inTurn(async (open) => {
        await giveUp(open)
        // It is not taken there again.
        bucket = null
      })
      await requests.settled()
    },
    settled: () => requests.settled(),
    async close() {
      endTicks()
      inTurn(giveUp)
      await requests.settled()
      watch?.stop()
    },
  }
}
