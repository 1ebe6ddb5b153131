import fc from 'fast-check'
import { Gone } from './child'
import { newTrackingNumber, type ComposedStation } from './composed-station'
import type { Told } from './told'
import type { World } from './warehouse-world'

/** What happens to stations with open operations, to the hub and to the network. */

export const STATIONS = 3

const station = fc.nat(STATIONS - 1)
const server = fc.nat(2)
const doing = <D extends string>(...what: D[]) => fc.constantFrom(...what)
export const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: doing('pack', 'pack', 'refund'), station }) },
  { weight: 3, arbitrary: fc.record({ do: doing('kill', 'start', 'start', 'awaitCopies'), station }) },
  { weight: 3, arbitrary: fc.record({ do: doing('cutHub', 'joinHub', 'cutMarket', 'joinMarket'), station }) },
  { weight: 2, arbitrary: fc.record({ do: doing('saveDisk', 'restoreDisk'), station }) },
  { weight: 3, arbitrary: fc.record({ do: doing('loseDisk', 'bringDisk'), station }) },
  { weight: 5, arbitrary: fc.record({ do: doing('adopt'), station, of: station }) },
  { weight: 2, arbitrary: fc.record({ do: doing('dieAdopting'), station, of: station, at: fc.nat(40) }) },
  { weight: 2, arbitrary: fc.record({ do: doing('killServer', 'startServer'), server }) },
  { weight: 1, arbitrary: fc.record({ do: doing('saveServer', 'restoreServer'), server }) },
  { weight: 2, arbitrary: fc.record({ do: doing('wait'), ms: fc.integer({ min: 1, max: 2_000 }) }) },
)
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
export const schedule = fc.record({
  servers: fc.constantFrom(1, 3),
  /** The marketplace is not reached until a station is joined to it. */
  offline: fc.constantFrom(true, true, false),
  steps: fc.array(step, { minLength: 15, maxLength: 25 }),
})
export type Schedule = typeof schedule extends fc.Arbitrary<infer S> ? S : never

export type Played = {
  world: World
  told: Told[]
  /** Orders that nobody has worked on. */
  fresh: number[]
  /** The only server was set back: what it had for stations whose disks are lost is lost, too. */
  setBack: boolean
  counts: Record<string, number>
}

const REFUND_CENTS = 100
/** Until a station that was heard a moment ago is taken for gone. */
const SILENT_WITHIN_MS = 15_000
/** A cluster that has lost a server needs some seconds to choose another leader. */
const COPIED_WITHIN_MS = 15_000

export const nth = <T>(list: readonly T[], index: number): T => {
  const found = list[index]
  if (found === undefined) throw new RangeError(`nothing at ${index}`)
  return found
}

/** Steps that mean nothing now do nothing. */
export async function perform(played: Played, one: Step): Promise<void> {
  const { world } = played
  if (one.do === 'wait') return new Promise((resolve) => setTimeout(resolve, one.ms))
  if ('server' in one) return onServer(played, one)
  const at = nth(world.stations, one.station)
  switch (one.do) {
    case 'pack':
    case 'refund':
      return work(played, at, one.do)
    case 'kill':
      return at.kill()
    case 'start':
      return at.start()
    case 'awaitCopies':
      return awaitCopies(at)
    case 'cutHub':
      return world.hub.forEach((computer) => at.cut(computer))
    case 'joinHub':
      return world.hub.forEach((computer) => at.join(computer))
    case 'cutMarket':
      return at.cut(world.market.computer)
    case 'joinMarket':
      return at.join(world.market.computer)
    case 'saveDisk':
      return at.save()
    case 'restoreDisk':
    case 'loseDisk':
    case 'bringDisk':
      return onDisk(played, at, one.do)
    case 'adopt':
      return void (await adopt(played, at, gone(world, one.of)))
    case 'dieAdopting':
      if (await adopt(played, at, gone(world, one.of), one.at)) count(played, 'deaths of adopting stations')
      return at.kill()
  }
}

const isGone = ({ hub }: World, one: ComposedStation): boolean => !one.runs || one.isApartFrom(hub)
/** This station, or else one that is gone. */
const gone = (world: World, index: number): ComposedStation => {
  const wanted = nth(world.stations, index)
  return isGone(world, wanted) ? wanted : (world.stations.find((one) => isGone(world, one)) ?? wanted)
}

const count = ({ counts }: Played, what: string): void => void (counts[what] = (counts[what] ?? 0) + 1)

