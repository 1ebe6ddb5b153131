import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { seededRandom, type Random } from '../../src/marketplace/sample/random'
import { CALLS, countsOf, onBadDisk, type Call, type DiskCounts, type DiskFault } from '../support/bad-disk'
import { BEGAN_MS, copyOf, type Prepared } from './disk-bench'
import type { DiskStart, Part, Said } from './disk-life'
import { nextLife, type Verdict } from './disk-oracle'

export type World = { dir: string; library: string; code: string; prepared: Prepared }

export type Point = { part: Part; fault: DiskFault }
export type Played = { hits: number; said: Said[]; verdict: Verdict; stderr: string }

type Deed = Omit<DiskFault, 'call' | 'first' | 'last'> & {
  /** Every such call from then on. */
  on?: true
}

const FAILS: readonly Deed[] = [
  { deed: 'fail', error: 'EIO' },
  { deed: 'fail', error: 'ENOSPC' },
  { deed: 'fail', error: 'EIO', on: true },
  { deed: 'fail', error: 'ENOSPC', on: true },
  { deed: 'kill' },
]
/** What can become of each call. A flush that is only claimed shows once the power is cut. */
const DEEDS: Readonly<Record<Call, readonly Deed[]>> = {
  write: [
    ...FAILS,
    { deed: 'torn', error: 'EIO' },
    { deed: 'torn', error: 'ENOSPC' },
    { deed: 'short' },
    { deed: 'delay' },
    { deed: 'drop' },
    { deed: 'torn_kill' },
  ],
  flush: [...FAILS, { deed: 'delay' }, { deed: 'kill', powerCut: true }],
  rename: [...FAILS, { deed: 'drop' }],
  truncate: [...FAILS, { deed: 'drop' }],
  open: FAILS,
}
/** A disk that lies about the flushes of one file, until the power is cut. */
const LYING: readonly Deed[] = ['station.sqlite-wal', 'station.sqlite', 'evidence.sqlite-wal', '.mark'].map(
  (only): Deed => ({ deed: 'drop', powerCut: true, on: true, only }),
)
/** Later than any; a number that survives JSON. */
const LAST = 2 ** 31 - 1
const MOST_LIES = 4

/** How often each part makes each call, as long as the disk does all as asked. */
export async function countCalls(world: World, parts: readonly Part[]): Promise<Map<Part, DiskCounts>> {
  const counts = new Map<Part, DiskCounts>()
  await atOnce(parts, async (part) => {
    const { said, verdict } = await playPoint(world, { part, fault: NO_FAULT })
    if (verdict.problems.length > 0) throw new Error(`${part} on a good disk: ${verdict.problems.join('; ')}`)
    for (const line of said) if (line.kind === 'part_over') counts.set(part, line.counts)
  })
  // In the order of the parts, so that what is drawn depends on the seed alone.
  return new Map([...counts].sort(([one], [other]) => parts.indexOf(one) - parts.indexOf(other)))
}

/** Each waits for files and sockets, so a few at once keep the cores busy. */
const AT_ONCE = 3

/** Does something with each. */
export async function atOnce<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = all.toReversed()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let one = rest.pop(); one !== undefined; one = rest.pop()) await work(one)
    }),
  )
}

const NO_FAULT: DiskFault = { call: 'write', deed: 'delay', first: 0, last: 0 }

/**
 * Every call of every part at least once: writes, of which there are thousands, with a deed that is drawn, all others
 * with every deed.
 */
export function allPoints(counts: ReadonlyMap<Part, DiskCounts>, seed: number): Point[] {
  const random = seededRandom(seed)
  const points: Point[] = []
  const add = (part: Part, call: Call, n: number, { on, ...deed }: Deed): void => {
    points.push({ part, fault: { ...deed, call, first: n, last: on === true ? LAST : n } })
  }
  for (const [part, of] of counts) {
    for (const call of CALLS)
      for (let n = 1; n <= of[call]; n += 1) {
        if (call === 'write') add(part, call, n, random.pick(DEEDS.write))
        else for (const deed of DEEDS[call]) add(part, call, n, deed)
      }
    for (const deed of LYING)
      for (let n = 1; n <= Math.min(of.flush, MOST_LIES); n += 1) add(part, 'flush', n, deed)
  }
  return points
}

