import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeBackup } from '../../../../src/main/store/recovery/backup'
import { inTransaction } from '../../../../src/main/store/db/database'
import { closeDatabase } from '../../../../src/main/store/db/open'
import { openNotices } from '../../../../src/main/store/tables/notices'
import { openStation } from '../../../../src/main/store/recovery/open-station'
import { enqueue } from '../../../../src/main/store/tables/outbox'
import { listOutbox } from '../../../../src/main/store/views/outbox-list'
import { makeStation } from '../../../support/account'
import { bundle, type Bundle } from '../../../support/bundle'
import { IS_FULL } from '../../../support/full'
import { leafPages, ruinPage } from '../../../support/damage'
import { tempDir } from '../../../support/temp-dir'
import { rawDb } from '../../../support/raw-db'

const OPS = 600
const KILLS = 5
/** `npm test` tries every third step; the gate tries each. */
const STEP = IS_FULL ? 1 : 3
const WALL_MS = Date.parse('2026-11-21T08:00:00.000Z')

let code: Bundle
beforeAll(async () => {
  code = await bundle('test/contract/store/recovery/recovery-process.ts')
}, 60_000)
afterAll(() => code.remove())

/** @param killAfterMs from its first output @returns how long it lived after that, and whether it was killed */
async function run(args: readonly string[], killAfterMs: number | null): Promise<[number, boolean]> {
  const child = fork(code.file, [...args], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const gone = once(child, 'exit') as Promise<[number | null, string | null]>
  await once(child, 'message')
  const begunMs = performance.now()
  if (killAfterMs !== null) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const [exitCode, signal] = await gone
  expect([exitCode, signal]).toEqual(signal === null ? [0, null] : [null, 'SIGKILL'])
  return [performance.now() - begunMs, signal !== null]
}

/** A folder with half of the ops in a backup and all of them in the file, which was not closed properly. */
async function makeFolder(): Promise<string> {
  const station = makeStation()
  const add = (from: number, to: number) =>
    inTransaction(station.db, (tx) => {
      for (let index = from; index < to; index += 1)
        enqueue(tx, {
          opUid: `op-${index}`,
          kind: 'create_refund',
          orderId: index + 1,
          shipmentUid: null,
          body: '{"amount":5}',
          capture: { at: '2026-11-20T09:00:00.000Z', by: 'jo', monotonicMs: 5, clockOffsetMs: null },
        })
    })
  add(0, OPS / 2)
  await makeBackup(station.db, join(dirname(station.file), 'backups'), WALL_MS)
  add(OPS / 2, OPS)
  rawDb(station.db).pragma('wal_checkpoint(TRUNCATE)')
  rawDb(station.db).close()
  return dirname(station.file)
}

const copyOf = (folder: string): string => {
  const copy = join(tempDir(), basename(folder))
  mkdirSync(copy)
  cpSync(folder, copy, { recursive: true })
  return copy
}

/** Starts as the app does after a kill. @returns the state of its ops: all as they were, or all unknown */
function stateAfter(dir: string): string {
  const db = openStation({
    file: join(dir, 'station.sqlite'),
    backupsDir: join(dir, 'backups'),
    wallMs: WALL_MS + 60_000,
    log: () => {},
  })
  expect(db.pragma('quick_check', { simple: true })).toBe('ok')
  const { rows } = listOutbox(db, 'all', 0, 2 * OPS)
  expect(rows.map(({ opUid }) => opUid).sort()).toEqual(
    Array.from({ length: OPS }, (_, index) => `op-${index}`).sort(),
  )
  const states = [...new Set(rows.map(({ state }) => state))]
  const notices = openNotices(db).map(({ count }) => count)
  expect([states, notices]).toEqual(states[0] === 'ready' ? [['ready'], []] : [['unknown'], [OPS]])
  closeDatabase(db)
  return states.join()
}

describe.each(['restore', 'salvage'] as const)('killed in a %s', (what) => {
  /** A copy of the folder, and the arguments to work on it. */
  const prepare = async () => {
    const folder = await makeFolder()
    const [name = ''] = readdirSync(join(folder, 'backups'))
    const file = join(folder, 'station.sqlite')
    if (what === 'salvage') ruinPage(file, leafPages(file, 'orders')[0] ?? 0)
    return () => {
      const dir = copyOf(folder)
      const backup = join(dir, 'backups', ...(what === 'restore' ? [name] : []))
      return { dir, args: [what, join(dir, 'station.sqlite'), backup] }
    }
  }

  it('at any moment, the next start has every operation once, in the old file or the new one (I4, I10)', async () => {
    const next = await prepare()
    const whole = next()
    const [wholeMs] = await run(whole.args, null)
    expect(stateAfter(whole.dir)).toBe('unknown')
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { dir, args } = next()
      await run(args, (wholeMs * kill) / KILLS)
      stateAfter(dir)
    }
  }, 60_000)

  it('before any step on the files, it has them too (I4, I10)', async () => {
    const next = await prepare()
    const states: string[] = []
    for (let step = 1, killed = true; killed; step += STEP) {
      const { dir, args } = next()
      killed = (await run([...args, String(step)], null))[1]
      states.push(stateAfter(dir))
    }
    expect(states.length * STEP).toBeGreaterThan(8)
    if (what === 'restore') expect(new Set(states)).toEqual(new Set(['ready', 'unknown']))
  }, 60_000)
})
