import { randomUUID } from 'node:crypto'
import type { ChainProblem, EvidenceBegun, EvidenceVerdict } from '../../../shared/contract/evidence-views'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import type { Clock } from '../../base/clock'
import { Timer } from '../../base/timer'
import type { EvidenceHead } from '../../base/evidence-head'
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
  const { file, clock, log } = options
  let db: DbFile | null = null
  let logId = ''
  let last: Pick<EvidenceRow, 'seq' | 'hash'> | null = null
  let due: NewEvidence[] = []
  let dropped = 0
  let stopped = false
  let closed = false
  /** The head that is noted may be followed by entries: it does not say that the log was closed with it. */
  let headIsOpen = false
  let flushDue = false
  const retry = new Timer(clock)
  const noteSoon = new Timer(clock)
  let nextCopies: NextCopies = () => ({ copies: [], done: () => {} })

  const entry = (kind: string, payload: NewEvidence['payload']): NewEvidence => ({
    at: formatInstant(clock.wallMs()),
    operator: '',
    kind,
    payload,
  })
  const noteHead = (isClosed: boolean): void => {
    noteSoon.cancel()
    if (last === null) return
    try {
      options.writeHead({ logId, seq: last.seq, hash: last.hash, closed: isClosed })
      headIsOpen = !isClosed
    } catch (error) {
      log(`The head of the evidence log cannot be saved: ${messageOf(error)}`)
    }
  }
  const begin = (why: EvidenceBegun, more: NewEvidence['payload'] = {}): void => {
    logId = randomUUID()
    const before = options.readHead()
    const follows = before === null ? null : { logId: before.logId, seq: before.seq, hash: before.hash }
    if (db !== null) last = appendRows(db, null, [entry('log_begun', { logId, why, follows, ...more })])
    noteHead(false)
    if (why !== 'new') options.onNotice('evidence_renewed')
  }
  /** Continues after the last entry; records it in the chain if that is not the last entry this log wrote. */
  const goOn = (open: DbFile, found: EvidenceRow): void => {
    last = found
    logId = newestDrop(open)?.logId ?? logIdOf(rowAt(open, 1))
    const noted = options.readHead()
    const problem = noted === null ? null : missed(open, noted, found, logId)
    if (problem !== null) {
      const expected = noted === null ? null : { logId: noted.logId, seq: noted.seq, hash: noted.hash }
      last = appendRows(open, last, [entry('head_missed', { problem, expected, found: found.seq })])
      options.onNotice('evidence_altered')
    }
    noteHead(false)
  }
  const open = (): void => {
    try {
      db = openEvidenceFile(file)
    } catch (error) {
      if (!(error instanceof StartError) || error.code !== 'database_corrupt') throw error
      return renew(error)
    }
    try {
      const found = lastRow(db)
      if (found === null) begin(options.readHead() === null ? 'new' : 'missing')
      else goOn(db, found)
    } catch (error) {
      if (isCorrupt(error)) renew(error)
      else throw error
    }
  }
  /** Sets a damaged file aside and starts a new one, which is chained to nothing and says so. */
  const renew = (why: unknown): void => {
    log(`The evidence log is damaged (${messageOf(why)}); a new one was started.`)
    shut(true)
    const kept = moveAside(file, clock.wallMs())
    db = openEvidenceFile(file)
    begin('damaged', { kept })
  }
  const shut = (damaged = false): void => {
    const present = db
    db = null
    if (present === null) return
    try {
      if (damaged) present.close()
      else closeDatabase(present)
    } catch (error) {
      log(`The evidence log did not close cleanly: ${messageOf(error)}`)
    }
  }
  const stop = (error: unknown): void => {
    log(`The evidence log cannot be written now: ${messageOf(error)}`)
    shut()
    if (!stopped) options.onNotice('evidence_stopped')
    stopped = true
    if (closed) retry.cancel()
    else retry.set(RETRY_MS, flush)
  }
  const write = (): void => {
    // A comparison may outlive its account, whose next opening needs the file for itself.
    if (closed) return
    if (db === null) open()
    const { copies, done } = nextCopies()
    if (db === null || due.length + copies.length === 0) return
    // Otherwise the next start would take what follows for somebody else's.
    if (!headIsOpen) noteHead(false)
    if (last !== null && !headIsOpen) throw new Error('the station’s database does not take its head')
    const gap = dropped === 0 ? [] : [entry('entries_lost', { count: dropped })]
    const withCopies = (tx: Tx): void => appendCopies(tx, copies)
    try {
      last = appendRows(db, last, [...due, ...gap], withCopies)
    } catch (error) {
      noteDamage(db, error)
      if (!isCorrupt(error)) throw error
      renew(error)
      if (db !== null) last = appendRows(db, last, [...due, ...gap], withCopies)
    }
    done()
    due = []
    dropped = 0
    stopped = false
    if (!noteSoon.isSet()) noteSoon.set(NOTE_HEAD_MS, () => noteHead(false))
  }
  const flush = (): void => {
    flushDue = false
    try {
      write()
    } catch (error) {
      stop(error)
    }
  }
  const reading = (): DbFile => {
    flush()
    if (db === null) throw new StationError('evidence_unusable', 'the evidence log cannot be read now')
    return db
  }
  const flushSoon = (): void => {
    if (flushDue) return
    flushDue = true
    setImmediate(() => {
      // A file that does not accept entries is tried again on a timer, not with every scan.
      if (flushDue && !closed && !stopped) flush()
      flushDue = false
    })
  }
  flush()

  return {
    append(given) {
      if (closed) return log(`Not recorded, because the evidence log is closed: ${given.kind}`)
      if (due.length >= MOST_DUE) dropped += 1
      else due.push({ ...given, at: formatInstant(clock.wallMs()) })
      flushSoon()
    },
    flush,
    reading,
    commit({ kind, payload }, also) {
      last = appendRows(reading(), last, [entry(kind, payload)], also)
      // Entries older than the noted head may be removed in a moment.
      noteHead(false)
    },
    async verify() {
      const verdict = await verifyLog(reading(), () => last)
      return { ...verdict, checkedAt: formatInstant(clock.wallMs()) }
    },
    head: () => (db === null || last === null ? null : { logId, seq: last.seq, hash: last.hash }),
    compare: (heads) => compareHeads(reading(), logId, heads),
    disagreed({ state, seq }) {
      const open = reading()
      if (disagreements(open).some((one) => one.state === state && one.upTo >= seq)) return
      last = appendRows(open, last, [entry(DISAGREES, { state, upTo: seq })])
      noteHead(false)
      options.onNotice('evidence_at_hub')
    },
    copies: {
      read: () => readCopies(reading()),
      keep(next, again) {
        nextCopies = next
        if (!again) return flushSoon()
        const { copies, done } = next()
        inOwnTransaction(reading(), (tx) => {
          dropCopies(tx)
          appendCopies(tx, copies)
        })
        done()
      },
      wake: flushSoon,
    },
    close() {
      if (db !== null || due.length > 0) flush()
      closed = true
      retry.cancel()
      if (db !== null) noteHead(true)
      noteSoon.cancel()
      shut()
    },
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
