import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { seededRandom, type Random } from '../../src/marketplace/sample/random'
import { createManualClock } from '../support/clock'
import { accountIn, BEGAN_MS, copyOf, putAside } from './disk-bench'
import type { DiskStart, Said } from './disk-life'
import { nextLife, type Verdict } from './disk-oracle'
import { live, shuffled, type World } from './disk-points'
import { liveDeps, openLive } from './live'

/** Files that were damaged while nobody had them open: after a kill, and after the station was closed. */

export type Bases = { killed: string; closed: string; said: Said[] }

/** What becomes of a file. `at` and `size` are bytes. */
export type Damage =
  | { kind: 'bit'; at: number; bit: number }
  | { kind: 'ruined' | 'zeroed'; at: number; size: number }
  | { kind: 'cut'; size: number }
  | { kind: 'gone' }

export type DamagePoint = { base: 'killed' | 'closed'; file: string; damage: Damage }

/** A station that has sent some steps and not yet others, and has a backup. */
export async function prepareBases(world: World): Promise<Bases> {
  const killed = join(world.dir, 'killed')
  const copy = await copyOf(world.prepared.dir, killed)
  const disk = {
    orders: join(killed, 'orders'),
    folder: copy.start.dataDir,
    survivors: join(killed, 'survivors'),
  }
  const wallMs = BEGAN_MS + 60_000
  const start: DiskStart = {
    ...{ ...copy.start, part: 'day', fault: null, disk, wallMs, orders: world.prepared.orders },
  }
  const { said } = await live(world, start)
  await copy.marketplace.close()
  putAside(killed)
  const closed = join(world.dir, 'closed')
  const again = await copyOf(killed, closed)
  const clock = createManualClock(wallMs + 60_000)
  const deps = liveDeps(again.start, clock)
  const opened = await openLive({ ...deps, guard: offline }, again.start.baseUrl)
  await opened.account().close()
  await again.marketplace.close()
  putAside(closed)
  return { killed, closed, said }
}

const offline: NonNullable<Parameters<typeof openLive>[0]['guard']> = (gate) => ({
  ...gate,
  allows: () => false,
  admit: () => false,
})

/** Each file of the station, damaged in each way. @param each how many places of each file */
export function damagePoints(bases: Bases, each: number, seed: number): DamagePoint[] {
  const random = seededRandom(seed)
  return (['killed', 'closed'] as const).flatMap((base) => {
    const data = join(bases[base], 'data')
    return filesIn(data).flatMap((file) =>
      damagesOf(statSync(join(data, file)).size, each, random).map((damage) => ({ base, file, damage })),
    )
  })
}

function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .sort()
}

const PAGE = 4_096
/** A frame of the log. */
const FRAME = PAGE + 24

function damagesOf(size: number, each: number, random: Random): Damage[] {
  const damages: Damage[] = [{ kind: 'gone' }, { kind: 'cut', size: 0 }]
  if (size < 2) return damages
  const within = (to: number): number => random.int(0, Math.max(0, Math.min(size, to) - 1))
  for (let count = 0; count < each; count += 1) {
    // The beginning says what the file is: every third is there.
    const at = count % 3 === 0 ? within(100) : within(size)
    damages.push({ kind: 'bit', at, bit: random.int(0, 7) })
    damages.push({ kind: count % 2 === 0 ? 'ruined' : 'zeroed', at: within(size), size: 512 })
    const page = Math.floor(within(size) / PAGE) * PAGE
    damages.push({ kind: count % 2 === 0 ? 'zeroed' : 'ruined', at: page, size: PAGE })
    damages.push({
      kind: 'cut',
      size: Math.max(1, size - (count % 2 === 0 ? (count + 1) * FRAME : within(size))),
    })
  }
  return damages
}

function harm(file: string, damage: Damage): void {
  if (damage.kind === 'gone') return rmSync(file)
  if (damage.kind === 'cut') return truncateSync(file, damage.size)
  const bytes = readFileSync(file)
  if (damage.kind === 'bit') bytes[damage.at] = (bytes[damage.at] ?? 0) ^ (1 << damage.bit)
  else bytes.subarray(damage.at, damage.at + damage.size).fill(damage.kind === 'zeroed' ? 0 : 0xa5)
  writeFileSync(file, bytes)
}

/** Damages the file, and lets the next life tell what became of what was said before. */
export async function playDamage(world: World, bases: Bases, point: DamagePoint): Promise<Verdict> {
  const dir = mkdtempSync(join(world.dir, 'damage-'))
  const copy = await copyOf(bases[point.base], dir)
  try {
    const inAccount = point.file.startsWith('account/')
    const account = accountIn(copy.start.dataDir)
    const file = inAccount ? join(account, point.file.slice(8)) : join(copy.start.dataDir, point.file)
    harm(file, point.damage)
    return await nextLife(copy, bases.said, { ...world.prepared, withOldOrders: false, honest: false })
  } finally {
    await copy.marketplace.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** `count` of them. */
export function drawDamage(points: readonly DamagePoint[], count: number, seed: number): DamagePoint[] {
  return shuffled(points, seededRandom(seed)).slice(0, count)
}
