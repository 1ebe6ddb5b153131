import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createArchiving } from '../../src/main/areas/archive/archive-finished'
import { searchArchive } from '../../src/main/areas/archive/read-archive'
import { systemClock } from '../../src/main/base/clock'
import { shrinkAside } from '../../src/main/store/db/check-aside'
import { isInArchive } from '../../src/main/store/archive/archive'
import { makeStation } from '../support/account'
import { BIG, buildBigFile } from '../support/big-file'
import { rawDb } from '../support/raw-db'
import { tempDir } from '../support/temp-dir'
import { printTurns, turnsWhile } from '../support/turns'

/** Filling the archive from the orders of years, and what is left of the station's own file. */

const BENCHMARK_WITHIN_MS = 3_600_000
const LOOK_EVERY_MS = 200
const SEARCHES = 50

it('orders of years move to the archive', { timeout: BENCHMARK_WITHIN_MS }, async () => {
  const file = join(tempDir(), 'station.sqlite')
  buildBigFile(file)
  const station = makeStation({ file })
  const db = rawDb(station.db)
  db.exec(`UPDATE outbox SET shown_at = settled_at WHERE state = 'confirmed'`)
  const count = (): number => db.prepare('SELECT count(*) FROM orders').pluck().get() as number
  const before = count()
  expect(before).toBe(BIG.orders)
  station.clockWatch.view = () => ({ state: 'right', offsetMs: 0 })
  let moved = false
  const archiving = createArchiving({
    ...station,
    clock: systemClock,
    onMoved: () => (moved = true),
    onFault: (error) => {
      throw error
    },
  })
  const turns = await turnsWhile(async () => {
    archiving.start()
    while (!moved) await pause(LOOK_EVERY_MS)
  })
  archiving.stop()
  const left = count()
  // A quarter of the orders has no work left; those with open ops stay.
  expect(before - left).toBeGreaterThan(BIG.orders / 10)
  printTurns(
    `${before - left} of ${before} orders moved, ${Math.round((before - left) / turns.seconds)} a second`,
    turns,
  )
  const archive = join(dirname(file), 'archive')
  expect(existsSync(archive)).toBe(true)

  const times: number[] = []
  for (let index = 0; index < SEARCHES; index += 1) {
    const startMs = performance.now()
    const { rows } = await searchArchive(
      station,
      ['wollmantel', 'dress', 'chaine', 'algodon'][index % 4] ?? '',
    )
    times.push(performance.now() - startMs)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ orderId }) => isInArchive(station.db, orderId))).toBe(true)
  }
  times.sort((one, other) => one - other)
  console.log(
    `search in the archive: p50 ${times[SEARCHES / 2]?.toFixed(1)}, longest ${times.at(-1)?.toFixed(1)} ms`,
  )

  await station.close()
  const full = statSync(file).size
  const startMs = performance.now()
  // Where less than half is free, the file is not made smaller, and this prints so.
  const shrunk = await shrinkAside(file, 0)
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(1)
  console.log(
    `the station's own file: ${Math.round(full / 1e6)} MB, ${Math.round(statSync(file).size / 1e6)} MB after` +
      ` (${shrunk ? `made smaller in ${seconds} s` : 'less than half of it is free'})`,
  )
})
