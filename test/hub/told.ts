import { expect } from 'vitest'
import type { JournalEntry } from '../../src/marketplace/control/journal'
import type { ComposedStation } from './composed-station'
import type { World } from './warehouse-world'

/** What packers were told, and what became of it: all that can be known from outside. */

export type Told = {
  kind: 'pack' | 'refund'
  orderId: number
  /** What no other request to the marketplace has. */
  sign: string
  station: ComposedStation
  /** Of the station's disks, the one that it is on. */
  disk: number
  /** The station said that it is queued. */
  queued: boolean
  /** The station has said since that the hub has copies of everything. */
  kept: boolean
  /** The disk was lost or replaced by an older copy, and comes back never. */
  lost: boolean
}

const HELD = { view: 'held', sort: null, offset: 0, limit: 500 } as const

/** Requests that took effect, by their sign. */
export function effectsOf(log: readonly JournalEntry[]): Map<string, number> {
  const effects = new Map<string, number>()
  for (const { appliedAt, path, body } of log) {
    if (appliedAt === null) continue
    const { tracking_number: label } = (body ?? {}) as { tracking_number?: string }
    const sign = path.endsWith('/refund') ? `refund ${path.split('/').at(-2)}` : (label ?? path)
    effects.set(sign, (effects.get(sign) ?? 0) + 1)
  }
  return effects
}

/** Orders of which a station says that an operation needs a person. */
export async function needPerson(stations: readonly ComposedStation[]): Promise<Set<number | null>> {
  const lists = await Promise.all(
    stations.filter(({ runs }) => runs).map((one) => one.ask('outbox:list', HELD)),
  )
  return new Set(lists.flatMap(({ rows }) => rows.map(({ orderId }) => orderId)))
}

export type Judged = { done: number; needPerson: number; onlyOnLostDisks: number }

/**
 * Each operation that a packer was told is queued has one effect, or is shown to a person; nothing has two. What was
 * only on a disk that is lost is lost, and the station had said so.
 */
export async function judge({ market, stations }: World, all: readonly Told[]): Promise<Judged> {
  const effects = effectsOf(await market.log())
  const shown = await needPerson(stations)
  const sum: Judged = { done: 0, needPerson: 0, onlyOnLostDisks: 0 }
  for (const told of all) {
    const times = effects.get(told.sign) ?? 0
    const what = `${told.kind} of order ${told.orderId} at ${told.station.name}`
    expect(times, `${what}: effects`).toBeLessThanOrEqual(1)
    if (times === 1) sum.done += 1
    else if (shown.has(told.orderId)) sum.needPerson += 1
    else if (told.queued && told.lost && !told.kept) sum.onlyOnLostDisks += 1
    else if (told.queued) expect.fail(`${what}: lost (${told.kept ? 'kept at the hub' : 'on its disk'})`)
    const { shipments } = await market.order(told.orderId)
    const live = shipments.filter(({ canceled_at: canceledAt }) => canceledAt == null)
    expect(live.length, `${what}: shipments`).toBe(told.kind === 'pack' ? times : 0)
  }
  return sum
}
