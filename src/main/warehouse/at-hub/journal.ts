import { isOpen } from '../../../shared/domain/outbox/operation'
import type { JournalView } from '../../../shared/contract/neighbors'
import { withOrder } from '../../areas/outbox/file-account'
import { takeBackWithEvidence } from '../../areas/outbox/import-with-evidence'
import { fileOp } from '../../areas/outbox/ops-file'
import { handOverOps } from '../../areas/outbox/hand-over-ops'
import type { Clock } from '../../base/clock'
import type { Hub } from '../nats/hub'
import { createJournal } from '../nats/journal/journal'
import type { JournalOp, JournalSource } from '../nats/journal/source'
import { ANSWERS_WITHIN_MS, type Self } from '../nats/journal/outbox-lease'
import { accountAtHub, type HubGroup } from '../nats/storage/seal'
import { inTransaction, type Db } from '../../store/db/database'
import { isFull } from '../../store/db/room'
import { readOpAt } from '../../store/recovery/read-ops'
import {
  countOpenAfter,
  openSeqsAfter,
  opsWithEventsAfter,
  readJournalPlace,
  saveJournalPlace,
} from '../../store/tables/hub-journal'
import { lastOpEvent } from '../../store/tables/op-events'
import { opAtPlace } from '../../store/tables/op-places'
import { lastSeq } from '../../store/tables/outbox'
import type { Gate } from '../../sync/connection/gate'
import type { Account } from '../../app/account/open'
import { stopSending } from '../../sync/outbox/engine'

/** Keeps copies of the open account's operations at the hub, and sends nothing that another station has adopted. */
export type JournalAtHub = {
  /** `null` while no account is open that has a journal. */
  view(): JournalView | null
  /** Another account is at work. */
  join(account: Account): void
  guard(gate: Gate): Gate
  /** Whether the hub has a copy of every open operation, once it has got what it can. */
  flushed(): Promise<boolean>
  close(): void
}

export function addJournal(
  hub: Pick<Hub, 'add'>,
  deps: {
    clock: Clock
    account: () => Account | null
    group: () => HubGroup | null
    who: () => Self
    onChange: () => void
  },
): JournalAtHub {
  const { clock } = deps
  let listening: (() => void)[] = []
  let waited = false
  let takenOver: JournalView['takenOver'] = null
  const stopListening = (): void => {
    for (const stop of listening.splice(0)) stop()
  }
  const source = (): JournalSource | null => {
    const [account, group] = [deps.account(), deps.group()]
    const token = account?.accessToken() ?? null
    if (account === null || group === null || token === null || account.mode !== 'live' || !account.db.open)
      return null
    return journalSourceOf(account, accountAtHub(group, token), clock, (station, operations) => {
      takenOver = { station, operations: operations + (takenOver?.operations ?? 0) }
      console.error(`Hub: ${station} took over open operations of this station: ${operations}`)
    })
  }
  const mayWrite = (): boolean => (waited || journal.isClear()) && !journal.isInDoubt()
  const wakeEngine = (): void => {
    const account = deps.account()
    if (mayWrite() && account?.db.open === true) account.engine.wake()
  }
  let wasShut = false
  const journal = hub.add((fail) =>
    createJournal({
      ...{ clock, source, who: deps.who, onFault: fail },
      onChange() {
        if (wasShut && mayWrite()) {
          wasShut = false
          wakeEngine()
        }
        deps.onChange()
      },
    }),
  )
  // Without a hub the station sends as it would alone. One that was reached by then is in doubt until it has answered.
  const cancelWait = clock.after(ANSWERS_WITHIN_MS, () => {
    waited = true
    wakeEngine()
  })

  return {
    view() {
      const state = journal.view()
      return state === null ? null : { ...state, takenOver }
    },
    join(account) {
      stopListening()
      listening = [
        account.events.onOpMoved((seq) => journal.wake(seq)),
        account.events.onEvent(({ kind }) => {
          if (kind === 'outbox_changed') journal.wake()
        }),
      ]
      takenOver = null
      if (source() === null) waited = true
      journal.accountChanged()
    },
    async flushed() {
      journal.wake()
      await journal.settled()
      return journal.view()?.waiting === 0
    },
    guard: (gate) => {
      const closed = (channel: Parameters<Gate['admit']>[0]): boolean => {
        const isShut = (channel === 'order_writes' || channel === 'item_writes') && !mayWrite()
        wasShut ||= isShut
        return isShut
      }
      return {
        ...gate,
        allows: (channel) => !closed(channel) && gate.allows(channel),
        admit: (channel) => !closed(channel) && gate.admit(channel),
        waitMs: (channel) => (closed(channel) ? null : gate.waitMs(channel)),
      }
    },
    close() {
      stopListening()
      cancelWait()
    },
  }
}

/** What the journal reads of an account, and what it stores there. */
export function journalSourceOf(
  account: Account,
  name: string,
  clock: Clock,
  onHandedOver: (station: string, operations: number) => void,
): JournalSource {
  const { db } = account
  return {
    account: name,
    isOpen: () => db.open,
    openAfter: (seq, limit) => opsAt(db, openSeqsAfter(db, seq, limit)),
    at: (seqs) => opsAt(db, seqs),
    standing({ seq, opUid }) {
      const row = opAtPlace(db, seq)
      // Those that are no longer in the outbox are in the archive.
      if (row === null) return seq <= lastSeq(db) ? 'ended' : 'unknown'
      if (row.opUid !== opUid) return 'unknown'
      return row.settledAt === null ? 'open' : 'ended'
    },
    changedAfter: (event, limit) => opsWithEventsAfter(db, event, limit),
    lastEvent: () => lastOpEvent(db),
    countOpenAfter: (seq) => (db.open ? countOpenAfter(db, seq) : 0),
    readPlace: () => readJournalPlace(db, name),
    savePlace(place) {
      if (db.open && !isFull(db)) inTransaction(db, (tx) => saveJournalPlace(tx, name, place))
    },
    takeBack(ops) {
      try {
        takeBackWithEvidence(
          account,
          ops.flatMap((op) => fileOp.safeParse(op).data ?? []),
        )
      } catch (error) {
        // They stay at the hub; the next connection tries again.
        console.error(error)
        account.suspect(error)
      }
    },
    async handOver(ops) {
      await stopSending({ clock }, account)
      // The next start of this account asks the hub again, before anything is sent.
      if (!db.open) throw new Error('the account was closed meanwhile')
      try {
        const count = handOverOps(account, ops)
        if (count > 0) onHandedOver(ops[0]?.to.station ?? '', count)
      } finally {
        account.engine.start()
      }
    },
  }
}

function opsAt(db: Db, seqs: readonly number[]): JournalOp[] {
  return seqs.flatMap((seq) => {
    const op = readOpAt(db, seq)
    if (op === null) return []
    const json = isOpen(op.state) ? JSON.stringify(withOrder(db, op)) : null
    return [{ seq, opUid: op.opUid, json }]
  })
}
