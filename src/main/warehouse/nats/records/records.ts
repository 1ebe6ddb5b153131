import { readMoment } from '../../../../shared/domain/time/timestamps'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../../base/clock'
import type { RecordsLine, RoundMark, SharedRecords, SharedRecord } from '../../port/shared-records'
import { createAccountPart, type AccountSession } from './account-part'
import { openBucket, type Bucket, type BucketPlan, type FollowedEntry } from '../storage/bucket'
import { createSuspendDetector, LATE_MS, type SuspendDetector } from './suspend-detector'
import type { HubPart, OpenHub } from '../part'
import { accountAtHub, hiddenAtHub } from '../storage/seal'

/**
 * The newest copy of each record of an account, as the marketplace gave it to whichever station read it. The hub keeps
 * them in order: after a mark, everything that it speaks of was heard.
 */
export type RecordsAtHub = HubPart & {
  /** The account or its token may be another one. */
  refresh(): void
}

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

export function createRecords(deps: RecordsDeps): RecordsAtHub {
  return createAccountPart({
    ...{ clock: deps.clock, account: deps.account, onFault: deps.onFault },
    isSame: (one, other) => one.records === other.records && one.accessToken === other.accessToken,
    begin: (open, account) => beginRecords(deps, open, account),
  })
}

type RecordsSession = AccountSession<RecordsAccount>

/** The records of one account at the hub, for as long as the connection stands. */
export async function beginRecords(
  deps: RecordsDeps,
  open: OpenHub,
  account: RecordsAccount,
): Promise<RecordsSession> {
  const plan: BucketPlan<Told> = {
    name: `${deps.use}_${accountAtHub(open.group, account.accessToken)}`,
    schema: toldSchema,
  }
  const bucket = await (deps.openBucket ?? openBucket)(open, plan)
  const atHub = new KnownAtHub(deps.clock, await bucket.get(MARK))
  const session = new Session({ deps, open, account, plan, bucket, atHub })
  await session.begin()
  return session
}

type SessionDeps = {
  deps: RecordsDeps
  open: OpenHub
  account: RecordsAccount
  plan: BucketPlan<Told>
  bucket: Bucket<Told>
  atHub: KnownAtHub
}

/** Takes in what the hub has and what it gets. */
class Session implements RecordsSession {
  readonly account: RecordsAccount
  private readonly suspendDetector: SuspendDetector
  /** Copies that are taken in together. */
  private waiting: SharedRecord[] = []
  /** The revision with which everything is heard that there was at the beginning. */
  private last = Number.POSITIVE_INFINITY
  private followed: { stop(): void } | null = null
  private isCaughtUp = false
  private ended = false

  constructor(private readonly at: SessionDeps) {
    this.account = at.account
    this.suspendDetector = at.deps.suspendDetector ?? createSuspendDetector(at.deps.clock)
  }

  async begin(): Promise<void> {
    const { account, atHub, bucket } = this.at
    const { records } = account
    // Everything for a station that knows nothing; else what it may have missed, or have read too early.
    const from = account.isOpen() && records.wantsAll() ? 0 : atHub.backTo()
    const fail = (error: unknown): void => this.fail(error)
    records.begin(new Line(this.at, { isEnded: () => this.ended, fail }))
    try {
      const begun = await bucket.follow(from, (entry) => this.hear(entry), fail)
      this.last = begun.last
      this.followed = begun
      if (begun.isEmpty) await this.catchUp()
    } catch (error) {
      this.end()
      throw error
    }
  }

  async check(): Promise<void> {
    if (this.isCaughtUp) await this.at.bucket.check()
  }

  end(): void {
    if (this.ended) return
    this.ended = true
    this.followed?.stop()
    this.account.records.end()
  }

  private async hear(entry: FollowedEntry<Told>): Promise<void> {
    if (this.isOver()) return
    const { atHub, deps } = this.at
    const { records } = this.account
    const { key, value, revision } = entry
    const lateMs = this.isCaughtUp ? this.suspendDetector.of(entry.sentMs) : 0
    // H7, H6: what means nothing here changes nothing, but it may have been meant for this station.
    if (value === null || (value.mark === undefined && value.record === undefined)) records.doubt()
    // A new station takes in more than it can at once, and knows nothing that could be out of date.
    const isLate = lateMs > LATE_MS
    if (isLate && !records.wantsAll()) records.doubt()
    if (key === MARK) atHub.noteMark(value, revision)
    else atHub.note(key, value, revision)
    // What was told before this session may be from a station with this ID that has since lost its data.
    const isOwn = this.isCaughtUp && value?.by === deps.stationId()
    if (value?.record !== undefined && key !== MARK && !isOwn) this.waiting.push(sharedOf(value))
    if (this.waiting.length >= BATCH || entry.waiting === 0 || key === MARK) await this.takeWaiting()
    if (key === MARK && value?.mark !== undefined) {
      const isLive = this.isCaughtUp && !isOwn && !isLate && (await this.isLastEntry(entry))
      if (!this.isOver()) records.hear(value.mark, { isLive, lateMs })
    }
    // The newest value may have been deleted by an administrator.
    if (!this.isCaughtUp && (revision >= this.last || entry.waiting === 0)) await this.catchUp()
  }

  /**
   * With more on the way, a copy that a mark speaks of may be among it, replaced by a newer one. After the loss of one of
   * several servers, NATS 2.9 may count one more than there is, for as long as the session lasts.
   */
  private async isLastEntry({ revision, waiting }: FollowedEntry<Told>): Promise<boolean> {
    return waiting === 0 || (await this.at.bucket.last()) === revision
  }

