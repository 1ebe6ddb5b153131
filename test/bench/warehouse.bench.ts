import { fork, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startMarketplace } from '../../src/marketplace/server'
import type { CrowdAsks, CrowdSays, CrowdStart } from '../hub/messages'
import { bundle } from '../support/bundle'
import { fetchPages, goodsOf, ordersOn } from '../support/marketplace-pages'
import { freePort, HAS_NATS, makeNatsServer } from '../support/nats-process'
import { processMemory } from '../support/process-memory'
import { tempDir } from '../support/temp-dir'

/**
 * `npm run warehouse -- --stations=40 --seconds=600`: a whole warehouse on this PC, without windows: a hub, a marketplace,
 * and stations that all start at once as new ones and then pack. Every fifth order is opened at two stations at the same
 * moment. It asserts that nothing is lost or done twice, and prints figures.
 */

const STATIONS = Number(process.env['PACKBENCH_STATIONS'] ?? 10)
const SECONDS = Number(process.env['PACKBENCH_SECONDS'] ?? 60)
/** The first process has one station, so that its memory is that of one. */
const IN_A_PROCESS = 5
const PACK_EVERY_MS = 20_000
const CONTESTED = 5
const ITEMS = 2_000
const LOOK_MS = 5_000
const SETTLE_MS = 300_000
const MB = 2 ** 20

