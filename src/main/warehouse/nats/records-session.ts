import { readMoment } from '../../../shared/domain/time/timestamps'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../base/clock'
import type { RecordsLine, SharedRecords, SharedRecord } from '../port/shared-records'
import { openBucket, type Bucket, type BucketPlan, type FollowedEntry } from './bucket'
import { createSuspendDetector, LATE_MS, type SuspendDetector } from './suspend-detector'
import type { OpenHub } from './part'
import { accountAtHub, hiddenAtHub } from './seal'

export type RecordsDeps = {
  clock: Clock
  /** Which records; never rename. */
  use: 'orders' | 'items'
  stationId: () => string
  /** The account at work, and the token that proves whose records these are; `null` while there is none. */
  account: () => RecordsAccount | null
  leads: () => boolean
  /** @see RecordsLine */
  progress: () => string | null
  /** Everything that was told before is heard. */
  onCaughtUp?: () => void
  /** @default by the clocks; a test's stand still while the hub's goes on */
  suspendDetector?: SuspendDetector
  /** @default the hub's; a test's server counts wrongly */
  openBucket?: typeof openBucket
  onFault: (error: unknown) => void
}

export type RecordsAccount = {
  accessToken: string
  records: SharedRecords
  /** False once it was closed, for good: another one may be at work before the session is ended. */
  isOpen: () => boolean
}

/** The records of one account at the hub, for as long as the connection stands. */
export type RecordsSession = {
  account: RecordsAccount
  /** @throws when the bucket is gone, or nothing is heard of it any more */
  check(): Promise<void>
  end(): void
}

const place = z.looseObject({ cursor: z.iso.datetime(), settled: z.iso.datetime() })
const duration = z.number().nonnegative()
const markSchema = z.looseObject({
  from: place,
  to: place,
  ageMs: duration,
  complete: z.boolean(),
  check: z.looseObject({ beganAgoMs: duration, doneAgoMs: duration }).nullable(),
  items: z
    .looseObject({
      byDefault: z.array(z.string()),
      byName: z.array(z.string()),
      counts: z.record(z.string(), z.int().nonnegative()),
    })
    .optional(),
  /** What a station must hear that was away begins with this revision. */
  backTo: z.int().nonnegative(),
})
/** Stored at the hub; never rename. One of `record`, `tooLong` and `mark` is there. */
const toldSchema = z.looseObject({
  by: z.string().max(64),
  id: z.string().nullish(),
  updatedAt: z.string().nullish(),
  record: z.unknown().optional(),
  /** The record is too long for the hub: each station reads it itself. */
  tooLong: z.boolean().optional(),
  mark: markSchema.optional(),
})
type Told = z.output<typeof toldSchema>

const MARK = 'mark'
/** Longer than the marketplace takes to show a change. */
const BACK_MS = 5 * 60_000
const MOST_KNOWN = 20_000
const MOST_TRIES = 5
/** Records that are taken in together. */
const BATCH = 50

/** What the hub has of a key; `updatedAt` and `print` are `null` for what means nothing here. */
type Known = { revision: number; updatedAt: string | null; print: string | null }