/** `count` of the points, of each kind of fault and part about as many, always the same with the same seed. */
export function drawPoints(points: readonly Point[], count: number, seed: number): Point[] {
  const random = seededRandom(seed)
  const kinds = new Map<string, Point[]>()
  for (const point of points) {
    const kind = `${point.part} ${nameOf(point.fault)}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), point])
  }
  const drawn: Point[] = []
  const all = shuffled([...kinds.values()], random)
  while (drawn.length < Math.min(count, points.length))
    for (const kind of all) {
      if (kind.length === 0 || drawn.length >= count) continue
      drawn.push(...kind.splice(random.int(0, kind.length - 1), 1))
    }
  return drawn
}

/** In an order that is drawn. */
export function shuffled<T>(all: readonly T[], random: Random): T[] {
  return all
    .map((one) => ({ one, at: random.next() }))
    .sort((left, right) => left.at - right.at)
    .map(({ one }) => one)
}

/** The kind of a fault, in words. */
export function nameOf({ call, deed, error, last, first, only, powerCut }: DiskFault): string {
  const which = deed === 'fail' || deed === 'torn' ? ` ${error ?? ''}` : ''
  const from = last > first ? ', from then on' : ''
  return `${call} ${deed}${which}${from}${only === undefined ? '' : `, ${only}`}${powerCut === true ? ', power cut' : ''}`
}

/** Lets a station do one thing on a disk with that fault, kills it, and lets its next life tell what became of it. */
export async function playPoint(world: World, { part, fault }: Point): Promise<Played> {
  const { prepared } = world
  const dir = mkdtempSync(join(world.dir, 'point-'))
  const copy = await copyOf(prepared.dir, dir, part === 'archive')
  try {
    const folder = copy.start.dataDir
    const disk = { orders: join(dir, 'orders'), folder, survivors: join(dir, 'survivors') }
    const wallMs = BEGAN_MS + 60_000
    const start: DiskStart = { ...copy.start, part, fault, disk, orders: prepared.orders, wallMs }
    const { said, stderr } = await live(world, start)
    if (existsSync(disk.survivors)) {
      renameSync(folder, `${folder}-before`)
      cpSync(disk.survivors, folder, { recursive: true })
    }
    const verdict = await nextLife(copy, said, {
      ...prepared,
      withOldOrders: part === 'archive',
      honest: fault.deed !== 'drop',
    })
    verdict.problems.push(...problemsOfLife(said, fault))
    return { hits: countsOf(disk.orders).hits, said, verdict, stderr }
  } finally {
    await copy.marketplace.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** @returns what the process said before it was killed */
export async function live(
  { library, code, dir }: World,
  start: DiskStart,
): Promise<{ said: Said[]; stderr: string }> {
  const child = spawn(process.execPath, [code, JSON.stringify(start)], {
    env: { ...process.env, ...onBadDisk(library, start.disk), NODE_COMPILE_CACHE: join(dir, 'compiled') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stderr = text(child.stderr)
  const gone = once(child, 'close')
  const said: Said[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(JSON.parse(line) as Said)
    if (said.at(-1)?.kind === 'done') child.kill('SIGKILL')
  }
  await gone
  return { said, stderr: await stderr }
}

/** What must not happen while the disk fails, either. */
function problemsOfLife(said: readonly Said[], { call, deed, first, last }: DiskFault): string[] {
  const problems: string[] = []
  for (const line of said) {
    if (line.kind === 'problem') problems.push(`in its life: ${line.text}`)
    // A file that cannot even be opened for writing is refused in one line.
    if (line.kind === 'not_started' && deed !== 'drop' && call !== 'open')
      problems.push(`start refused in its life: ${line.why}`)
  }
  const lastStep = said.findLast((line) => line.kind === 'last_step')
  const answer = said.findLast((line) => line.kind === 'answered')
  const hasPassed = first === last && deed !== 'drop' && (lastStep?.hits ?? 0) > 0
  if (hasPassed && typeof answer?.refused === 'string')
    problems.push(`stop in its life: ${answer.refused} after the fault has passed`)
  return problems
}