async function work(played: Played, at: ComposedStation, kind: Told['kind']): Promise<void> {
  // A packer with a parcel to pack switches the PC on.
  await unlessGone(() => at.start())
  if (!at.runs) return
  const orderId = played.fresh.shift()
  if (orderId === undefined)
    throw new RangeError('the marketplace has too few orders for all that is to be packed')
  const sign = kind === 'pack' ? newTrackingNumber() : `refund ${orderId}`
  const told: Told = {
    kind,
    orderId,
    sign,
    station: at,
    disk: at.disks,
    queued: false,
    kept: false,
    lost: false,
  }
  played.told.push(told)
  await unlessGone(async () => {
    const opened = await at.call('packing:open', { orderId })
    if (!opened.ok) return
    const goods = opened.value.lines.filter(({ isShippingFee }) => !isShippingFee)
    const result =
      kind === 'refund'
        ? await at.call('orders:refund', { orderId, amountCents: REFUND_CENTS })
        : await at.call('packing:pack', {
            orderId,
            lineIds: goods.map(({ lineId }) => lineId),
            ...{ carrier: 'UPS', trackingNumber: sign, trackingUrl: null, warehouseId: 1 },
          })
    told.queued = result.ok
    count(played, result.ok ? 'queued' : `refused: ${result.error.code}`)
  })
}

/** What a station says is kept at the hub was queued before it was asked. */
export async function noteKept({ told, world }: Played): Promise<void> {
  for (const at of world.stations) {
    if (!at.runs) continue
    const before = told.filter(
      (one) => one.station === at && one.disk === at.disks && one.queued && !one.kept,
    )
    if (before.length === 0) continue
    await unlessGone(async () => {
      const { hub } = await at.ask('warehouse:neighbors', {})
      if (hub?.journal?.waiting === 0) for (const one of before) one.kept = true
    })
  }
}

/** Waits until the hub has copies of everything, if it can have them. */
async function awaitCopies(at: ComposedStation): Promise<void> {
  await unlessGone(async () => {
    const untilMs = performance.now() + COPIED_WITHIN_MS
    while (at.runs && performance.now() < untilMs) {
      const { hub } = await at.ask('warehouse:neighbors', {})
      if (hub?.state === 'open' && hub.journal?.waiting === 0) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
}

async function onDisk(
  played: Played,
  at: ComposedStation,
  what: 'restoreDisk' | 'loseDisk' | 'bringDisk',
): Promise<void> {
  if (what === 'bringDisk') {
    at.bring()
    for (const one of played.told) if (one.station === at && one.disk === at.disks) one.lost = false
    return
  }
  if (played.setBack || !at.hasDisk || (what === 'restoreDisk' && !at.hasCopy)) return
  for (const one of played.told) if (one.station === at) one.lost = true
  await (what === 'loseDisk' ? at.lose() : at.restore())
  count(played, what)
}

async function onServer(played: Played, one: Extract<Step, { server: number }>): Promise<void> {
  const { servers } = played.world
  const server = servers[one.server]
  if (server === undefined) return
  switch (one.do) {
    case 'killServer':
      return server.kill()
    case 'startServer':
      return server.start()
    case 'saveServer':
      return server.save()
    case 'restoreServer': {
      const isOnly = servers.length === 1
      if (isOnly && played.told.some(({ lost }) => lost)) return
      if (!(await server.restore())) return
      if (isOnly) played.setBack = true
      count(played, 'servers set back')
    }
  }
}

/**
 * A supervisor takes over the work of another station that is gone, unless it is refused.
 * @param dieAt the step of it at which the adopting station is killed
 * @returns whether that happened
 */
export async function adopt(
  played: Played,
  by: ComposedStation,
  of: ComposedStation,
  dieAt: number | null = null,
): Promise<boolean> {
  if (!by.runs || by === of || of.stationId === '' || !isGone(played.world, of)) return false
  await unlessGone(async () => {
    const untilMs = performance.now() + SILENT_WITHIN_MS
    const isAtWork = async (): Promise<boolean> => {
      const list = await by.call('warehouse:left-behind', {})
      return list.ok && list.value.some(({ stationId, atWork }) => stationId === of.stationId && atWork)
    }
    // It was heard a moment ago.
    while ((await isAtWork()) && performance.now() < untilMs)
      await new Promise((resolve) => setTimeout(resolve, 100))
    if (dieAt !== null) await by.dieAt(dieAt)
    const startMs = performance.now()
    const result = await by.call('warehouse:adopt', { stationId: of.stationId })
    played.counts['adopting ms'] = Math.round(performance.now() - startMs)
    count(played, result.ok ? 'adoptions' : `adoption refused: ${result.error.code}`)
    if (result.ok) played.counts['adopted'] = (played.counts['adopted'] ?? 0) + result.value.imported
  })
  return !by.runs
}

export async function unlessGone(ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (!(error instanceof Gone)) throw error
  }
}