export async function beginRecords(
  deps: RecordsDeps,
  open: OpenHub,
  account: RecordsAccount,
): Promise<RecordsSession> {
  const { clock } = deps
  const { records } = account
  const plan: BucketPlan<Told> = {
    name: `${deps.use}_${accountAtHub(open.group, account.accessToken)}`,
    schema: toldSchema,
  }
  const bucket: Bucket<Told> = await (deps.openBucket ?? openBucket)(open, plan)
  /** The records that were told last, and all that this station tells again and again. */
  const known = new Map<string, Known>()
  const marks: { revision: number; heardMs: number }[] = []
  const suspendDetector = deps.suspendDetector ?? createSuspendDetector(clock)
  let lastMark: { revision: number; value: Told | null } | null = await bucket.get(MARK)
  let waiting: SharedRecord[] = []
  let isCaughtUp = false
  let ended = false
  const isOver = (): boolean => ended || !account.isOpen()

  const note = (key: string, value: Told | null, revision: number): void => {
    known.delete(key)
    known.set(key, { revision, updatedAt: value?.updatedAt ?? null, print: value && printOf(value.record) })
    const [oldest] = known.keys()
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
  }
  const noteMark = (value: Told | null, revision: number): void => {
    lastMark = { revision, value }
    marks.push({ revision, heardMs: clock.monotonicMs() })
    // One that is old enough is kept.
    while (marks[1] !== undefined && isLongAgo(marks[1].heardMs)) marks.shift()
  }
  const isLongAgo = (heardMs: number): boolean => clock.monotonicMs() - heardMs >= BACK_MS
  const backTo = (): number => {
    const [first] = marks
    if (first !== undefined && isLongAgo(first.heardMs)) return first.revision
    return lastMark?.value?.mark?.backTo ?? 0
  }

  const takeWaiting = async (): Promise<void> => {
    const told = waiting
    waiting = []
    if (told.length > 0 && !isOver()) await records.take(told)
  }
  const hear = async (entry: FollowedEntry<Told>): Promise<void> => {
    if (isOver()) return
    const { key, value, revision } = entry
    const lateMs = isCaughtUp ? suspendDetector.of(entry.sentMs) : 0
    // H7, H6: what means nothing here changes nothing, but it may have been meant for this station.
    if (value === null || (value.mark === undefined && value.record === undefined)) records.doubt()
    // A new station takes in more than it can at once, and knows nothing that could be out of date.
    const isLate = lateMs > LATE_MS
    if (isLate && !records.wantsAll()) records.doubt()
    if (key === MARK) noteMark(value, revision)
    else note(key, value, revision)
    // What was told before this session may be from a station with this ID that has since lost its data.
    const isOwn = isCaughtUp && value?.by === deps.stationId()
    if (value?.record !== undefined && key !== MARK && !isOwn) waiting.push(sharedOf(value))
    if (waiting.length >= BATCH || entry.waiting === 0 || key === MARK) await takeWaiting()
    if (key === MARK && value?.mark !== undefined) {
      const isLive = isCaughtUp && !isOwn && !isLate && (await isLastEntry(entry))
      if (!isOver()) records.hear(value.mark, { isLive, lateMs })
    }
    // The newest value may have been deleted by an administrator.
    if (!isCaughtUp && (revision >= last || entry.waiting === 0)) await catchUp()
  }
  /**
   * With more on the way, a copy that a mark speaks of may be among it, replaced by a newer one. After the loss of one of
   * several servers, NATS 2.9 may count one more than there is, for as long as the session lasts.
   */
  const isLastEntry = async ({ revision, waiting }: FollowedEntry<Told>): Promise<boolean> =>
    waiting === 0 || (await bucket.last()) === revision
  const catchUp = async (): Promise<void> => {
    await takeWaiting()
    isCaughtUp = true
    if (isOver()) return
    records.caughtUp()
    deps.onCaughtUp?.()
  }

  /** @returns the revision with which the hub has it or a newer one; `null` when others keep writing it */
  const write = async (key: string, value: Told): Promise<void> => {
    for (let tries = 0; tries < MOST_TRIES && !ended; tries += 1) {
      const before = known.get(key) ?? null
      if (before !== null && !isNews(value, before)) return
      const revision =
        before === null ? await bucket.create(key, value) : await bucket.update(key, value, before.revision)
      if (revision !== null) return note(key, value, revision)
      const there = await bucket.get(key)
      if (there === null) known.delete(key)
      else note(key, there.value, there.revision)
    }
    if (!ended) throw new Error(`other stations keep writing ${key}`)
  }
  const writeOrFail = async (key: string, value: Told): Promise<void> => {
    try {
      await write(key, value)
    } catch (error) {
      throw error instanceof RangeError ? error : failed(error)
    }
  }
  /** SECURITY: the hub sees the numbers of orders, as those of claims, and no numbers of items. */
  const keyOf = (id: string | null, record?: unknown): string => {
    if (id === null) return `x-${printOf(record)}`
    return deps.use === 'orders' ? id : `i-${hiddenAtHub(open.group, plan.name, id)}`
  }
  const line: RecordsLine = {
    leads: () => deps.leads(),
    progress: () => deps.progress(),
    async tell({ id, updatedAt, record }) {
      const about = { by: deps.stationId(), id, updatedAt }
      const key = keyOf(id, record)
      try {
        await writeOrFail(key, { ...about, record })
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        open.onIgnored('oversized')
        await writeOrFail(key, { ...about, tooLong: true })
      }
    },
    async mark(mark) {
      const value = { by: deps.stationId(), mark: { ...mark, backTo: backTo() } }
      try {
        const revision =
          lastMark === null
            ? await bucket.create(MARK, value)
            : await bucket.update(MARK, value, lastMark.revision)
        // Another station reads for all now: what it says stands.
        if (revision !== null) noteMark(value, revision)
      } catch (error) {
        throw failed(error)
      }
    },
    async look(id) {
      try {
        const there = await bucket.get(keyOf(id))
        const value = there?.value ?? null
        return value === null || value.record === undefined ? null : sharedOf(value)
      } catch (error) {
        throw failed(error)
      }
    },
  }
  const failed = (error: unknown): unknown => {
    if (!ended) deps.onFault(error)
    return error
  }

  // Everything for a station that knows nothing; else what it may have missed, or have read too early.
  const from = account.isOpen() && records.wantsAll() ? 0 : (lastMark?.value?.mark?.backTo ?? 0)
  records.begin(line)
  let last = Number.POSITIVE_INFINITY
  let followed: { stop(): void } | null = null
  const end = (): void => {
    if (ended) return
    ended = true
    followed?.stop()
    records.end()
  }
  try {
    const begun = await bucket.follow(from, hear, failed)
    last = begun.last
    followed = begun
    if (begun.isEmpty) await catchUp()
  } catch (error) {
    end()
    throw error
  }

  return {
    account,
    async check() {
      if (isCaughtUp) await bucket.check()
    },
    end,
  }
}

/** Whether the hub should have it in place of what it has: an older copy replaces none (H5). */
function isNews(value: Told, before: Known): boolean {
  if (before.print === printOf(value.record)) return false
  return !(readMoment(value.updatedAt) < readMoment(before.updatedAt))
}

function sharedOf({ id = null, updatedAt = null, record }: Told): SharedRecord {
  return { id, updatedAt, record }
}

/** Equal for equal records, no matter which station told them. */
function printOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('base64url')
    .slice(0, 16)
}
