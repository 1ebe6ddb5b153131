import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Control, JournalEntry } from '../../src/marketplace/control-client'
import type { Account } from '../../src/main/app/account/open'
import { StationError } from '../../src/main/base/station-error'
import { monthsOf, openMonth } from '../../src/main/store/archive/months'
import type { Db } from '../../src/main/store/db/database'
import { checkFile } from '../../src/main/store/db/damage'
import { checkBackup } from '../../src/main/store/recovery/backup'
import { openNotices } from '../../src/main/store/tables/notices'
import { listOutbox } from '../../src/main/store/views/outbox-list'
import { rawDb } from '../support/raw-db'
import { FIRST_OLD } from '../support/old-orders'
import { accountIn, drain, OLD_ORDERS, type Copy } from './disk-bench'
import type { Orders, Said, Step } from './disk-life'
import { liveDeps, openLive } from './live'
import { perform } from './disk-steps'

/**
 * What became of the steps that a station on a bad disk was asked for. It knows what the station said, what its next
 * life on a good disk shows, and what the marketplace has and was asked for.
 */

export type Expected = {
  orders: Orders
  imported: readonly number[]
  withOldOrders: boolean
  /** The disk said of each fault that it was one, so that nothing is damaged. */
  honest: boolean
}

export type Verdict = {
  confirmed: number
  refused: number
  unknown: number
  /** Confirmed, and not sent, but a person is told. */
  told: number
  /** Notices and lines of the next life. */
  notices: string[]
  problems: string[]
}

/** Said when a file is damaged, altered or older than it was. */
const DAMAGE_NOTICES = [
  'data_salvaged',
  'data_restored',
  'step_lost',
  'steps_lost',
  'evidence_renewed',
  'evidence_altered',
]

type Outcome = { step: Step; said: 'confirmed' | 'refused' | 'unknown' }

/** What was said of each step last. */
export function outcomesOf(said: readonly Said[]): Outcome[] {
  const last = new Map<number, Outcome>()
  for (const line of said) {
    if (line.kind === 'asked') last.set(line.step.orderId, { step: line.step, said: 'unknown' })
    if (line.kind !== 'answered' || line.refused === 'save_unknown') continue
    last.set(line.step.orderId, { step: line.step, said: line.refused === null ? 'confirmed' : 'refused' })
  }
  return [...last.values()]
}

