import { openBucket } from '../storage/bucket'
import { readNote, uidOf } from './entry'
import { handOver, type JournalWork } from './work'
import { LEASES, renewLease, placeOf } from './outbox-lease'
import type { OpenHub } from '../part'
import type { HubGroup } from '../storage/seal'
import { isSilence } from '../server/silence'
import { openStream } from '../storage/stream'

/** Where a station keeps its copies. */
type Seat = { group: HubGroup; account: string }

/** Where copies of the open account were before the passphrase of the group was replaced: they must not stay there. */
export class Formers {
  private seat: Seat | null = null
  /** As long as copies may still be there. */
  private formers: Seat[] = []

  /** The copies are in this place from now on. */
  moveTo(next: Seat): void {
    const { seat } = this
    if (seat !== null && seat.group.name !== next.group.name) this.formers.push(seat)
    this.seat = next
    this.formers = this.formers.filter(({ group }) => group.name !== next.group.name)
  }

  /** Another account is at work, or none. */
  forget(): void {
    this.seat = null
    this.formers = []
  }

  /**
   * Leaves nothing there that another station could take over. The group at work has all of it by now.
   * @param open the connection, at any moment
   */
  async leave(
    work: Pick<JournalWork, 'source' | 'self' | 'isOver'>,
    open: () => OpenHub | null,
  ): Promise<void> {
    for (const former of this.formers) {
      const hub = open()
      if (hub === null || work.isOver()) return
      try {
        if (await leaveSeat(hub, former, work)) this.drop(former)
      } catch (error) {
        if (isSilence(error)) throw error
        // A hub that does not let the station do so is no reason to stop here.
        this.drop(former)
      }
    }
  }

  private drop(former: Seat): void {
    this.formers = this.formers.filter((one) => one !== former)
  }
}

/**
 * Hands over what a station of that group has taken, and empties the rest.
 * @returns whether nothing of it is left
 */
async function leaveSeat(
  hub: OpenHub,
  { group, account }: Seat,
  { self, source }: Pick<JournalWork, 'source' | 'self'>,
): Promise<boolean> {
  const there = { ...hub, group }
  const stream = await openStream(there, 'journal')
  const own = await renewLease(await openBucket(there, LEASES), account, self)
  const listed = await stream.list(placeOf(account, self.stationId), false)
  const entries = listed.filter(({ isEmpty }) => !isEmpty)
  const isTaken = own.before === null || own.before.done
  if (isTaken) await handOver(source, stream, entries)
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
