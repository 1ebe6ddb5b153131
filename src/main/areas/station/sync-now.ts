import type { StationStatus } from '../../../shared/contract/views'
import { readStatus } from './station'
import type { Parts } from '../parts'

/** A first import may take an hour, and the person at the screen wants to see that something happens. */
const LONGEST_SYNC_ANSWER_MS = 2_000

/** Tries everything again now. Returns the status once something was read, or after two seconds. */
export async function syncNow({ account, clock }: Pick<Parts, 'account' | 'clock'>): Promise<StationStatus> {
  account().wake()
  await new Promise<void>((resolve) => {
    const cancel = clock.after(LONGEST_SYNC_ANSWER_MS, resolve)
    void account()
      .pull.progressed()
      .then(() => {
        cancel()
        resolve()
      })
  })
  return readStatus(account())
}