  private async catchUp(): Promise<void> {
    await this.takeWaiting()
    this.isCaughtUp = true
    if (this.isOver()) return
    this.account.records.caughtUp()
    this.at.deps.onCaughtUp?.()
  }

  private async takeWaiting(): Promise<void> {
    const told = this.waiting
    this.waiting = []
    if (told.length > 0 && !this.isOver()) await this.account.records.take(told)
  }

  private isOver(): boolean {
    return this.ended || !this.account.isOpen()
  }

  private fail(error: unknown): void {
    if (!this.ended) this.at.deps.onFault(error)
  }
}

/** What this station tells the others in a session. */
class Line implements RecordsLine {
  constructor(
    private readonly at: SessionDeps,
    private readonly session: { isEnded: () => boolean; fail: (error: unknown) => void },
  ) {}

  leads(): boolean {
    return this.at.deps.leads()
  }

  progress(): string | null {
    return this.at.deps.progress()
  }

  async tell({ id, updatedAt, record }: SharedRecord): Promise<void> {
    const about = { by: this.at.deps.stationId(), id, updatedAt }
    const key = this.keyOf(id, record)
    try {
      await this.writeOrFail(key, { ...about, record })
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      this.at.open.onIgnored('oversized')
      await this.writeOrFail(key, { ...about, tooLong: true })
    }
  }

  async mark(mark: RoundMark): Promise<void> {
    const { atHub, bucket, deps } = this.at
    const value = { by: deps.stationId(), mark: { ...mark, backTo: atHub.backTo() } }
    try {
      const { lastMark } = atHub
      const revision =
        lastMark === null
          ? await bucket.create(MARK, value)
          : await bucket.update(MARK, value, lastMark.revision)
      // Another station reads for all now: what it says stands.
      if (revision !== null) atHub.noteMark(value, revision)
    } catch (error) {
      this.session.fail(error)
      throw error
    }
  }

  async look(id: string): Promise<SharedRecord | null> {
    try {
      const there = await this.at.bucket.get(this.keyOf(id))
      const value = there?.value ?? null
      return value === null || value.record === undefined ? null : sharedOf(value)
    } catch (error) {
      this.session.fail(error)
      throw error
    }
  }

  private async writeOrFail(key: string, value: Told): Promise<void> {
    try {
      await this.write(key, value)
    } catch (error) {
      if (!(error instanceof RangeError)) this.session.fail(error)
      throw error
    }
  }

  /** Writes until the hub has it or a newer one. */
  private async write(key: string, value: Told): Promise<void> {
    const { atHub, bucket } = this.at
    for (let tries = 0; tries < MOST_TRIES && !this.session.isEnded(); tries += 1) {
      const before = atHub.of(key)
      if (before !== null && !isNews(value, before)) return
      const revision =
        before === null ? await bucket.create(key, value) : await bucket.update(key, value, before.revision)
      if (revision !== null) return atHub.note(key, value, revision)
      const there = await bucket.get(key)
      if (there === null) atHub.forget(key)
      else atHub.note(key, there.value, there.revision)
    }
    if (!this.session.isEnded()) throw new Error(`other stations keep writing ${key}`)
  }

  /** SECURITY: the hub sees the numbers of orders, as those of claims, and no numbers of items. */
  private keyOf(id: string | null, record?: unknown): string {
    const { deps, open, plan } = this.at
    if (id === null) return `x-${printOf(record)}`
    return deps.use === 'orders' ? id : `i-${hiddenAtHub(open.group, plan.name, id)}`
  }
}

/** What the hub has of a key; `updatedAt` and `print` are `null` for what means nothing here. */
type Known = { revision: number; updatedAt: string | null; print: string | null }
type Mark = { revision: number; value: Told | null }

/** What the hub has, as far as this station knows. */
class KnownAtHub {
  /** The records that were told last, and all that this station tells again and again. */
  private readonly known = new Map<string, Known>()
  /** The marks since one that was heard long enough ago. */
  private readonly marks: { revision: number; heardMs: number }[] = []

  constructor(
    private readonly clock: Pick<Clock, 'monotonicMs'>,
    public lastMark: Mark | null,
  ) {}

  of(key: string): Known | null {
    return this.known.get(key) ?? null
  }

  note(key: string, value: Told | null, revision: number): void {
    this.known.delete(key)
    const print = value && printOf(value.record)
    this.known.set(key, { revision, updatedAt: value?.updatedAt ?? null, print })
    const [oldest] = this.known.keys()
    if (this.known.size > MOST_KNOWN && oldest !== undefined) this.known.delete(oldest)
  }

  forget(key: string): void {
    this.known.delete(key)
  }

  noteMark(value: Told | null, revision: number): void {
    this.lastMark = { revision, value }
    this.marks.push({ revision, heardMs: this.clock.monotonicMs() })
    // One that is old enough is kept.
    while (this.marks[1] !== undefined && this.isLongAgo(this.marks[1].heardMs)) this.marks.shift()
  }

  /** The revision with which a station that was away must begin. */
  backTo(): number {
    const [first] = this.marks
    if (first !== undefined && this.isLongAgo(first.heardMs)) return first.revision
    return this.lastMark?.value?.mark?.backTo ?? 0
  }

  private isLongAgo(heardMs: number): boolean {
    return this.clock.monotonicMs() - heardMs >= BACK_MS
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
