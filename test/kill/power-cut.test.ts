import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDatabase } from '../../src/main/store/db/open'
import { openStation } from '../../src/main/store/recovery/open-station'
import { listOutbox } from '../../src/main/store/views/outbox-list'
import { IS_FULL } from '../support/full'
import { bundle, type Bundle } from '../support/bundle'
import { afterPowerCut, canTraceDisk, putFiles, traceDisk } from '../support/disk-trace'
import { seededRandom } from '../../src/marketplace/sample/random'
import { tempDir } from '../support/temp-dir'

/** Each takes some ninety cuts; `npm test` takes half of the gate's. */
const ORDERS = process.env['PACKBENCH_KILLS'] === 'every' ? 12 : IS_FULL ? 4 : 2
/** Each cut is tried with all, some and none of the unflushed writes surviving. */
const SURVIVORS = ['none', 'some', 'all'] as const

const canTrace = canTraceDisk()
if (!canTrace) console.log('SKIPPED: power cuts: strace is missing, or may not watch processes here')

let code: Bundle
beforeAll(async () => {
  if (canTrace) code = await bundle('test/kill/power-process.ts')
}, 60_000)
afterAll(() => (canTrace ? code.remove() : undefined))

describe.skipIf(!canTrace)('a power cut at any moment', () => {
  it('keeps every step confirmed before (I4)', () => {
    const dir = tempDir()
    const file = join(dir, 'station.sqlite')
    const events = traceDisk(code.file, [file, String(ORDERS)], join(dir, 'trace'))
    const begun = events.findIndex((event) => event.kind === 'said' && event.text === 'begun')
    const finished = events.findLastIndex(({ kind }) => kind === 'said')
    // Both were complete on the disk at the first step: the log had been checkpointed and emptied.
    const changes = events.slice(begun, finished + 1)
    const flushes = changes.filter(({ kind }) => kind === 'flush').length
    expect(changes.filter(({ kind }) => kind === 'said')).toHaveLength(1 + 2 * ORDERS)
    expect(flushes).toBeGreaterThanOrEqual(2 * ORDERS)

    const paths = [file, `${file}-wal`]
    const start = paths.map((path) =>
      afterPowerCut(
        [...events.slice(0, begun), { kind: 'flush', path }],
        begun + 1,
        path,
        Buffer.alloc(0),
        () => true,
      ),
    )
    const random = seededRandom(7)
    const told: string[] = []
    let cuts = 0
    changes.forEach((event, place) => {
      if (event.kind === 'said' && event.text !== 'begun') told.push(event.text)
      if (event.kind === 'flush') return
      for (const survivors of SURVIVORS) {
        const survives = (): boolean => survivors === 'all' || (survivors === 'some' && random.chance(0.5))
        const copy = join(dir, 'after', String(cuts))
        mkdirSync(copy, { recursive: true })
        const contents = paths.map((path, index) =>
          afterPowerCut(changes, place + 1, path, start[index] ?? Buffer.alloc(0), survives),
        )
        putFiles({
          [join(copy, 'station.sqlite')]: contents[0] ?? Buffer.alloc(0),
          [join(copy, 'station.sqlite-wal')]: contents[1] ?? Buffer.alloc(0),
        })
        expect(opsIn(copy), `${survivors} of what was not flushed, cut ${place}`).toEqual(
          expect.arrayContaining(told),
        )
        rmSync(copy, { recursive: true })
        cuts += 1
      }
    })
    console.log(
      `Power cuts: ${cuts}, steps confirmed before them: ${told.length}, flushes: ${flushes}, lost: 0`,
    )
  }, 300_000)
})

/** Starts as the app does. @returns the numbers of all operations */
function opsIn(dir: string): string[] {
  const db = openStation({
    file: join(dir, 'station.sqlite'),
    backupsDir: join(dir, 'backups'),
    wallMs: Date.parse('2026-11-21T08:00:00.000Z'),
    log: () => {},
  })
  try {
    expect(db.pragma('quick_check', { simple: true })).toBe('ok')
    return listOutbox(db, 'all', 0, 500).rows.map(({ seq }) => String(seq))
  } finally {
    closeDatabase(db)
  }
}
