import { setTimeout as pause } from 'node:timers/promises'
import type { JournalEntry } from '../../src/marketplace/control-client'
import type { RunningMarketplace } from '../../src/marketplace/server'
import type { BulkJobView } from '../../src/shared/contract/bulk'
import type { StationProcess } from './station'

/** Creates of items, or changes of them. */
export type Method = 'POST' | 'PUT'

/** What the station said of a job while it ran, beside what the marketplace knew at the same moment. */
export type Said = {
  atMs: number
  confirmed: number
  secondsLeft: number | null
  /** Writes that the marketplace had taken before the station was asked, and after it had answered. */
  taken: { before: number; after: number }
}
export type Seen = { beganMs: number; endedMs: number; killedMs: number; said: readonly Said[] }

type Around = {
  marketplace: RunningMarketplace
  size: { items: number; packs: number }
  orders: readonly number[]
  open: () => StationProcess
}

/** Real milliseconds between two looks at a job. */
const LOOK_MS = 25

/** A station on its way through two jobs: looked at, packed at and killed by the count of what the marketplace has taken. */
export class Journey {
  station: StationProcess
  kills = 0
  private readonly around: Around
  private packed = 0

  constructor(around: Around) {
    this.around = around
    this.station = around.open()
  }

  get size(): Around['size'] {
    return this.around.size
  }

  /** Watches a confirmed job until it is done. @param killAt so many writes must have been taken before the kill */
  async through(
    jobId: number,
    { method, killAt }: { method: Method; killAt: number },
  ): Promise<{ job: BulkJobView; seen: Seen }> {
    const said: Said[] = []
    const beganMs = Date.now()
    let killedMs = 0
    const packUntil = this.packed + this.size.packs
    for (;;) {
      const before = this.taken(method)
      const [job] = await this.station.many({ do: 'read', jobId })
      const after = this.taken(method)
      if (job === undefined) throw new Error(`I4: job ${jobId} is gone`)
      said.push({
        atMs: Date.now(),
        confirmed: job.ops.confirmed,
        secondsLeft: job.progress.secondsLeft,
        taken: { before, after },
      })
      if (job.state === 'done') return { job, seen: { beganMs, endedMs: Date.now(), killedMs, said } }
      const share = this.size.packs - (packUntil - this.packed)
      if (this.packed < packUntil && after >= ((share + 0.5) * this.size.items) / this.size.packs)
        await this.pack()
      // A pack that was cut off could not be told from a slow one.
      if (killedMs === 0 && after >= killAt && this.allShipped()) {
        await this.kill()
        killedMs = Date.now()
      }
      await pause(LOOK_MS)
    }
  }

  private async pack(): Promise<void> {
    const orderId = this.around.orders[this.packed] ?? 0
    const refused = await this.station.act({ do: 'pack', orderId })
    if (refused !== null) throw new Error(`order ${orderId} was refused: ${refused}`)
    this.packed += 1
  }

  private async kill(): Promise<void> {
    await this.station.kill()
    this.kills += 1
    this.station = this.around.open()
  }

  private taken(method: Method): number {
    return appliedItems(this.around.marketplace.journal(), method).length
  }

  private allShipped(): boolean {
    return appliedShipments(this.around.marketplace.journal()).length === this.packed
  }
}

const ITEMS = '/api/v1.0/items'

/** Writes to items that took effect, in the order of their arrival. */
export function appliedItems(journal: readonly JournalEntry[], method: Method): JournalEntry[] {
  return journal.filter((entry) => entry.method === method && isItem(entry) && entry.appliedAt !== null)
}

export function isItem({ path }: JournalEntry): boolean {
  return path.startsWith(ITEMS)
}

/** Shipments that were created, in the order of their arrival. */
export function appliedShipments(journal: readonly JournalEntry[]): JournalEntry[] {
  return journal.filter(
    ({ method, path, appliedAt }) => method === 'POST' && path.endsWith('/shipments') && appliedAt !== null,
  )
}
