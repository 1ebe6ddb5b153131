import { randomUUID } from 'node:crypto'
import type { ChainProblem, EvidenceBegun, EvidenceVerdict } from '../../../shared/contract/evidence'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import type { Clock } from '../../base/clock'
import { Timer } from '../../base/timer'
import type { EvidenceHead } from '../../../shared/domain/evidence/evidence-head'
import { StartError, StationError } from '../../base/station-error'
import { inOwnTransaction, type Db, type DbFile, type Tx } from '../db/database'
import { isCorrupt, noteDamage } from '../db/damage'
import { closeDatabase } from '../db/open'
import type { EvidenceRow } from './chain'
import { compareHeads, disagreements, type Compared, type HeadsElsewhere } from './compare-heads'
import { appendRows, lastRow, moveAside, openEvidenceFile, rowAt, type NewEvidence } from './file'
import { DISAGREES, logIdOf } from './meaning'
import { appendCopies, dropCopies, readCopies, type OpCopy } from './op-copies'
import { newestDrop, startOf } from './retention'
import { verifyLog } from './verify'

/**
 * The evidence log of one account: append-only and hash-chained. Work never waits for it: entries go to the disk after
 * the answer, all of one turn in one commit. When the file takes no more entries, people are alerted while packing goes
 * on.
 */
export type EvidenceLog = {
  /** Never throws. */
  append(entry: Omit<NewEvidence, 'at'>): void
  /** Writes everything that is due to the disk, as far as the file accepts it. */
  flush(): void
  /** The file for reading. @throws StationError `evidence_unusable` */
  reading(): Db
  /**
   * Appends an entry by the station itself at once, in one commit with `also`, which gets its number.
   * @throws StationError `evidence_unusable`; SqliteError when the file does not accept it
   */
  commit(entry: Omit<NewEvidence, 'at' | 'operator'>, also: (tx: Tx, seq: number) => void): void
  /** Verifies the whole chain, in steps of a few milliseconds. @throws StationError `evidence_unusable` */
  verify(): Promise<Omit<EvidenceVerdict, 'hub'>>
  /** The newest entry that is committed; `null` while the file cannot be used. */
  head(): EvidenceHead | null
  /** Compares the chain with heads that were kept elsewhere. @throws StationError `evidence_unusable` */
  compare(heads: HeadsElsewhere): Promise<Compared>
  /**
   * Records what did not agree, and alerts people, once.
   * @throws StationError `evidence_unusable`; SqliteError when the file does not accept it
   */
  disagreed(found: Pick<Compared, 'state' | 'seq'>): void
  copies: OpCopies
  close(): void
}

/** Copies of the newest operations; see op-copies.ts. */
export type OpCopies = {
  /** Oldest first. @throws StationError `evidence_unusable` */
  read(): OpCopy[]
  /**
   * From now on, what `next` returns is written with each commit of the log.
   * @param again the copies that are there do not fit the database any more
   * @throws StationError `evidence_unusable`; SqliteError when the file does not accept it
   */
  keep(next: NextCopies, again: boolean): void
  /** There may be something to copy. */
  wake(): void
}

/** What was not copied yet; `done` is called once the disk has it. Never throws. */
export type NextCopies = () => { copies: readonly OpCopy[]; done: () => void }

/** The chain's head as noted outside the file. */
export type NotedHead = EvidenceHead & {
  /** Closed on purpose with this head: any entry after it was added by somebody else. */
  closed: boolean
}

export type EvidenceNotice = 'evidence_stopped' | 'evidence_renewed' | 'evidence_altered' | 'evidence_at_hub'

export type EvidenceOptions = {
  file: string
  clock: Clock
  readHead: () => NotedHead | null
  writeHead: (head: NotedHead) => void
  /** Called with what people must be told. */
  onNotice: (kind: EvidenceNotice) => void
  log: (line: string) => void
}

/** How old a noted head may be: entries cut from the end since then cannot be detected. */
const NOTE_HEAD_MS = 10_000
/** How soon a file that did not accept entries is tried again. */
const RETRY_MS = 60_000
/** Kept while the file does not accept entries; beyond that, entries are counted and dropped. */
const MOST_DUE = 10_000

export function openEvidenceLog(options: EvidenceOptions): EvidenceLog {
  const log = new ChainedLog(options)
  log.flush()
  return log
}

const NO_COPIES: NextCopies = () => ({ copies: [], done: () => {} })

