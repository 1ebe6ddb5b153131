import type { Clock } from '../../../base/clock'
import { Timer } from '../../../base/timer'
import { formatInstant } from '../../../../shared/domain/time/timestamps'
import { openBucket } from '../storage/bucket'
import { Formers } from './former'
import { KeptPlace, type JournalPlace, type JournalSource } from './source'
import { createWork, dropEnded, followChanges, handOver, sweep, takeBack, type JournalWork } from './work'
import { LEASES, Ownership, renewLease, placeOf, type Self } from './outbox-lease'
import type { HubPart, OpenHub } from '../part'
import type { HubGroup } from '../storage/seal'
import { HubFull, openStream, type EntryStream } from '../storage/stream'

/**
 * Keeps a copy of each open operation at the hub, so that another station can send it if this PC is lost (H4). It
 * follows the station's own commits (H1), and begins with what the hub lacks (H2).
 */
export type Journal = HubPart & {
  /** Operations have changed; `seq`: this one, perhaps without an event in the history. */
  wake(seq?: number): void
  /** Another account is at work, or none. */
  accountChanged(): void
  /** `null` while no account is open that has a journal. */
  view(): JournalState | null
  /** Whether it is known which operations other stations have taken. */
  isClear(): boolean
  /**
   * The hub is there, and has not confirmed for so long that this is still the station's own outbox that another one may
   * have taken it over: the program has just begun, the PC was asleep, or the program stood still.
   */
  isInDoubt(): boolean
  /** What has been asked of the hub is done. */
  settled(): Promise<void>
}

export type JournalState = {
  /** Open operations of which the hub has no copy. */
  waiting: number
  /** The hub has no space left. */
  full: boolean
  /** ISO 8601 UTC: when the hub was found to have lost copies, which were then sent again; `null` if it never was. */
  lostAt: string | null
}

export type JournalDeps = {
  clock: Clock
  who: () => Self
  source: () => JournalSource | null
  /** The hub did not do what was asked: `use` it again. */
  onFault: (error: unknown) => void
  onChange: () => void
}

const RETRY_MS = 5_000
const CHECK_MS = 5_000
/** The list of so many places is asked for with each check; a longer one less often. */
const PLACES_PER_CHECK = 1_000
/** Counts change with every pack; people need them once a second, and so does the next start. */
const TELL_MS = 1_000

export function createJournal(deps: JournalDeps): Journal {
  return new JournalInStream(deps)
}

class JournalInStream implements Journal {
  private readonly place: KeptPlace
  private readonly ownership: Ownership
  private readonly formers = new Formers()
  private readonly retry: Timer
  private readonly nextCheck: Timer
  private readonly tell: Timer
  private open: OpenHub | null = null
  /** Where copies are written, also while it is still being read what is there. */
  private written: EntryStream | null = null
  /** `null` until it is known what the hub has. */
  private work: JournalWork | null = null
  /** One more with each beginning: what an earlier one still does is over. */
  private turn = 0
  /** How many beginnings have not been answered. */
  private beginning = 0
  private full = false
  private lostAt: string | null = null
  private clear = false
  private pumping: Promise<void> | null = null
  /** There may be more to send than the present round knows of. */
  private again = false

  constructor(private readonly deps: JournalDeps) {
    const { clock } = deps
    this.place = new KeptPlace(deps.source)
    this.ownership = new Ownership(clock, deps.onChange)
    this.retry = new Timer(clock)
    this.nextCheck = new Timer(clock)
    this.tell = new Timer(clock)
  }

  async use(next: OpenHub | null): Promise<void> {
    this.open = next
    await this.begin()
  }

  wake(seq?: number): void {
    if (seq !== undefined) this.work?.due.add(seq)
    this.tellSoon()
    if (this.work !== null) void this.pump()
  }

  accountChanged(): void {
    this.formers.forget()
    this.beginAgain()
  }

  view(): JournalState | null {
    const source = this.deps.source()
    if (source === null) return null
    const waiting = source.countOpenAfter(this.place.in(source).upTo)
    return { waiting, full: this.full, lostAt: this.lostAt }
  }

  isClear(): boolean {
    return this.clear
  }

  isInDoubt(): boolean {
    return (this.work !== null || this.beginning > 0) && this.ownership.isInDoubt()
  }

  async settled(): Promise<void> {
    while (this.pumping !== null) await this.pumping
  }

  async leave(): Promise<void> {
    this.place.save()
  }

  async close(): Promise<void> {
    this.retry.cancel()
    this.nextCheck.cancel()
    this.ownership.close()
    // What was confirmed last still goes out.
    await this.pumping
    this.turn += 1
    this.work = null
    this.tell.cancel()
    this.place.save()
  }

  /** Asks the hub what it has of this station, and who has the rest. */
  private async begin(): Promise<void> {
    const mine = ++this.turn
    this.work = null
    this.written?.close()
    this.nextCheck.cancel()
    this.retry.cancel()
    const [hub, source, self] = [this.open, this.deps.source(), this.deps.who()]
    if (hub === null || source === null) return
    const isOver = (): boolean => mine !== this.turn || !source.isOpen()
    this.beginning += 1
    try {
      await this.beginAt(hub, { source, self, isOver })
    } finally {
      this.beginning -= 1
    }
  }