type Journal = ReturnType<Awaited<ReturnType<typeof startMarketplace>>['journal']>

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
function said(values: readonly number[], unit: string, digits = 0): string {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(digits)
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)} ${unit} (${sorted.length})`
}
function kindOf({ method, path }: Journal[number]): string {
  if (method !== 'GET') return 'writes'
  const of = /^\/api\/v1\.0\/(orders|items)/.exec(path)?.[1]
  if (of === undefined) return 'other reads'
  if (path.includes('page_size=1&') || path.endsWith('page_size=1')) return 'probe'
  if (!path.includes('?')) return `single ${of}`
  return path.includes('updated_after') ? `changed ${of}` : `lists of all ${of}`
}
function byKind(journal: Journal): string {
  const counts: Record<string, number> = {}
  for (const entry of journal) counts[kindOf(entry)] = (counts[kindOf(entry)] ?? 0) + 1
  return Object.entries(counts)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ')
}

/** For each station its orders, of which some are also a neighbor's, at the same place. */
function shareOut(orderIds: readonly number[]): { of: number[][]; contested: Set<number> } {
  const each = Math.ceil((SECONDS * 1_000) / PACK_EVERY_MS)
  const contested = new Set<number>()
  const of: number[][] = Array.from({ length: STATIONS }, () => [])
  const left = [...orderIds]
  for (let round = 0; round < each; round += 1)
    for (let at = 0; at < STATIONS; at += 1) {
      const before = of[at - 1]?.[round]
      // The first station is alone in its process: the pairs begin with the second.
      const isContested = round % CONTESTED === 0 && at % 2 === 0 && at > 1 && before !== undefined
      const orderId = isContested ? before : left.shift()
      if (orderId === undefined) throw new Error('the marketplace has too few orders')
      if (isContested) contested.add(orderId)
      of[at]?.push(orderId)
    }
  return { of, contested }
}

it.skipIf(!HAS_NATS)(`${STATIONS} stations for ${SECONDS} s`, { timeout: 7_200_000 }, async () => {
  const [hubDir, monitor] = [tempDir(), await freePort()]
  const pidFile = join(tempDir(), '..', `nats-${process.pid}.pid`)
  const server = await makeNatsServer(['-js', '-sd', hubDir, '-m', String(monitor), '-P', pidFile])
  onTestFinished(() => server.kill())
  await server.start()
  const needed = Math.ceil((SECONDS * 1_000) / PACK_EVERY_MS) * STATIONS
  const orders = needed * 2 + 200
  const market = await startMarketplace({
    ...{ dataDir: tempDir(), seed: 1, orders, items: ITEMS, steered: true },
    // Nothing but the stations keeps a parcel from being created twice.
    settings: { secondShipmentOnLine: 'accept' },
  })
  onTestFinished(() => market.close())
  const read = async () => ordersOn(await fetchPages(market, 200))
  const untouched = (await read()).filter(
    ({ state, shipments }) => state === 'paid' && shipments.length === 0,
  )
  const { of, contested } = shareOut(
    untouched.filter((order) => goodsOf(order).length > 0).map(({ id }) => id),
  )
  const own = market.journal().length

  const built = await bundle('test/hub/crowd-process.ts')
  onTestFinished(() => built.remove())
  const dir = tempDir()
  const groups = [of.slice(0, 1)]
  for (let at = 1; at < STATIONS; at += IN_A_PROCESS) groups.push(of.slice(at, at + IN_A_PROCESS))
  const failed: string[] = []
  const packedAt: string[] = []
  const [packed, elsewhere] = [new Map<number, number[]>(), new Map<number, number[]>()]
  const [seen, ages]: number[][] = [[], []]
  const looked = new Map<ChildProcess, Extract<CrowdSays, { kind: 'looked' }>>()
  let ready = 0
  const note = (of: Map<number, number[]>, orderId: number, station: number): void =>
    void of.set(orderId, [...(of.get(orderId) ?? []), station])

  const beganMs = performance.now()
  let first = 1
  const crowds = groups.map((orderIds) => {
    const start: CrowdStart = {
      ...{ dir, first, orderIds, hubUrl: server.url, marketplace: market, packEveryMs: PACK_EVERY_MS },
    }
    first += orderIds.length
    const child = fork(built.file, [JSON.stringify(start)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    child.on('exit', (code) => failed.push(`a process of stations has ended with ${code}`))
    child.on('message', (what: CrowdSays) => {
      if (what.kind === 'ready') ready += 1
      else if (what.kind === 'packed') {
        note(packed, what.orderId, what.station)
        packedAt.push(`${what.orderId} at station ${what.station}, ${what.at}`)
      } else if (what.kind === 'elsewhere') note(elsewhere, what.orderId, what.station)
      else if (what.kind === 'failed') failed.push(what.what)
      else if (what.kind === 'seen') seen?.push(what.ms)
      else {
        looked.set(child, what)
        ages?.push(...what.ages)
      }
    })
    return child
  })
  const ask = (asked: CrowdAsks): void => crowds.forEach((crowd) => void crowd.send(asked))
  const hub = async (): Promise<{ in_msgs: number; cpu: number }> =>
    (await fetch(`http://127.0.0.1:${monitor}/varz`)).json() as Promise<{ in_msgs: number; cpu: number }>

  await vi.waitFor(() => expect([ready, failed]).toEqual([crowds.length, []]), {
    timeout: 1_800_000,
    interval: 100,
  })
  const startedS = (performance.now() - beganMs) / 1_000
  const [startRequests, hubBefore, workMs] = [market.journal().length, await hub(), performance.now()]
  ask({ ask: 'go' })
  while (performance.now() - workMs < SECONDS * 1_000) {
    ask({ ask: 'look' })
    await delay(LOOK_MS)
  }
  const ageCount = ages?.length ?? 0
  const hubAfter = await hub()
  const memory = crowds.map(({ pid }, index) => ({
    stations: groups[index]?.length ?? 1,
    bytes: processMemory(pid ?? 0).privateBytes,
  }))
  ask({ ask: 'stop' })
  const inMinutes = market.journal().slice(startRequests)

  const journal = market.journal().slice(own)
  const atStart = market.journal().slice(own, startRequests)
  const readers = (of: string): number =>
    new Set(journal.filter((entry) => kindOf(entry) === `lists of all ${of}`).map(({ agent }) => agent)).size
  const minutes = SECONDS / 60
  const several = memory.filter(({ stations }) => stations > 1)
  const perStation =
    several.reduce((sum, { bytes }) => sum + bytes, 0) / several.reduce((sum, one) => sum + one.stations, 0)
  const hubMemory = processMemory(Number(readFileSync(pidFile, 'utf8'))).residentBytes
  console.log(`
${STATIONS} stations in ${crowds.length} processes, ${SECONDS} s, ${orders} orders, ${ITEMS} items; load ${loadavg()[0]?.toFixed(1)}
all ${STATIONS} have all orders ${startedS.toFixed(1)} s after they were started
claims, until another station sees them: ${said(seen ?? [], 'ms')}
age of what the stations know: ${said(
    (ages ?? []).slice(0, ageCount).map((ms) => ms / 1_000),
    's',
    1,
  )}
requests at the start: ${byKind(atStart)}
requests a minute after it: ${(inMinutes.length / minutes).toFixed(0)}; ${byKind(inMinutes)}
stations that read the list of all orders: ${readers('orders')}, of all items: ${readers('items')}
memory: ${((memory[0]?.bytes ?? 0) / MB).toFixed(0)} MB of a station alone in its process, ${(perStation / MB).toFixed(0)} MB each of ${IN_A_PROCESS} in one
hub: ${(sizeOf(hubDir) / MB).toFixed(1)} MB on disk, ${(hubMemory / MB).toFixed(0)} MB of memory, ${((hubAfter.in_msgs - hubBefore.in_msgs) / SECONDS).toFixed(0)} messages a second to it`)

  // Everything is sent, and then looked for at the marketplace, which knows nothing of the stations.
  await vi.waitFor(
    () => {
      ask({ ask: 'look' })
      const all = [...looked.values()]
      expect(all.reduce((sum, { open, held }) => sum + open + held, 0)).toBe(0)
      const total = [...packed.values()].flat().length + [...elsewhere.values()].flat().length
      expect(total + failed.length).toBeGreaterThanOrEqual(STATIONS)
    },
    { timeout: SETTLE_MS, interval: LOOK_MS },
  )
  await delay(PACK_EVERY_MS)
  await vi.waitFor(
    async () => {
      const shipped = new Map((await read()).map(({ id, shipments }) => [id, shipments.length]))
      const packs = [...packed.keys()]
      expect(packs.filter((id) => shipped.get(id) === 0)).toEqual([])
    },
    { timeout: SETTLE_MS, interval: LOOK_MS },
  )
  const shipments = new Map((await read()).map(({ id, shipments }) => [id, shipments.length]))
  const packs = [...packed.keys()]
  const lost = packs.filter((id) => shipments.get(id) === 0)
  const doubled = packs.filter((id) => (shipments.get(id) ?? 0) > 1)
  const twice = packs.filter((id) => (packed.get(id)?.length ?? 0) > 1)
  const met = [...contested].filter((id) => packed.has(id) && elsewhere.has(id))
  const neither = [...contested].filter((id) => !packed.has(id) && elsewhere.has(id))
  console.log(
    `shipments: ${packs.length} packed, ${lost.length} lost, ${doubled.length} doubled; ` +
      `${met.length} orders opened at two stations at once, ${twice.length} of them packed at both`,
  )
  for (const id of new Set([...doubled, ...twice]))
    console.log(packedAt.filter((said) => said.startsWith(`${id} `)).join('; '))
  expect(failed).toEqual([])
  expect({ lost, doubled, twice, neither }).toEqual({ lost: [], doubled: [], twice: [], neither: [] })
  expect(packs.length).toBeGreaterThan((STATIONS * SECONDS * 1_000) / PACK_EVERY_MS / 2)
  expect(met.length).toBeGreaterThan(0)
})
