import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { CALLS, compileBadDisk, countsOf, onBadDisk, tellDisk, type DiskFault } from '../support/bad-disk'
import { bundle, type Bundle } from '../support/bundle'
import { IS_FULL } from '../support/full'
import { prepare } from './disk-bench'
import { damagePoints, drawDamage, playDamage, prepareBases } from './disk-damage'
import { PARTS } from './disk-life'
import type { Verdict } from './disk-oracle'
import { allPoints, atOnce, countCalls, drawPoints, nameOf, playPoint, type World } from './disk-points'

/**
 * A station on a disk that fails, shortens, delays or drops one call, or dies at it, whatever it is doing; and files that
 * were damaged while nobody had them open. What it confirmed is sent once, or people are told; what it refused is not sent.
 */
const EVERY = process.env['PACKBENCH_KILLS'] === 'every'
const SEED = Number(process.env['PACKBENCH_SEED'] ?? 7)
const POINTS = EVERY ? Infinity : IS_FULL ? 40 : 6
const DAMAGES = EVERY ? Infinity : IS_FULL ? 16 : 4
/** Of the points: a fault may end a part before the call that was to go wrong. */
const LEAST_REACHED = 0.5
/** Counting the calls of a part costs a life. */
const PARTS_PLAYED = EVERY || IS_FULL ? PARTS : (['start', 'pack', 'send'] as const)
const LONG_MS = 120 * 60_000

const dir = mkdtempSync(join(tmpdir(), 'packbench-disk-'))
const library = compileBadDisk(dir)
if ('missing' in library) console.log(`SKIPPED: bad disks: ${library.missing}`)
const file = 'file' in library ? library.file : ''

afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe.skipIf(file === '')('the bad disk itself', () => {
  const run = (script: string, fault: DiskFault | null) => {
    const folder = mkdtempSync(join(dir, 'own-'))
    const disk = { orders: join(dir, 'own-orders'), folder, survivors: join(dir, 'own-survivors') }
    const env = { ...process.env, ...onBadDisk(file, disk) }
    tellDisk(disk.orders, fault)
    const done = spawnSync(process.execPath, ['-e', script, folder], { env, encoding: 'utf8' })
    return { printed: done.stdout.trim(), status: done.status, counts: countsOf(disk.orders) }
  }
  const EACH_ONCE = `
    const fs = require('node:fs')
    const path = process.argv[1] + '/a'
    let fd
    const calls = [
      () => (fd = fs.openSync(path, 'w')), () => fs.writeSync(fd, 'text'), () => fs.fsyncSync(fd),
      () => fs.ftruncateSync(fd, 2), () => fs.renameSync(path, path + 'b'),
    ]
    for (const call of calls) try { call() } catch (error) { console.log(error.code, error.syscall) }`
  const once = { first: 1, last: 1 }

  it('sees each call of Node once, and lets each fail', () => {
    const { counts } = run(EACH_ONCE, null)
    expect(counts).toEqual({ write: 1, flush: 1, rename: 1, truncate: 1, open: 1, hits: 0 })
    for (const call of CALLS) {
      const failed = run(EACH_ONCE, { call, deed: 'fail', error: 'ENOSPC', ...once })
      expect(failed.printed.split('\n')[0], call).toMatch(/^ENOSPC /)
      expect(failed.counts.hits).toBe(1)
    }
  })

  it('sees what SQLite writes and flushes, cuts it short, tears it, and kills', () => {
    const commit = `
      const Database = require(${JSON.stringify(require.resolve('better-sqlite3'))})
      const db = new Database(process.argv[1] + '/a.sqlite')
      db.pragma('journal_mode = WAL')
      db.pragma('synchronous = FULL')
      db.exec('CREATE TABLE t (x); INSERT INTO t VALUES (1)')
      console.log('committed')`
    const only = 'a.sqlite-wal'
    const counted = run(commit, { call: 'flush', deed: 'delay', first: 0, last: 0, only })
    expect(counted.printed).toBe('committed')
    expect(counted.counts.write).toBeGreaterThan(4)
    expect(counted.counts.flush).toBeGreaterThanOrEqual(2)
    expect(run(commit, { call: 'flush', deed: 'kill', ...once, only }).printed).toBe('')
    expect(run(commit, { call: 'write', deed: 'short', ...once, only }).printed).toBe('committed')
    expect(run(commit, { call: 'write', deed: 'torn', error: 'EIO', ...once, only }).status).toBe(1)
  })
})

