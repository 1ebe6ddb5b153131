import { z } from 'zod'
import type { Clock } from '../../base/clock'
import { tickEvery } from '../../base/timer'
import { openBucket, type Bucket, type BucketPlan } from './bucket'
import { createMirror } from './mirror'
import type { HubPart, OpenHub } from './part'
import { createRequestQueue } from './request-queue'

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
  const { clock } = deps
  const mirror = createMirror<Claim>({ clock, ttlMs: TTL_MS })
  const firstSeen = new Map<string, { claim: Claim; wallMs: number }>()
  let bucket: Bucket<Claim> | null = null
  let hub: OpenHub | null = null
  let watch: { stop(): void } | null = null
  let bench: Bench | null = null
  /** Since the claims that there are were asked for, the hub has not failed to answer. */
  let isAnswering = false

  const keyOf = (orderId: number): string => String(orderId)
  const isOwn = ({ stationId }: Claim): boolean => stationId === deps.who().stationId
  const other = (orderId: number) => {
    const found = mirror.get(keyOf(orderId))
    return found !== null && !isOwn(found.value) ? found : null
  }
  const tell = (keys: readonly string[]): void => {
    if (keys.length > 0) deps.onOrders(keys.map(Number))
  }

  const onFault = (error: unknown): void => {
    isAnswering = false
    deps.onFault(error)
  }
  const requests = createRequestQueue({ open: () => bucket, onFault })

  const valueOf = ({ turn, sinceMs }: Bench): Claim => ({
    ...deps.who(),
    turn,
    heldMs: Math.max(0, Math.round(clock.monotonicMs() - sinceMs)),
  })

  /** Claims the order on the bench, or renews the claim. The station that holds it keeps it, unless this is a later turn. */
  const claim = async (open: Bucket<Claim>): Promise<void> => {
    if (bench === null) return
    const wanted = bench
    const key = keyOf(wanted.orderId)
    const present = mirror.get(key)
    const replaces =
      wanted.revision ??
      (present !== null && (isOwn(present.value) || present.value.turn < wanted.turn)
        ? present.revision
        : null)
    const value = valueOf(wanted)
    let revision = replaces === null ? await open.create(key, value) : await open.update(key, value, replaces)
    if (revision === null && (present === null || isOwn(present.value) || present.value.turn < wanted.turn)) {
      // SECURITY: what a stranger stores there takes no order away, whether it is junk or was recorded.
      const there = await open.get(key)
      if (there?.isForeign === true) revision = await open.update(key, value, there.revision)
    }
    // Another order may have come onto the bench while the hub was asked.
    if (bench !== wanted) {
      if (revision !== null) await open.remove(key, revision)
      return
    }
    const was = wanted.revision
    if (revision === null) {
      const there = await open.get(key)
      if (bench !== wanted) return
      // Somebody has deleted it. What expired because this PC was asleep may be somebody else's by now, too.
      if (was !== null && (there?.value ?? null) === null) {
        mirror.take({ key, value: null, revision: was, atMs: 0, isNews: true })
        wanted.revision = null
        hub?.onMissed?.('claim')
        return claim(open)
      }
      // The refusal counts at once, however long the hub takes to tell of the claim that was first.
      if (there?.value != null && there.revision > (mirror.get(key)?.revision ?? 0)) {
        mirror.take({ ...there, value: there.value, key, atMs: 0, isNews: true })
        tell([key])
      }
    }
    // The watch may have told of a later claim before this answer arrived.
    const later = revision === null ? null : other(wanted.orderId)
    bench.revision = revision === null || (later !== null && later.revision > revision) ? null : revision
    if ((bench.revision === null) !== (was === null)) tell([key])
  }

  /** What the hub now says of the order on the bench. */
  const noteAboutBench = (held: Claim | null): void => {
    if (bench === null) return
    const isOthers = held !== null && !isOwn(held)
    // The hub has given it to another station.
    if (isOthers) bench.revision = null
    // It is free again; or it is this station's from before; or the claim to be taken over was renewed meanwhile.
    if (!isOthers || held.turn < bench.turn) void requests.take(claimIfNeeded)
  }
  const claimIfNeeded = async (open: Bucket<Claim>): Promise<void> => {
    if (bench?.revision === null) await claim(open)
  }

  let isShaken = false
  /** Something that means nothing stands where the claim was: it is made again at once. */
  const claimAgain = (key: string): void => {
    if (bench === null || keyOf(bench.orderId) !== key || isShaken) return
    isShaken = true
    void requests.take(async (open) => {
      isShaken = false
      await claim(open)
    })
  }

  const giveBack = (given: Bench): void =>
    void requests.take(async (open) => {
      if (given.revision !== null) await open.remove(keyOf(given.orderId), given.revision)
    })

  const endTicks = tickEvery(clock, RENEW_MS, () => {
    tell(mirror.dropExpired().map(({ key }) => key))
    for (const [key, { claim: seen }] of firstSeen)
      if (mirror.get(key)?.value.turn !== seen.turn) firstSeen.delete(key)
    void requests.take((open) => open.check())
    void requests.take(claim)
  })

  return {
    /** Without a connection claims are advice until they expire. */
    async use(open) {
      watch?.stop()
      watch = null
      bucket = null
      isAnswering = false
      if (open === null) return
      const next = await openBucket(open, CLAIMS)
      bucket = next
      hub = open
      tell(mirror.clear().map(({ key }) => key))
      watch = await next.watch(
        (entry) => {
          const { before, after } = mirror.take(entry)
          if (bench !== null && keyOf(bench.orderId) === entry.key) noteAboutBench(after)
          if (before?.stationId !== after?.stationId || before?.turn !== after?.turn) tell([entry.key])
        },
        onFault,
        claimAgain,
      )
      isAnswering = true
      if (bench !== null) bench.revision = null
      void requests.take(claimIfNeeded)
    },
    put(orderId) {
      if (bench?.orderId === orderId) return
      const before = bench
      bench = orderId === null ? null : { orderId, turn: 0, sinceMs: clock.monotonicMs(), revision: null }
      if (before !== null) giveBack(before)
      if (bench !== null) void requests.take(claim)
    },
    decides: () => isAnswering,
    onBench: () => bench?.orderId ?? null,
    takeOver(orderId) {
      const turn = (other(orderId)?.value.turn ?? bench?.turn ?? -1) + 1
      const before = bench
      bench = { orderId, turn, sinceMs: clock.monotonicMs(), revision: null }
      if (before !== null && before.orderId !== orderId) giveBack(before)
      void requests.take(claim)
    },
    heldElsewhere(orderId) {
      const found = other(orderId)
      if (found === null) return null
      const { key, value, heardMs } = found
      // A takeover that is on its way to the hub is this station's order.
      if (bench?.orderId === orderId && bench.turn > value.turn) return null
      const seen = firstSeen.get(key)
      const isSame = seen?.claim.stationId === value.stationId && seen.claim.turn === value.turn
      const heldMs = value.heldMs + clock.monotonicMs() - heardMs
      const wallMs = isSame ? seen.wallMs : clock.wallMs() - heldMs
      if (!isSame) firstSeen.set(key, { claim: value, wallMs })
      return {
        ...value,
        sinceWallMs: wallMs,
        tookOver: bench?.orderId === orderId && value.turn > bench.turn,
      }
    },
    ordersElsewhere: () => mirror.all().flatMap(({ key, value }) => (isOwn(value) ? [] : [Number(key)])),
    isConfirmed: (orderId) => bucket !== null && bench?.orderId === orderId && bench.revision !== null,
    /** The order stays on the bench. */
    async leave() {
      const given = bench
      void requests.take(async (open) => {
        // As it stands by now: it may have been renewed just before.
        if (given !== null && given.revision !== null) await open.remove(keyOf(given.orderId), given.revision)
        // Nothing claims it there again.
        bucket = null
      })
      await requests.settled()
    },
    settled: () => requests.settled(),
    async close() {
      endTicks()
      const given = bench
      bench = null
      if (given !== null) giveBack(given)
      await requests.settled()
      watch?.stop()
    },
  }
}
