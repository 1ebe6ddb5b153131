import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DUMP_FOLDER, dropOldDumps, listDumps } from '../../../../src/main/base/crash-dumps'
import { commonFacts } from '../../../../src/main/areas/diagnostics/report'
import { tempDir } from '../../../support/temp-dir'

const NOW = Date.parse('2026-11-26T12:00:00Z')
const DAY_MS = 24 * 60 * 60 * 1000

/** A dump of so many days ago, as Crashpad leaves it. */
function dump(dataDir: string, daysAgo: number, folder = 'completed') {
  const pending = join(dataDir, DUMP_FOLDER, folder)
  mkdirSync(pending, { recursive: true })
  for (const name of [`${daysAgo}.dmp`, `${daysAgo}.meta`]) {
    writeFileSync(join(pending, name), 'SECRET')
    const at = new Date(NOW - daysAgo * DAY_MS)
    utimesSync(join(pending, name), at, at)
  }
}

const names = (dataDir: string) => listDumps(dataDir).map(({ name }) => name)

it('keeps the newest five dumps, whatever folder they are in', () => {
  const dataDir = tempDir()
  for (const days of [3, 1, 6, 2, 5]) dump(dataDir, days)
  dump(dataDir, 4, 'pending')
  dropOldDumps(dataDir, NOW)
  expect(names(dataDir)).toEqual(['1.dmp', '2.dmp', '3.dmp', '4.dmp', '5.dmp'])
  expect(readdirSync(join(dataDir, DUMP_FOLDER, 'completed'))).not.toContain('6.meta')
})

it('removes a dump after two weeks', () => {
  const dataDir = tempDir()
  for (const days of [13, 15]) dump(dataDir, days)
  dropOldDumps(dataDir, NOW)
  expect(names(dataDir)).toEqual(['13.dmp'])
})

it('has nothing to do for a station that never crashed', () => {
  const dataDir = tempDir()
  dropOldDumps(dataDir, NOW)
  expect(readdirSync(dataDir)).toEqual([])
})

it('reports names, sizes and times of dumps, never their contents', () => {
  const dataDir = tempDir()
  const facts = () => commonFacts({ version: '1', host: 'electron', dataDir, nowMs: NOW })
  expect(facts()).toContainEqual(['crash dumps', 'none'])
  for (const days of [1, 2]) dump(dataDir, days)
  expect(facts()).toContainEqual([
    'crash dumps',
    '1.dmp (1 kB, 2026-11-25T12:00:00.000Z), 2.dmp (1 kB, 2026-11-24T12:00:00.000Z)',
  ])
  expect(JSON.stringify(facts())).not.toContain('SECRET')
})
