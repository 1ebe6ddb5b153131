import type { Clock } from '../../base/clock'
import { Timer } from '../../base/timer'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { openBucket } from './bucket'
import { readEntry, readNote, uidOf } from './journal-entry'
import { KeptPlace, type HandedOver, type JournalPlace, type JournalSource } from './journal-source'
import { leaveFormer, type Former } from './journal-former'
import { dropEnded, followChanges, sweep, takeBack, type JournalWork } from './journal-work'
import { LEASES, Ownership, renewLease, placeOf, type Self } from './outbox-lease'
import type { HubPart, OpenHub } from './part'
import { isSilence } from './silence'
import { HubFull, openStream, type Entry, type EntryStream } from './stream'

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
  const { clock, onChange } = deps
  let open: OpenHub | null = null
  /** Where the copies of the open account are; and where they were, as long as they may still be there. */
  let seat: Former | null = null
  let formers: Former[] = []
  let written: EntryStream | null = null
  let work: JournalWork | null = null
  let turn = 0
  const place = new KeptPlace(deps.source)
  let full = false
  let lostAt: string | null = null
  let clear = false
  const ownership = new Ownership(clock, onChange)
  let beginning = 0
  let pumping: Promise<void> | null = null
  let again = false
  const retry = new Timer(clock)
  const nextCheck = new Timer(clock)
  const tell = new Timer(clock)

  const tellSoon = (): void => {
    if (tell.isSet()) return
    tell.set(TELL_MS, () => {
      place.save()
      onChange()
    })
  }
  const moveTo = (source: JournalSource, next: Partial<JournalPlace>): void => {
    place.move(source, next)
    tellSoon()
  }
  const noteLoss = (source: JournalSource, upTo: number): void => {
    lostAt = formatInstant(clock.wallMs())
    moveTo(source, { upTo })
    open?.onMissed?.('copies')
  }
  const fail = (error: unknown): void => {
    work = null
    deps.onFault(error)
    onChange()
  }

  /** Asks the hub what it has of this station, and who has the rest. */
  const begin = async (): Promise<void> => {
    const mine = ++turn
    const isOver = (): boolean => mine !== turn || source?.isOpen() === false
    work = null
    written?.close()
    nextCheck.cancel()
    retry.cancel()
    const [hub, source, self] = [open, deps.source(), deps.who()]
    if (hub === null || source === null) return
    beginning += 1
    try {
      await beginAt(hub, source, self, isOver)
    } finally {
      beginning -= 1
    }
  }
  const beginAt = async (
    hub: OpenHub,
    source: JournalSource,
    self: Self,
    isOver: () => boolean,
  ): Promise<void> => {
    const owners = await openBucket(hub, LEASES)
    const stream = await openStream(hub, 'journal')
    if (isOver()) return
    written = stream
    const event = source.lastEvent()
    const own = await renewLease(owners, source.account, self)
    const listed = await stream.list(placeOf(source.account, self.stationId), false)
    if (isOver()) return
    const entries = listed.filter(({ isEmpty }) => !isEmpty)
    const free = listed.filter(({ isEmpty }) => isEmpty)
    const kept = new Map(
      entries.map((entry) => [
        uidOf(entry),
        { ...readNote(entry), place: entry.place, sequence: entry.sequence },
      ]),
    )
    const key = hub.group.keyFor('marks of journal')
    const next = { source, stream, self, kept, free, own, event, key, isOver, swept: 0, cleaned: false }
    if (own.before === null || own.before.done) await handOver(next, entries)
    if (isOver()) return
    await takeBack(next, entries)
    if (isOver()) return
    const { upTo, stream: before } = place.in(source)
    if (before !== null && before !== stream.created && upTo > 0) noteLoss(source, 0)
    moveTo(source, { stream: stream.created })
    work = { ...next, due: new Set() }
    const { group } = hub
    if (seat !== null && seat.group.name !== group.name) formers.push(seat)
    seat = { group, account: source.account }
    formers = formers.filter((one) => one.group.name !== group.name)
    // What another one is taking just now is known after the sweep.
    if (own.before === null) {
      setClear()
      ownership.confirm()
    }
    checkLater(work)
    void pump()
  }

  /** Ends here what another station has. What one had only begun to take is taken back by the sweep. */
  const handOver = async (
    { source, stream }: Pick<JournalWork, 'source' | 'stream'>,
    entries: readonly Entry[],
  ): Promise<void> => {
    const ops: HandedOver[] = []
    for (const entry of entries) {
      const { seq, taken } = readNote(entry)
      if (!taken) continue
      const [op] = source.at([seq])
      if (op === undefined || op.json === null || op.opUid !== uidOf(entry)) continue
      // SECURITY: a note is not sealed; what is in the entry was written by a station of the group.
      const by = readEntry(await stream.read(entry))?.taken ?? null
      if (by === null) continue
      const { stationId, station, operator } = by
      ops.push({ seq, opUid: op.opUid, to: { stationId, station, operator: operator ?? '' } })
    }
    if (ops.length > 0) await source.handOver(ops)
  }

  const setClear = (): void => {
    if (clear) return
    clear = true
    onChange()
  }
  const checkLater = (checked: JournalWork, checks = 1): void => {
    nextCheck.set(CHECK_MS, () => {
      if (work !== checked) return
      check(checked, checks).then(
        (isWhole) => {
          if (work !== checked) return
          if (isWhole) checkLater(checked, checks + 1)
          else void begin().catch(fail)
        },
        (error: unknown) => {
          if (work === checked) fail(error)
        },
      )
    })
  }
  /** @returns whether the hub still has what this station knows to be there */
  const check = async (checked: JournalWork, checks: number): Promise<boolean> => {
    const { stream, source, self, own } = checked
    await stream.check()
    const owner = await own.owner()
    if (work !== checked) return true
    if (owner === 'nobody') open?.onMissed?.('owner')
    if (owner !== 'own') {
      // Nothing is sent until it is known what that one has.
      ownership.lose()
      return false
    }
    if (checked.own.before === null) ownership.confirm()
    // What is written from now on may not be in the answer.
    const expected = [...checked.kept.values()]
    if (checks % Math.max(1, Math.ceil(expected.length / PLACES_PER_CHECK)) !== 0) return true
    const there = await stream.places(placeOf(source.account, self.stationId))
    const gone = there === null ? [] : expected.filter(({ place: at, taken }) => !taken && !there.has(at))
    if (work !== checked || gone.length === 0) return true
    const [first = 0] = gone.map(({ seq }) => seq).toSorted((one, other) => one - other)
    noteLoss(source, Math.min(place.in(source).upTo, Math.max(0, first - 1)))
    return false
  }

  const pump = (): Promise<void> => {
    again = true
    pumping ??= workOn().finally(() => {
      pumping = null
    })
    return pumping
  }
  const workOn = async (): Promise<void> => {
    while (again && work !== null) {
      again = false
      const present = work
      try {
        await goOn(present)
        full = false
      } catch (error) {
        if (work !== present) continue
        if (error instanceof HubFull) {
          full = true
          retry.set(RETRY_MS, () => void pump())
        } else fail(error)
      }
      tellSoon()
    }
  }
  const goOn = async (present: JournalWork): Promise<void> => {
    const { source } = present
    const upTo = (): number => place.in(source).upTo
    await sweep(present, upTo, {
      onSwept: (seq) => seq > upTo() && moveTo(source, { upTo: seq }),
      onLost: (seq) => noteLoss(source, seq - 1),
    })
    if (present.isOver()) return
    if (present.own.before !== null) {
      await present.own.handedOver()
      present.own = { ...present.own, before: null, handedOver: async () => {} }
      setClear()
      ownership.confirm()
    }
    await dropEnded(present)
    await followChanges(present)
    await leaveFormers(present)
  }

  /** A hub that does not let the station do so there is no reason to stop here. */
  const leaveFormers = async (present: JournalWork): Promise<void> => {
    const { source, self } = present
    for (const former of formers) {
      if (open === null || present.isOver()) return
      try {
        const isLeft = await leaveFormer(open, former, {
          ...{ source, self },
          handOver: (stream, entries) => handOver({ source, stream }, entries),
        })
        if (isLeft) formers = formers.filter((one) => one !== former)
      } catch (error) {
        if (isSilence(error)) throw error
        formers = formers.filter((one) => one !== former)
      }
    }
  }

  return {
    async use(next) {
      open = next
      await begin()
    },
    wake(seq) {
      if (seq !== undefined) work?.due.add(seq)
      tellSoon()
      if (work !== null) void pump()
    },
    accountChanged() {
      seat = null
      formers = []
      void begin().catch(fail)
    },
    view() {
      const source = deps.source()
      return source === null ? null : { waiting: source.countOpenAfter(place.in(source).upTo), full, lostAt }
    },
    isClear: () => clear,
    isInDoubt: () => (work !== null || beginning > 0) && ownership.isInDoubt(),
    async settled() {
      while (pumping !== null) await pumping
    },
    async leave() {
      place.save()
    },
    async close() {
      retry.cancel()
      nextCheck.cancel()
      ownership.close()
      // What was confirmed last still goes out.
      await pumping
      turn += 1
      work = null
      tell.cancel()
      place.save()
    },
  }
}
