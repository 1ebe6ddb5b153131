import { expect } from 'vitest'
import { createEvidenceDrop } from '../../../../src/main/areas/evidence/drop-evidence'
import { readStationSettings, saveStationSettings } from '../../../../src/main/areas/settings/settings'
import type { ClockView } from '../../../../src/shared/contract/views'
import { makeStation } from '../../../support/account'
import { aLog, rows } from '../../../support/evidence-log'
import { rawDb } from '../../../support/raw-db'

/** An evidence log whose old entries are removed under the retention setting. */

export const DAY_MS = 86_400_000

/** A log that begins on 2026-11-20, and what is dropped from it. */
export function setUp({ months = 3, log = aLog() }: { months?: number; log?: ReturnType<typeof aLog> } = {}) {
  const station = makeStation()
  const keep = (evidenceMonths: number) =>
    saveStationSettings(station, { ...readStationSettings(station), evidenceMonths })
  keep(months)
  const faults: unknown[] = []
  let view: ClockView = { state: 'right', offsetMs: 0 }
  const { clock } = log
  const aDrop = () =>
    createEvidenceDrop({
      db: station.db,
      clock,
      clockWatch: { ...station.clockWatch, view: () => view },
      evidence: { reading: () => log.log().reading(), commit: (...given) => log.log().commit(...given) },
      onFault: (fault) => faults.push(fault),
    })
  const scans = (count: number, name: string) => {
    for (let index = 1; index <= count; index += 1) log.scan(`${name}${index}`)
    log.log().flush()
  }
  return {
    ...log,
    station,
    keep,
    faults,
    aDrop,
    scans,
    seeClock: (next: ClockView) => (view = next),
    days: (count: number) => clock.advance(count * DAY_MS),
    /** Runs until the day's work is done. */
    drop() {
      const drop = aDrop()
      drop.start()
      clock.advance(1_000)
      drop.stop()
      expect(faults).toEqual([])
    },
    raws: () =>
      rows(rawDb(log.log().reading())).map(({ payload }) => (JSON.parse(payload) as { raw?: string }).raw),
  }
}

/** Twenty old entries and five new ones; the old ones were dropped. */
export async function aDroppedLog() {
  const dropped = setUp()
  dropped.scans(19, 'OLD')
  dropped.days(100)
  dropped.scans(5, 'NEW')
  dropped.drop()
  expect((await dropped.log().verify()).finding).toBeNull()
  return dropped
}