/** Lets the next life work off everything on a good disk, and compares. */
export async function nextLife(copy: Copy, said: readonly Said[], expected: Expected): Promise<Verdict> {
  const { control, clock, start } = copy
  const { orders, imported, honest } = expected
  const outcomes = outcomesOf(said)
  const count = (what: Outcome['said']): number => outcomes.filter((each) => each.said === what).length
  const problems: string[] = []
  const verdict: Verdict = {
    confirmed: count('confirmed'),
    refused: count('refused'),
    unknown: count('unknown'),
    told: 0,
    notices: [],
    problems,
  }
  // The first life may have been an hour's.
  clock.advance(10 * 60_000)
  let live
  try {
    live = await openLive(liveDeps(start, clock), start.baseUrl)
  } catch (error) {
    problems.push(
      `start refused: ${error instanceof Error ? (error.stack ?? '') : ''} ${JSON.stringify(error)}`,
    )
    return verdict
  }
  try {
    await live.account().pull.now()
    if (!(await drain(live, clock))) problems.push('stuck: the queue does not become empty')
    const before = await control.requestLog()
    const rows = listOutbox(live.account().db, 'all', 0, 500).rows
    verdict.notices = openNotices(live.account().db).map(({ kind }) => kind)
    const named = new Set(openNotices(live.account().db).map(({ orderId }) => orderId))
    const again: Step[] = [{ do: 'pack', orderId: orders.fresh }]
    for (const { step, said: outcome } of outcomes) {
      const times = await effectsOf(control, step)
      const name = `${step.do} ${step.orderId}`
      const open = rows.filter(({ orderId }) => orderId === step.orderId).at(-1)
      if (times > 1) problems.push(`doubled: ${name}, ${times} times`)
      if (outcome === 'confirmed' && times === 0) {
        if (open?.state === 'held' || named.has(step.orderId)) verdict.told += 1
        else problems.push(`lost untold: ${name}`)
        if (open?.state === 'held' && honest) problems.push(`held: ${name}, ${open.heldReason ?? ''}`)
      }
      if (outcome === 'refused' && (times > 0 || wasAsked(before, step)))
        problems.push(`sent though refused: ${name}`)
      if (outcome !== 'confirmed' && times === 0 && step.do === 'pack' && open === undefined) again.push(step)
    }
    for (const step of again) {
      try {
        perform(live.account(), step)
      } catch (error) {
        const why = error instanceof StationError ? error.code : String(error)
        problems.push(`cannot pack: ${step.orderId}, ${why}`)
      }
    }
    if (!(await drain(live, clock))) problems.push('stuck: new steps are not sent')
    for (const step of again) {
      const times = await effectsOf(control, step)
      if (times !== 1)
        problems.push(`stop: ${step.do} ${step.orderId} of the next life took effect ${times} times`)
    }
    // Once more, because the first may have found damage that was saved since.
    await live.account().pull.now()
    await live.ready()
    const db = rawDb(live.account().db)
    for (const orderId of imported)
      if (db.prepare('SELECT 1 FROM orders WHERE order_id = ?').get(orderId) === undefined)
        problems.push(`missing: order ${orderId} was not imported`)
    if (honest) {
      if (expected.withOldOrders) problems.push(...missingOld(live.account()))
      if (checkFile(db) !== 'ok') problems.push('damaged: the database, after all')
      const alarms = verdict.notices.filter((kind) => DAMAGE_NOTICES.includes(kind))
      if (alarms.length > 0) problems.push(`false alarm: ${alarms.join()}`)
      const { problem } = (await live.account().evidence.verify()) as { problem?: unknown }
      if (problem !== undefined && problem !== null) problems.push(`evidence: ${JSON.stringify(problem)}`)
      const aside = readdirSync(accountIn(start.dataDir)).filter((name) => name.includes('damaged'))
      if (aside.length > 0) problems.push(`false alarm: ${aside.join()}`)
      checkBackups(accountIn(start.dataDir), said, problems)
    }
  } catch (error) {
    problems.push(`failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`)
  } finally {
    await live.ready().catch(() => null)
    await live
      .account()
      .close()
      .catch((error: unknown) => problems.push(`close: ${String(error)}`))
  }
  return verdict
}

/** Old orders are in the database or in the archive. */
function missingOld({ db }: Account): string[] {
  const files = [db, ...monthsOf(db).map(({ month }) => openMonth(db, month))]
  const ids = Array.from({ length: OLD_ORDERS }, (_, index) => FIRST_OLD + index)
  const has = (file: Db, id: number): boolean =>
    rawDb(file).prepare('SELECT 1 FROM orders WHERE order_id = ?').get(id) !== undefined
  return ids.filter((id) => !files.some((file) => has(file, id))).map((id) => `missing: old order ${id}`)
}

/** Each that has the name of a whole one is whole, and what was made is there. */
function checkBackups(account: string, said: readonly Said[], problems: string[]): void {
  const dir = join(account, 'backups')
  const names = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.sqlite')) : []
  for (const name of names) {
    try {
      checkBackup(join(dir, name))
    } catch (error) {
      problems.push(`backup: ${name}: ${String(error)}`)
    }
  }
  for (const line of said)
    if (line.kind === 'backed_up' && !names.includes(line.name)) problems.push(`backup: ${line.name} is gone`)
}

/** How often the marketplace has the step's effect. */
async function effectsOf(control: Control, { do: what, orderId }: Step): Promise<number> {
  const order = await control.readOrder(orderId)
  if (what === 'pack') return order.shipments.length
  if (what === 'refund') return order.refunds.length
  return order.shipments.filter(({ shipped_at: at }) => at !== null).length
}

/** Whether the marketplace was asked for the step, whatever it answered. */
function wasAsked(log: readonly JournalEntry[], { do: what, orderId }: Step): boolean {
  const path = `/api/v1.0/orders/${orderId}/${what === 'refund' ? 'refund' : 'shipments'}`
  return log.some((entry) =>
    what === 'ship'
      ? entry.method === 'POST' && entry.path.startsWith(`${path}/`)
      : entry.method === 'POST' && entry.path === path,
  )
}