/** `EvidenceLog`: each entry carries the hash of the one before. */
class ChainedLog implements EvidenceLog {
  readonly copies: OpCopies = {
    read: () => readCopies(this.reading()),
    keep: (next, again) => this.keepCopies(next, again),
    wake: () => this.flushSoon(),
  }
  /** `null` while the file cannot be used. */
  private db: DbFile | null = null
  private logId = ''
  /** The last entry of the chain. */
  private last: Pick<EvidenceRow, 'seq' | 'hash'> | null = null
  /** Entries that the disk does not have yet. */
  private due: NewEvidence[] = []
  /** How many could not be kept until then. */
  private dropped = 0
  private nextCopies = NO_COPIES
  private flushDue = false
  /** The file does not accept entries, which people know. */
  private stopped = false
  private closed = false
  /** The head that is noted may be followed by entries: it does not say that the log was closed with it. */
  private headIsOpen = false
  private readonly retry: Timer
  private readonly noteSoon: Timer

  constructor(private readonly options: EvidenceOptions) {
    this.retry = new Timer(options.clock)
    this.noteSoon = new Timer(options.clock)
  }

  append(given: Omit<NewEvidence, 'at'>): void {
    if (this.closed)
      return this.options.log(`Not recorded, because the evidence log is closed: ${given.kind}`)
    if (this.due.length >= MOST_DUE) this.dropped += 1
    else this.due.push({ ...given, at: this.now() })
    this.flushSoon()
  }

  flush(): void {
    this.flushDue = false
    try {
      this.write()
    } catch (error) {
      this.stop(error)
    }
  }

  reading(): DbFile {
    this.flush()
    if (this.db === null) throw new StationError('evidence_unusable', 'the evidence log cannot be read now')
    return this.db
  }

  commit({ kind, payload }: Omit<NewEvidence, 'at' | 'operator'>, also: (tx: Tx, seq: number) => void): void {
    this.last = appendRows(this.reading(), this.last, [this.entry(kind, payload)], also)
    // Entries older than the noted head may be removed in a moment.
    this.noteHead(false)
  }

  async verify(): Promise<Omit<EvidenceVerdict, 'hub'>> {
    const verdict = await verifyLog(this.reading(), () => this.last)
    return { ...verdict, checkedAt: this.now() }
  }

  head(): EvidenceHead | null {
    const { db, logId, last } = this
    return db === null || last === null ? null : { logId, seq: last.seq, hash: last.hash }
  }

  compare(heads: HeadsElsewhere): Promise<Compared> {
    return compareHeads(this.reading(), this.logId, heads)
  }

  disagreed({ state, seq }: Pick<Compared, 'state' | 'seq'>): void {
    const open = this.reading()
    if (disagreements(open).some((one) => one.state === state && one.upTo >= seq)) return
    this.last = appendRows(open, this.last, [this.entry(DISAGREES, { state, upTo: seq })])
    this.noteHead(false)
    this.options.onNotice('evidence_at_hub')
  }

  close(): void {
    if (this.db !== null || this.due.length > 0) this.flush()
    this.closed = true
    this.retry.cancel()
    if (this.db !== null) this.noteHead(true)
    this.noteSoon.cancel()
    this.shut()
  }

  private keepCopies(next: NextCopies, again: boolean): void {
    this.nextCopies = next
    if (!again) return this.flushSoon()
    const { copies, done } = next()
    inOwnTransaction(this.reading(), (tx) => {
      dropCopies(tx)
      appendCopies(tx, copies)
    })
    done()
  }

  private flushSoon(): void {
    if (this.flushDue) return
    this.flushDue = true
    setImmediate(() => {
      // A file that does not accept entries is tried again on a timer, not with every scan.
      if (this.flushDue && !this.closed && !this.stopped) this.flush()
      this.flushDue = false
    })
  }

  private write(): void {
    // A comparison may outlive its account, whose next opening needs the file for itself.
    if (this.closed) return
    if (this.db === null) this.open()
    const { copies, done } = this.nextCopies()
    if (this.db === null || this.due.length + copies.length === 0) return
    // Otherwise the next start would take what follows for somebody else's.
    if (!this.headIsOpen) this.noteHead(false)
    if (this.last !== null && !this.headIsOpen)
      throw new Error('the station’s database does not take its head')
    const gap = this.dropped === 0 ? [] : [this.entry('entries_lost', { count: this.dropped })]
    this.appendAll([...this.due, ...gap], (tx) => appendCopies(tx, copies))
    done()
    this.due = []
    this.dropped = 0
    this.stopped = false
    if (!this.noteSoon.isSet()) this.noteSoon.set(NOTE_HEAD_MS, () => this.noteHead(false))
  }

