import { setTimeout as pause } from 'node:timers/promises'
import type { Account } from '../../src/main/app/account/open'
import { confirmJob, pauseJob, undoJob } from '../../src/main/areas/bulk/answer-job'
import { setUpDraft } from '../../src/main/areas/bulk/change-draft'
import { draftFromFile, draftFromFilter } from '../../src/main/areas/bulk/start-draft'
import { readJob, viewJobs } from '../../src/main/areas/bulk/view-job'
import { countItems } from '../../src/main/store/views/item-list'
import type { BulkJobView } from '../../src/shared/contract/bulk'
import { ANY_ITEM } from '../../src/shared/domain/items/item-filter'

/** What a person does with changes to many items at the station that will be killed. */
export type BulkAct =
  | { do: 'draftItems'; csv: string }
  /** Of all listed items, once the station knows so many. */
  | { do: 'draftPrices'; items: number; hundredths: number }
  | { do: 'confirm' | 'undo' | 'read'; jobId: number }
  | { do: 'pause'; jobId: number; paused: boolean }
  | { do: 'list' }

const LISTED = { ...ANY_ITEM, states: ['listed'] }

/**
 * Does it as the bridge's handlers do. @returns the job; of a list all of them
 * @throws StationError when it is refused
 */
export async function actOnMany(account: Account, act: BulkAct): Promise<BulkJobView[]> {
  if (act.do === 'list') return viewJobs(account)
  const jobId = await perform(account, act)
  account.bulk.wake()
  return [readJob(account, jobId)]
}

async function perform(account: Account, act: Exclude<BulkAct, { do: 'list' }>): Promise<number> {
  switch (act.do) {
    case 'draftItems': {
      const content = Buffer.from(act.csv).toString('base64')
      return (await draftFromFile(account, { kind: 'create', name: 'items.csv', content, decimal: 'point' }))
        .jobId
    }
    case 'draftPrices': {
      while (countItems(account.db, LISTED) < act.items) {
        await account.itemPull.now()
        await pause(50)
      }
      const { jobId } = await draftFromFilter(account, { kind: 'price', filter: LISTED })
      account.bulk.wake()
      while (readJob(account, jobId).state !== 'draft') await pause(5)
      const change = { by: 'percent', hundredths: act.hundredths } as const
      setUpDraft(account.db, { jobId, price: { change, rounding: 'cent', neverBelowCents: null } })
      return jobId
    }
    case 'confirm': {
      const { rows, leftOut } = readJob(account, act.jobId)
      confirmJob(account, { jobId: act.jobId, rows: rows - leftOut, belowFloor: false })
      return act.jobId
    }
    case 'pause':
      pauseJob(account, act)
      return act.jobId
    case 'undo':
      undoJob(account, act.jobId)
      return act.jobId
    case 'read':
      return act.jobId
  }
}
