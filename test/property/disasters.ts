import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { restoreBackup } from '../../src/main/store/recovery/open-station'
import { makeBackup } from '../../src/main/store/recovery/backup'
import { lastSeq, openOps } from '../../src/main/store/tables/outbox'
import { moveOpsToFile } from '../../src/main/areas/outbox/export-ops'
import { importOps } from '../../src/main/areas/outbox/import-ops'
import type { FileKeys, OpsOwner } from '../../src/main/areas/outbox/ops-file'
import { StationError } from '../../src/main/base/station-error'
import { sameBody, type Body } from './journal'
import { endQuiet } from './many'
import { noteAsked, noteNew, type Acknowledged } from './acknowledged'
import type { StepOf } from './person'
import type { StationName } from './schedule'
import { fail, findByUid } from './truth'
import type { World } from './world'
import { rawDb } from '../support/raw-db'

/** Disasters to a station's file, and exports from it. */

/** A copy of a station's file, and the end of its outbox at that time. */
export type Copy = { backup: string; raw: string; lastSeq: number; withdrawn: ReadonlySet<string> }

const RAW_ENDINGS = ['', '-wal'] as const
const ALL_ENDINGS = ['', '-wal', '-shm'] as const

export async function keepCopy(world: World, { station: name }: StepOf<'keepCopy'>): Promise<void> {
  await world.settle()
  const { station } = world.benches[name]
  const dir = join(dirname(station.file), `copies-${name}`)
  mkdirSync(dir, { recursive: true })
  const made = await makeBackup(station.db, dir, station.clock.wallMs()).catch(fullDisk)
  if (made === null || !station.db.open) return
  const raw = join(dir, 'raw')
  for (const ending of RAW_ENDINGS) {
    rmSync(`${raw}${ending}`, { force: true })
    if (existsSync(`${station.file}${ending}`)) copyFileSync(`${station.file}${ending}`, `${raw}${ending}`)
  }
  world.observer.note(name, 'copied')
  world.copies.set(name, {
    backup: join(dir, made.name),
    raw,
    lastSeq: lastSeq(station.db),
    withdrawn: new Set(world.withdrawn),
  })
}

function fullDisk(error: unknown): null {
  if (error instanceof StationError || /database or disk is full|not open/.test(String(error))) return null
  throw error
}

export async function goBack(world: World, { station: name, by }: StepOf<'goBack'>): Promise<void> {
  const copy = world.copies.get(name)
  if (copy === undefined || !existsSync(copy.backup)) return
  // Ops exported since would come back and be in two places: nobody can know that.
  const left = world.acknowledged.some(({ holders, station }) => holders.has(name) && station !== name)
  if (by === 'hand' && left) return
  const wallMs = world.benches[name].clock.wallMs()
  endQuiet(world, name)
  if (by === 'hand') for (const job of world.jobs) if (job.station === name) job.rewound = true
  await world.reopenAfter(name, (file) => {
    if (by === 'app') restoreBackup({ file, backup: copy.backup, wallMs })
    else putBack(file, copy.raw)
  })
  world.count(`went back by ${by}`)
  world.restored.push({ station: name, from: world.writes().length })
  // What was withdrawn since, it has.
  for (const uid of world.withdrawn) if (!copy.withdrawn.has(uid)) world.withdrawn.delete(uid)
  noteGone(world, name, by === 'hand' ? copy.lastSeq : Number.POSITIVE_INFINITY)
}

function putBack(file: string, raw: string): void {
  for (const ending of ALL_ENDINGS) rmSync(`${file}${ending}`, { force: true })
  for (const ending of RAW_ENDINGS)
    if (existsSync(`${raw}${ending}`)) copyFileSync(`${raw}${ending}`, `${file}${ending}`)
}

/** @param lastSeq later ops may be unknown now */
function noteGone(world: World, name: StationName, lastSeq: number): void {
  const { db } = world.benches[name].station
  for (const entry of world.acknowledged) {
    if (entry.station !== name) continue
    entry.rewound = true
    const op = findByUid(db, entry.op.opUid)
    notePlace(world, entry)
    if (op !== null) {
      // A correction made since is not known to the file.
      const known = JSON.parse(op.body) as Body
      const before = entry.former.find((body) => sameBody(body, known))
      if (before !== undefined) noteAsked(entry, before)
    } else if (entry.gone || entry.carried || entry.op.seq > lastSeq) entry.gone = true
    else fail('I4', entry, 'was known to the file that was put back, and is gone')
  }
}

/** Its number may be another one from here on. */
function notePlace(world: World, entry: Acknowledged): void {
  const op = findByUid(world.benches[entry.station].station.db, entry.op.opUid)
  if (op !== null) entry.places.push({ station: entry.station, from: world.writes().length, seq: op.seq })
}

const OWNER: OpsOwner = { mode: 'live', baseUrl: 'https://marketplace.example.com' }
const KEYS: FileKeys = { own: null, token: Buffer.alloc(32, 7), passphrase: null }

export async function carry(world: World, step: StepOf<'carry'>): Promise<void> {
  await world.settle()
  const { station } = world.benches[step.station]
  await station.engine.stop()
  // It may have been killed by a request in flight.
  if (!station.db.open) return world.settle()
  noteNew(world, step.station)
  noteNew(world, step.to)
  const leaving = new Set(openOps(station.db).map(({ opUid }) => opUid))
  let content: string
  try {
    ;({ content } = moveOpsToFile(station, OWNER, KEYS))
  } catch (error) {
    if (!(error instanceof StationError) && fullDisk(error) !== null) throw error
    return station.engine.start()
  }
  station.engine.start()
  const to = world.benches[step.to]
  lift(world, step.to)
  const { imported } = importOps(to.station, OWNER, KEYS, content)
  world.count('ops carried', imported)
  to.lastSeq = lastSeq(to.station.db)
  for (const entry of world.acknowledged) {
    if (entry.station !== step.station || !leaving.has(entry.op.opUid)) continue
    entry.station = step.to
    entry.holders.add(step.to)
    entry.carried = true
    entry.rewound = true
    notePlace(world, entry)
  }
}

/** SQLite's own limit: the file cannot grow beyond its present size. */
const NO_BOUND = 1_073_741_823

export function fillDisk(world: World, { station: name, full }: StepOf<'disk'>): void {
  const { db } = world.benches[name].station
  if (!db.open) return
  if (full) rawDb(db).pragma(`max_page_count = ${Number(rawDb(db).pragma('page_count', { simple: true }))}`)
  else lift(world, name)
}

export function lift(world: World, name: StationName): void {
  const { db } = world.benches[name].station
  if (db.open) rawDb(db).pragma(`max_page_count = ${NO_BOUND}`)
}