  private appendAll(entries: readonly NewEvidence[], also: (tx: Tx) => void): void {
    if (this.db === null) return
    try {
      this.last = appendRows(this.db, this.last, entries, also)
    } catch (error) {
      noteDamage(this.db, error)
      if (!isCorrupt(error)) throw error
      this.renew(error)
      if (this.db !== null) this.last = appendRows(this.db, this.last, entries, also)
    }
  }

  private stop(error: unknown): void {
    this.options.log(`The evidence log cannot be written now: ${messageOf(error)}`)
    this.shut()
    if (!this.stopped) this.options.onNotice('evidence_stopped')
    this.stopped = true
    if (this.closed) this.retry.cancel()
    else this.retry.set(RETRY_MS, () => this.flush())
  }

  private open(): void {
    const { file, readHead } = this.options
    try {
      this.db = openEvidenceFile(file)
    } catch (error) {
      if (!(error instanceof StartError) || error.code !== 'database_corrupt') throw error
      return this.renew(error)
    }
    try {
      const found = lastRow(this.db)
      if (found === null) this.begin(readHead() === null ? 'new' : 'missing')
      else this.goOn(this.db, found)
    } catch (error) {
      if (isCorrupt(error)) this.renew(error)
      else throw error
    }
  }

  /** Continues after the last entry; records it in the chain if that is not the last entry this log wrote. */
  private goOn(open: DbFile, found: EvidenceRow): void {
    this.last = found
    this.logId = newestDrop(open)?.logId ?? logIdOf(rowAt(open, 1))
    const noted = this.options.readHead()
    const problem = noted === null ? null : missed(open, noted, found, this.logId)
    if (problem !== null) {
      const expected = noted === null ? null : { logId: noted.logId, seq: noted.seq, hash: noted.hash }
      const entry = this.entry('head_missed', { problem, expected, found: found.seq })
      this.last = appendRows(open, this.last, [entry])
      this.options.onNotice('evidence_altered')
    }
    this.noteHead(false)
  }

  private begin(why: EvidenceBegun, more: NewEvidence['payload'] = {}): void {
    this.logId = randomUUID()
    const before = this.options.readHead()
    const follows = before === null ? null : { logId: before.logId, seq: before.seq, hash: before.hash }
    const entry = this.entry('log_begun', { logId: this.logId, why, follows, ...more })
    if (this.db !== null) this.last = appendRows(this.db, null, [entry])
    this.noteHead(false)
    if (why !== 'new') this.options.onNotice('evidence_renewed')
  }

  /** Sets a damaged file aside and starts a new one, which is chained to nothing and says so. */
  private renew(why: unknown): void {
    const { file, clock, log } = this.options
    log(`The evidence log is damaged (${messageOf(why)}); a new one was started.`)
    this.shut(true)
    const kept = moveAside(file, clock.wallMs())
    this.db = openEvidenceFile(file)
    this.begin('damaged', { kept })
  }

  private noteHead(isClosed: boolean): void {
    const { logId, last } = this
    this.noteSoon.cancel()
    if (last === null) return
    try {
      this.options.writeHead({ logId, seq: last.seq, hash: last.hash, closed: isClosed })
      this.headIsOpen = !isClosed
    } catch (error) {
      this.options.log(`The head of the evidence log cannot be saved: ${messageOf(error)}`)
    }
  }

  private shut(damaged = false): void {
    const present = this.db
    this.db = null
    if (present === null) return
    try {
      if (damaged) present.close()
      else closeDatabase(present)
    } catch (error) {
      this.options.log(`The evidence log did not close cleanly: ${messageOf(error)}`)
    }
  }

  private entry(kind: string, payload: NewEvidence['payload']): NewEvidence {
    return { at: this.now(), operator: '', kind, payload }
  }

  private now(): string {
    return formatInstant(this.options.clock.wallMs())
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The problem of a file whose head was noted, or `null`. */
function missed(db: Db, noted: NotedHead, found: EvidenceRow, logId: string): ChainProblem | null {
  if (noted.logId !== logId) return 'replaced'
  if (found.seq < noted.seq) return 'cut'
  const start = startOf(db)
  // A restored backup may contain a head whose entry was removed since under the retention setting.
  if (noted.seq < start.seq)
    return noted.seq === start.seq - 1 && noted.hash !== start.hash ? 'rewritten' : null
  if (rowAt(db, noted.seq)?.hash !== noted.hash) return 'rewritten'
  return noted.closed && found.seq > noted.seq ? 'extended' : null
}
