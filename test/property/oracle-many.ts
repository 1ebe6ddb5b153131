import { rowsOf } from './many'
import { findJob } from '../../src/main/store/tables/bulk-jobs'
import { findOutboxRow } from '../../src/main/store/views/outbox-list'
import { fail, writesFor, type Truth } from './truth'
import type { Acknowledged } from './acknowledged'
import type { World } from './world'

/** Changes to many items: no row of a confirmed job is lost, none is sent while paused, and none that was undone. */
export function checkMany(world: World, truth: Truth): void {
  for (const job of world.jobs) checkRows(world, job)
  checkQuiet(world, truth)
  checkUndone(world, truth)
}

/** I4, I9: each row became an operation, or says why not; a job without open operations has ended. */
function checkRows(world: World, { station, jobId, rows, rewound }: World['jobs'][number]): void {
  const job = findJob(world.benches[station].station.db, jobId)
  if (job === null) {
    if (rewound) return
    throw new Error(`I4: job ${jobId} of ${station} was confirmed, and is gone`)
  }
  world.count(`end job ${job.state}`)
  if (rewound) return
  const views = new Map(rowsOf(world, station, jobId).map((view) => [view.row, view]))
  const undone = job.state === 'undone' || job.state === 'undoing'
  for (const row of rows) {
    const view = views.get(row)
    if (view === undefined || (view.op === null && view.outcome === null && !undone))
      throw new Error(`I4: row ${row} of job ${jobId} of ${station} is lost: ${JSON.stringify(view)}`)
    if (view.outcome !== null) world.count(`row ${view.outcome}`)
  }
  const isOpen = [...views.values()].some(({ op }) => op !== null && !FINAL.has(op.state))
  if (isOpen === (job.state === 'done' || job.state === 'undone'))
    throw new Error(`I9: job ${jobId} of ${station} is ${job.state}, open operations: ${isOpen}`)
}

const FINAL: ReadonlySet<string> = new Set(['confirmed', 'discarded'])

function checkQuiet(world: World, truth: Truth): void {
  for (const { entries, fromMs, toMs } of world.quiet)
    for (const entry of entries) {
      if (entry.carried || entry.rewound || isAmbiguous(world, entry)) continue
      const sent = writesFor(truth, entry).find(
        ({ atMs }) => atMs > fromMs && atMs < (toMs ?? Number.POSITIVE_INFINITY),
      )
      if (sent !== undefined) fail('I2', entry, 'was sent while its job was paused')
    }
}

/** I5: what was undone was never sent. */
function checkUndone(world: World, truth: Truth): void {
  for (const entry of world.acknowledged) {
    const op = truth.now.get(entry)
    if (op?.state !== 'discarded' || reasonOf(world, entry, op.seq) !== 'undone') continue
    world.count('did undo an operation')
    if (entry.carried || entry.rewound || isAmbiguous(world, entry)) continue
    if (writesFor(truth, entry).some(({ appliedMs }) => appliedMs !== null))
      fail('I5', entry, 'was undone, and was carried out')
  }
}

function reasonOf(world: World, { station }: Acknowledged, seq: number): string | null {
  return findOutboxRow(world.benches[station].station.db, seq)?.discardReason ?? null
}

/** Another operation asks for the same, so that a write does not say whose it is. */
function isAmbiguous(world: World, { op, asked }: Acknowledged): boolean {
  const same = (other: Acknowledged): boolean =>
    other.op !== op &&
    other.op.kind === op.kind &&
    other.op.itemKey === op.itemKey &&
    (op.kind === 'delist_item' || JSON.stringify(other.asked) === JSON.stringify(asked))
  return world.acknowledged.some(same)
}
