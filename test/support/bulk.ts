import { onTestFinished } from 'vitest'
import { confirmJob, pauseJob, undoJob } from '../../src/main/areas/bulk/answer-job'
import { createBulkRunner, type BulkRunner } from '../../src/main/areas/bulk/bulk-runner'
import { setUpDraft } from '../../src/main/areas/bulk/change-draft'
import { draftFromFile, draftFromFilter, draftToChangeBack } from '../../src/main/areas/bulk/start-draft'
import { readJob, viewRows } from '../../src/main/areas/bulk/view-job'
import { inTransaction } from '../../src/main/store/db/database'
import { saveItem } from '../../src/main/store/tables/items'
import type { BulkJobView, BulkRowView } from '../../src/shared/contract/bulk'
import type { BulkKind } from '../../src/shared/domain/items/bulk-job'
import { ANY_ITEM, type ItemFilter } from '../../src/shared/domain/items/item-filter'
import type { PriceFloor } from '../../src/shared/domain/items/price-rule'
import type { Item } from '../../src/shared/partner-api/item'
import { eventually } from './eventually'
import type { TestStation } from './account'

/** A station with its bulk jobs, as the account wires them. */
export type BulkBench = {
  bulk: BulkRunner
  fromFilter(kind: Exclude<BulkKind, 'create'>, filter?: Partial<ItemFilter>): Promise<number>
  fromFile(kind: BulkKind, text: string | Buffer, decimal?: 'point' | 'comma'): Promise<number>
  changeBack(jobId: number): Promise<number>
  /** Once it was worked out. */
  draft(jobId: number): Promise<BulkJobView>
  setUp(jobId: number, change: Omit<Parameters<typeof setUpDraft>[1], 'jobId'>): Promise<BulkJobView>
  confirm(jobId: number, belowFloor?: boolean): void
  pause(jobId: number, paused: boolean): void
  undo(jobId: number): void
  job(jobId: number): BulkJobView
  rows(jobId: number, shown?: Parameters<typeof viewRows>[1]['shown']): readonly BulkRowView[]
  /** Advances the clock until the job is in this state. */
  until(jobId: number, state: BulkJobView['state']): Promise<BulkJobView>
}

const NO_FLOOR: PriceFloor = { ofPresentPercent: 0, ofMsrpPercent: 0 }

/** @param turn moves the clock of the station; by default only that */
export function withBulk(
  station: TestStation,
  floor = NO_FLOOR,
  turn = async (ms: number) => station.clock.advance(ms),
): BulkBench {
  const bulk = createBulkRunner({
    ...station,
    floor: () => floor,
    onFault: (error) => void station.faults.push(error),
  })
  bulk.start()
  onTestFinished(() => bulk.stop())
  const parts = { ...station, bulk }
  const job = (jobId: number) => {
    // The engine of a test station tells nobody what it has done.
    station.events.outboxChanged()
    return readJob(parts, jobId)
  }
  const until = (jobId: number, state: BulkJobView['state']) =>
    eventually(async () => {
      await turn(50)
      const now = job(jobId)
      if (now.state !== state) throw new Error(`job is ${now.state}: ${JSON.stringify(now.ops)}`)
      return now
    })
  const draft = (jobId: number) => until(jobId, 'draft')
  const awake = async <T>(started: Promise<{ jobId: T }>): Promise<T> => {
    const { jobId } = await started
    bulk.wake()
    return jobId
  }
  return {
    bulk,
    fromFilter: (kind, filter = {}) =>
      awake(draftFromFilter(station, { kind, filter: { ...ANY_ITEM, ...filter } })),
    fromFile: (kind, text, decimal = 'point') =>
      awake(
        draftFromFile(station, {
          kind,
          name: 'items.csv',
          content: Buffer.from(text).toString('base64'),
          decimal,
        }),
      ),
    changeBack: (jobId) => awake(draftToChangeBack(station, jobId)),
    draft,
    async setUp(jobId, change) {
      await draft(jobId)
      setUpDraft(station.db, { jobId, ...change })
      bulk.wake()
      return draft(jobId)
    },
    confirm(jobId, belowFloor = false) {
      const { rows, leftOut } = job(jobId)
      confirmJob(parts, { jobId, rows: rows - leftOut, belowFloor })
    },
    pause: (jobId, paused) => pauseJob(parts, { jobId, paused }),
    undo: (jobId) => undoJob(parts, jobId),
    job,
    rows: (jobId, shown = 'all') => viewRows(parts, { jobId, shown, offset: 0, limit: 200 }).rows,
    until,
  }
}

/** Puts items into the station as a read would. */
export function putItems(station: TestStation, items: readonly Item[]): void {
  inTransaction(station.db, (tx) => {
    for (const item of items) saveItem(tx, item, new Date(station.clock.wallMs()).toISOString())
  })
}

/** Listed items `I-0001` and so on, at ten dollars and more. */
export function someItems(count: number, more: Partial<Item> = {}): Item[] {
  return Array.from({ length: count }, (_, index) => ({
    item_number: `I-${String(index + 1).padStart(4, '0')}`,
    state: 'listed',
    title: `Coat ${index + 1}`,
    external_id: `SKU-${index + 1}`,
    mpn: `M-${Math.floor(index / 2)}`,
    price: 1_000 + index,
    msrp: 2_000,
    category_id: 1,
    updated_at: '2026-11-20T09:00:00.000Z',
    ...more,
  }))
}
