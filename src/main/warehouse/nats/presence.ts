import type { Clock } from '../../base/clock'
import { tickEvery, Timer } from '../../base/timer'
import { openBucket, type Bucket, type BucketEntry, type BucketPlan } from './bucket'
import type { HubPart, OpenHub } from './part'
import { presenceSchema, slotsChanged, type Presence } from './presence-value'
import { createRequestQueue } from './request-queue'

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
  const { clock } = deps
  let known = new Map<string, Known>()
  let earlier: Map<string, Earlier> | null = null
  /** Stations of other versions. */
  const others = new Map<string, keyof OtherVersions>()
  let bucket: Bucket<Presence> | null = null
  let open: OpenHub | null = null
  let lostMs: number | null = null
  let watch: { stop(): void } | null = null
  let written: { stationId: string; value: Presence; revision: number } | null = null
  let saidMs = Number.NEGATIVE_INFINITY
  let waiting = false
  const soon = new Timer(clock)

  const nowMs = (): number => lostMs ?? clock.monotonicMs()
  const isOnline = ({ value, heardMs, onlineUntilMs }: Known): boolean =>
    !value.closed && (nowMs() - heardMs < SILENT_MS || nowMs() < onlineUntilMs)

  const requests = createRequestQueue({ open: () => bucket, onFault: deps.onFault })

  const say = (): void => {
    soon.cancel()
    if (bucket === null || waiting) return
    waiting = true
    void requests.take(async (to) => {
      waiting = false
      const value = open === null ? null : deps.own(open)
      if (value === null) return
      const stationId = deps.stationId()
      // Its data was copied from another PC, and it has a new name since.
      if (written !== null && written.stationId !== stationId)
        await to.remove(written.stationId, written.revision)
      saidMs = clock.monotonicMs()
      const said = { ...value, closed: false } as Presence
      written = { stationId, value: said, revision: await to.put(stationId, said) }
    })
  }
  /** From now on these are the stations that are known. */
  const know = (next: Map<string, Known>): void => {
    const before = known
    known = next
    const own = deps.stationId()
    const orderIds = [...new Set([...before.keys(), ...next.keys()])].flatMap((key) =>
      key === own ? [] : slotsChanged(before.get(key)?.value ?? null, next.get(key)?.value ?? null),
    )
    if (orderIds.length > 0) deps.onSlots?.(orderIds)
  }
  const forget = (key: string): void => know(new Map([...known].filter(([one]) => one !== key)))

  /** The first news tells the server's time, and with it how old everything is that was there before. */
  const dateEarlier = (there: Map<string, Earlier>, serverMs: number): void => {
    const monotonicMs = clock.monotonicMs()
    know(
      new Map(
        [...there].map(([key, { value, revision, atMs }]) => {
          const heardMs = monotonicMs - Math.max(0, serverMs - atMs)
          const before = known.get(key)
          const onlineUntilMs = before?.onlineUntilMs ?? Number.NEGATIVE_INFINITY
          return [key, { value, revision, heardMs, onlineUntilMs }]
        }),
      ),
    )
  }
  const take = ({ key, value, revision, atMs, isNews }: BucketEntry<Presence>): void => {
    if (others.delete(key)) deps.onOthers?.()
    if (earlier !== null && !isNews) {
      if (value === null) earlier.delete(key)
      else earlier.set(key, { value, revision, atMs })
      return
    }
    if (earlier !== null) {
      dateEarlier(earlier, atMs)
      earlier = null
    }
    if (value === null) return forget(key)
    const heardMs = clock.monotonicMs()
    know(new Map(known).set(key, { value, revision, heardMs, onlineUntilMs: Number.NEGATIVE_INFINITY }))
  }

  /** A renewal would bring it back; until then, other stations do not see this one. */
  const miss = (): void =>
    void requests.take(async (asked) => {
      const said = written
      if (said === null || ((await asked.get(said.stationId))?.value ?? null) !== null) return
      if (written !== said) return
      open?.onMissed?.('presence')
      say()
    })

  const lose = (): void => {
    watch?.stop()
    watch = null
    if (bucket !== null) lostMs = clock.monotonicMs()
    bucket = null
    open = null
    waiting = false
  }
  const endTicks = tickEvery(clock, CHECK_MS, () => {
    for (const [key, { heardMs }] of known) if (nowMs() - heardMs >= TTL_MS) forget(key)
    if (clock.monotonicMs() - saidMs >= RENEW_MS) say()
    void requests.take((asked) => asked.check())
    miss()
  })

  return {
    async use(next) {
      lose()
      if (next === null) return
      const opened = await openBucket(next, STATIONS)
      earlier = new Map()
      // Stations that were online before could not be heard meanwhile: they get time to say so.
      for (const one of known.values()) if (isOnline(one)) one.onlineUntilMs = clock.monotonicMs() + SILENT_MS
      lostMs = null
      others.clear()
      watch = await opened.watch(take, deps.onFault, (key, problem) => {
        if (problem !== 'newer' && problem !== 'older') return
        others.set(key, problem)
        deps.onOthers?.()
      })
      bucket = opened
      open = next
      say()
    },
    touch() {
      if (soon.isSet() || bucket === null) return
      soon.set(Math.max(0, saidMs + LEAST_MS - clock.monotonicMs()), say)
    },
    isOpen: () => bucket !== null,
    otherVersions() {
      const all = [...others.values()]
      const newer = all.filter((one) => one === 'newer').length
      return { newer, older: all.length - newer }
    },
    stations: () =>
      [...known].map(([stationId, one]) => ({
        stationId,
        value: one.value,
        state: one.value.closed ? 'closed' : isOnline(one) ? 'online' : 'silent',
        silentMs: Math.max(0, nowMs() - one.heardMs),
        isOwn: stationId === deps.stationId(),
      })),
    async remove(stationId) {
      const revision = known.get(stationId)?.revision
      let removed = false
      const isAsked =
        revision === undefined ||
        (await requests.take(async (from) => void (removed = await from.remove(stationId, revision))))
      if (!isAsked) throw new Error(`the hub did not remove station ${stationId}`)
      if (removed) forget(stationId)
      return removed
    },
    settled: () => requests.settled(),
    /** The station is no longer one of this group: nobody should wait for it. */
    async leave() {
      know(new Map())
      await requests.take(async (from) => {
        // As it stands by now: it may have been said again just before.
        const gone = written
        written = null
        if (gone !== null) await from.remove(gone.stationId, gone.revision)
        // Nothing is said there again.
        bucket = null
      })
      written = null
    },
    async close() {
      endTicks()
      // What is in its put wall holds for as long as it is off: the last change must not be missing.
      const last = open === null ? null : deps.own(open)
      soon.cancel()
      await requests.take(async (to) => {
        // What was being said meanwhile has arrived by now.
        if (written === null) return
        await to.put(written.stationId, { ...(last ?? written.value), closed: true } as Presence)
      })
      lose()
    },
  }
}