describe.skipIf(file === '')('a station on a bad disk', () => {
  let code: Bundle
  let world: World
  beforeAll(async () => {
    code = await bundle('test/kill/disk-process.ts')
    world = { dir, library: file, code: code.file, prepared: await prepare(join(dir, 'prepared')) }
  }, 60_000)
  afterAll(() => code.remove())
  // What a life says to engineers is expected here.
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

  it(
    'loses nothing that it confirmed and sends nothing that it refused, whatever call goes wrong (I1-I9)',
    async () => {
      const counts = await countCalls(world, PARTS_PLAYED)
      const points = drawPoints(allPoints(counts, SEED), POINTS, SEED)
      const figures = createFigures('Bad disks')
      await atOnce(points, async (point) => {
        const { hits, verdict } = await playPoint(world, point)
        figures.add(
          `${point.part}: ${nameOf(point.fault)} #${point.fault.first}`,
          point.part,
          verdict,
          hits > 0,
        )
        figures.count(nameOf(point.fault))
      })
      figures.print()
      expect(figures.problems).toEqual([])
      expect(figures.reached()).toBeGreaterThan(LEAST_REACHED)
    },
    LONG_MS,
  )

  it(
    'loses nothing untold, whatever file is damaged or cut while it does not run (I8, I10)',
    async () => {
      const bases = await prepareBases(world)
      const points = drawDamage(damagePoints(bases, EVERY ? 8 : 2, SEED), DAMAGES, SEED)
      const figures = createFigures('Damaged files')
      await atOnce(points, async (point) => {
        const name = `${point.base} ${point.file}`
        figures.add(
          `${name}: ${JSON.stringify(point.damage)}`,
          name,
          await playDamage(world, bases, point),
          true,
        )
        figures.count(point.damage.kind)
      })
      figures.print()
      expect(figures.problems).toEqual([])
    },
    LONG_MS,
  )
})

function createFigures(title: string) {
  const problems: string[] = []
  const sums = { points: 0, hit: 0, confirmed: 0, refused: 0, unknown: 0, told: 0 }
  const kinds = new Map<string, number>()
  const count = (kind: string): void => void kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  return {
    problems,
    count,
    reached: () => sums.hit / sums.points,
    add(name: string, part: string, verdict: Verdict, hit: boolean): void {
      sums.points += 1
      if (hit) sums.hit += 1
      for (const each of ['confirmed', 'refused', 'unknown', 'told'] as const) sums[each] += verdict[each]
      count(part)
      if (verdict.problems.length > 0) problems.push(`${name}: ${verdict.problems.join('; ')}`)
    },
    print(): void {
      const by = [...kinds].map(([kind, times]) => `${kind} ${times}`).join(' · ')
      const of = (word: string): number => problems.filter((problem) => problem.includes(word)).length
      console.log(
        [
          title,
          `  ${sums.points} points, ${sums.hit} reached: ${by}`,
          `  steps: ${sums.confirmed} confirmed, ${sums.refused} refused, ${sums.unknown} unknown; not sent and told: ${sums.told}`,
          `  lost untold: ${of('lost untold')}, sent though refused: ${of('sent though refused')}, doubled: ${of('doubled')}, stops: ${of('stop') + of('stuck')}, starts refused: ${of('start refused')}, false alarms: ${of('false alarm')}`,
        ].join('\n'),
      )
    },
  }
}
