import { z } from 'zod'
import type { Clock, Moment } from '../../../base/clock'
import { Timer } from '../../../base/timer'
import type { Bucket, BucketPlan } from '../storage/bucket'

/**
 * Who works the outbox of a station: the station itself, until another one adopts it (H4). Each change of owner has a
 * higher epoch, and names the revision that it replaces, so that of two stations one is the owner.
 */

const standing = {
  /** The owner. */
  stationId: z.string().min(1).max(64),
  station: z.string().max(200),
  /** Who took it over there. */
  operator: z.string().max(300).nullish(),
  /** The owner has everything in its own outbox and journal. */
  done: z.boolean(),
}

/** Stored at the hub; never rename. */
const ownerSchema = z.looseObject({
  /** The station whose outbox it is. */
  name: z.string().max(200),
  ...standing,
  epoch: z.int().nonnegative(),
  /** Who owned it before the station came back, until it has handed over what the other one has. */
  before: z.looseObject(standing).nullable(),
})
export type OutboxLease = z.output<typeof ownerSchema>
export type EarlierLease = NonNullable<OutboxLease['before']>

/** Nothing in it expires: a station may be away for weeks. */
export const LEASES: BucketPlan<OutboxLease> = { name: 'owners', schema: ownerSchema }

export type Self = { stationId: string; station: string }

/** The place of a station's entries at the hub. */
export function placeOf(account: string, stationId: string): string {
  return `${account}.${stationId}`
}

/** A newer station may have taken over this one's work, so nothing is written over it. */
export class NewerLease extends Error {
  constructor() {
    super('a station with a newer version of Packbench says who has this outbox: update this station')
  }
}

/** As often as others may change the owner at the same moment. */
const TRIES = 5

export type OwnOutbox = {
  /** Who owned it meanwhile; `null` for nobody. */
  before: EarlierLease | null
  /** Whose outbox it is at the hub: this station's, another one's, or nobody's any more. */
  owner(): Promise<'own' | 'other' | 'nobody'>
  /** The station has handed over what the other one has. */
  handedOver(): Promise<void>
}

/**
 * Makes the station the owner of its own outbox again.
 * @throws NewerOwner; when others keep changing it
 */
export async function renewLease(
  owners: Bucket<OutboxLease>,
  account: string,
  { stationId, station }: Self,
): Promise<OwnOutbox> {
  const key = placeOf(account, stationId)
  const own = (epoch: number, before: EarlierLease | null): OutboxLease => ({
    name: station,
    ...{ stationId, station },
    epoch,
    done: true,
    before,
  })
  const owner = async (): Promise<'own' | 'other' | 'nobody'> => {
    const now = (await owners.get(key))?.value ?? null
    if (now === null) return 'nobody'
    return now.stationId === stationId ? 'own' : 'other'
  }
  for (let tried = 0; tried < TRIES; tried += 1) {
    const found = await owners.get(key)
    if (found?.version === 'newer') throw new NewerLease()
    // What means nothing here cannot say that somebody else owns it (H7).
    if (found?.value == null) {
      const first = own(0, null)
      const written =
        found === null ? await owners.create(key, first) : await owners.update(key, first, found.revision)
      if (written !== null) return { before: null, owner, handedOver: async () => {} }
      continue
    }
    const { value, revision } = found
    const isOwn = value.stationId === stationId
    const before = isOwn ? value.before : value
    const next = own(isOwn ? value.epoch : value.epoch + 1, before)
    // Written in any case: a copy of the bucket that is behind must not say who owns what.
    const written = await owners.update(key, next, revision)
    if (written === null) continue
    return {
      before,
      owner,
      async handedOver() {
        if (before !== null) await owners.update(key, { ...next, before: null }, written)
      },
    }
  }
  throw new Error('the owner of this outbox keeps changing')
}

/** Others adopt the work of a station that they have not heard for half a minute (`SILENT_MS`). */
const SURE_MS = 20_000
/** A hub that has not answered by then is away. A busy PC has been seen to need seven seconds for its first answer. */
export const ANSWERS_WITHIN_MS = 10_000

const NEVER: Moment = { wallMs: Number.NEGATIVE_INFINITY, monotonicMs: Number.NEGATIVE_INFINITY }

/** Whether this station may still rely on being the owner of its outbox. */
export class Ownership {
  /** When the hub last confirmed it, by both clocks: one of them stands still during sleep. */
  private confirmed = NEVER
  private doubtSinceMs: number | null = null
  private readonly longestDoubt: Timer

  constructor(
    private readonly clock: Clock,
    private readonly onChange: () => void,
  ) {
    this.longestDoubt = new Timer(clock)
  }

  confirm(): void {
    this.confirmed = { wallMs: this.clock.wallMs(), monotonicMs: this.clock.monotonicMs() }
    if (this.doubtSinceMs === null) return
    this.longestDoubt.cancel()
    this.doubtSinceMs = null
    this.onChange()
  }

  /** Another station has it, or nobody: it is in doubt at once. */
  lose(): void {
    this.confirmed = NEVER
  }

  /** For as long as a hub that is there may take to answer. */
  isInDoubt(): boolean {
    const nowMs = this.clock.monotonicMs()
    const { wallMs, monotonicMs } = this.confirmed
    if (this.clock.wallMs() - wallMs <= SURE_MS && nowMs - monotonicMs <= SURE_MS) return false
    if (this.doubtSinceMs === null) {
      this.doubtSinceMs = nowMs
      this.longestDoubt.set(ANSWERS_WITHIN_MS, this.onChange)
    }
    return nowMs - this.doubtSinceMs < ANSWERS_WITHIN_MS
  }

  close(): void {
    this.longestDoubt.cancel()
  }
}