  private beginAgain(): void {
    this.begin().catch((error: unknown) => this.fail(error))
  }

  private async beginAt(hub: OpenHub, about: Pick<JournalWork, 'source' | 'self' | 'isOver'>): Promise<void> {
    const { source, self, isOver } = about
    const owners = await openBucket(hub, LEASES)
    const stream = await openStream(hub, 'journal')
    if (isOver()) return
    this.written = stream
    const event = source.lastEvent()
    const own = await renewLease(owners, source.account, self)
    const listed = await stream.list(placeOf(source.account, self.stationId), false)
    if (isOver()) return
    const entries = listed.filter(({ isEmpty }) => !isEmpty)
    if (own.before === null || own.before.done) await handOver(source, stream, entries)
    if (isOver()) return
    await takeBack({ source, stream, self, isOver }, entries)
    if (isOver()) return
    this.begun(
      hub.group,
      createWork({ ...about, stream, own, event, key: hub.group.keyFor('marks of journal') }, listed),
    )
  }

  private begun(group: HubGroup, work: JournalWork): void {
    const { source, stream, own } = work
    const { upTo, stream: before } = this.place.in(source)
    if (before !== null && before !== stream.created && upTo > 0) this.noteLoss(source, 0)
    this.moveTo(source, { stream: stream.created })
    this.work = work
    this.formers.moveTo({ group, account: source.account })
    // What another one is taking just now is known after the sweep.
    if (own.before === null) this.confirmOwn()
    this.checkLater(work)
    void this.pump()
  }

  private checkLater(checked: JournalWork, checks = 1): void {
    this.nextCheck.set(CHECK_MS, () => {
      if (this.work !== checked) return
      this.check(checked, checks).then(
        (isWhole) => {
          if (this.work !== checked) return
          if (isWhole) this.checkLater(checked, checks + 1)
          else this.beginAgain()
        },
        (error: unknown) => {
          if (this.work === checked) this.fail(error)
        },
      )
    })
  }

  /** @returns whether the hub still has what this station knows to be there */
  private async check(checked: JournalWork, checks: number): Promise<boolean> {
    const { stream, source, self, own } = checked
    await stream.check()
    const owner = await own.owner()
    if (this.work !== checked) return true
    if (owner === 'nobody') this.open?.onMissed?.('owner')
    if (owner !== 'own') {
      // Nothing is sent until it is known what that one has.
      this.ownership.lose()
      return false
    }
    if (checked.own.before === null) this.ownership.confirm()
    // What is written from now on may not be in the answer.
    const expected = [...checked.kept.values()]
    if (checks % Math.max(1, Math.ceil(expected.length / PLACES_PER_CHECK)) !== 0) return true
    const there = await stream.places(placeOf(source.account, self.stationId))
    const gone = there === null ? [] : expected.filter(({ place, taken }) => !taken && !there.has(place))
    if (this.work !== checked || gone.length === 0) return true
    const [first = 0] = gone.map(({ seq }) => seq).toSorted((one, other) => one - other)
    this.noteLoss(source, Math.min(this.place.in(source).upTo, Math.max(0, first - 1)))
    return false
  }

  /** Sends what there is to send. */
  private pump(): Promise<void> {
    this.again = true
    this.pumping ??= this.pumpAll().finally(() => {
      this.pumping = null
    })
    return this.pumping
  }

  private async pumpAll(): Promise<void> {
    while (this.again && this.work !== null) {
      this.again = false
      const present = this.work
      try {
        await this.catchUp(present)
        this.full = false
      } catch (error) {
        if (this.work !== present) continue
        if (error instanceof HubFull) {
          this.full = true
          this.retry.set(RETRY_MS, () => void this.pump())
        } else this.fail(error)
      }
      this.tellSoon()
    }
  }

  private async catchUp(present: JournalWork): Promise<void> {
    const { source } = present
    const upTo = (): number => this.place.in(source).upTo
    await sweep(present, upTo, {
      onSwept: (seq) => seq > upTo() && this.moveTo(source, { upTo: seq }),
      onLost: (seq) => this.noteLoss(source, seq - 1),
    })
    if (present.isOver()) return
    if (present.own.before !== null) {
      await present.own.handedOver()
      present.own = { ...present.own, before: null, handedOver: async () => {} }
      this.confirmOwn()
    }
    await dropEnded(present)
    await followChanges(present)
    await this.formers.leave(present, () => this.open)
  }

  /** Nobody else has, or is taking, what is in this outbox. */
  private confirmOwn(): void {
    if (!this.clear) {
      this.clear = true
      this.deps.onChange()
    }
    this.ownership.confirm()
  }

  private noteLoss(source: JournalSource, upTo: number): void {
    this.lostAt = formatInstant(this.deps.clock.wallMs())
    this.moveTo(source, { upTo })
    this.open?.onMissed?.('copies')
  }

  private moveTo(source: JournalSource, next: Partial<JournalPlace>): void {
    this.place.move(source, next)
    this.tellSoon()
  }

  private tellSoon(): void {
    if (this.tell.isSet()) return
    this.tell.set(TELL_MS, () => {
      this.place.save()
      this.deps.onChange()
    })
  }

  private fail(error: unknown): void {
    this.work = null
    this.deps.onFault(error)
    this.deps.onChange()
  }
}
