import { openBucket } from './bucket'
import { readNote, uidOf } from './journal-entry'
import type { JournalSource } from './journal-source'
import { LEASES, renewLease, placeOf, type Self } from './outbox-lease'
import type { OpenHub } from './part'
import type { HubGroup } from './seal'
import { openStream, type Entry, type EntryStream } from './stream'

/** Where a station kept its copies before the passphrase of its group, or the token, was replaced. */
export type Former = { group: HubGroup; account: string }

/**
 * Leaves nothing in a former group that a station there could take over: hands over what one has taken, and empties the
 * rest. The group at work has all of it by now.
 * @returns whether nothing of it is left
 */
export async function leaveFormer(
  hub: OpenHub,
  { group, account }: Former,
  {
    self,
    source,
    handOver,
  }: {
    self: Self
    source: JournalSource
    handOver: (stream: EntryStream, entries: readonly Entry[]) => Promise<void>
  },
): Promise<boolean> {
  const there = { ...hub, group }
  const stream = await openStream(there, 'journal')
  const own = await renewLease(await openBucket(there, LEASES), account, self)
  const listed = await stream.list(placeOf(account, self.stationId), false)
  const entries = listed.filter(({ isEmpty }) => !isEmpty)
  const isTaken = own.before === null || own.before.done
  if (isTaken) await handOver(stream, entries)
  let isAll = true
  for (const entry of entries) {
    const { seq, taken } = readNote(entry)
    // What is not of this outbox is of an earlier disk, which may come back.
    if ((taken && isTaken) || source.standing({ seq, opUid: uidOf(entry) }) === 'unknown') continue
    if ((await stream.empty(entry)) === null) isAll = false
  }
  await own.handedOver()
  return isAll
}
