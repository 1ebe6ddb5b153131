import { describe, expect, it, vi } from 'vitest'
import { bringBack } from '../../../src/main/areas/archive/bring-back'
import { findLabel } from '../../../src/main/areas/packing/used-label'
import { resolveScan } from '../../../src/main/areas/packing/resolve-scan'
import { readStationSettings, saveStationSettings } from '../../../src/main/areas/settings/settings'
import { ALONE } from '../../../src/main/warehouse/port/neighbors'
import { closeArchive, openMonth } from '../../../src/main/store/archive/months'
import * as months from '../../../src/main/store/archive/months'
import type { TestStation } from '../../support/account'
import { fillArchive, inFile, stationWith } from '../../support/filled-archive'
import { FIRST_OLD, LONG_AGO, oldOrder } from '../../support/old-orders'
import { rawDb } from '../../support/raw-db'

/** Labels of parcels in the archive: known to every pack and scan, without opening its files. */

const DAY_MS = 86_400_000
const LABEL = `1Z999AA1${FIRST_OLD}`

const withLabel = (id: number, tracking: string | null, more: Record<string, unknown> = {}) =>
  oldOrder(id, {
    shipments: [
      {
        ...{ id: id * 100, state: 'delivered', carrier: 'UPS', tracking_number: tracking },
        ...{ packed_at: LONG_AGO, shipped_at: LONG_AGO, delivered_at: LONG_AGO, ...more },
      },
    ],
  })

const labels = (station: TestStation): unknown[] =>
  rawDb(station.db).prepare('SELECT * FROM archived_labels').raw().all()

describe('the label of a parcel in the archive', () => {
  it('is found by a scan, however it is written, and no file of the archive is opened for it', () => {
    const station = stationWith(withLabel(FIRST_OLD, '1z 999-AA1 1001'), withLabel(FIRST_OLD + 1, 'pickup'))
    fillArchive(station)
    expect([inFile(station, FIRST_OLD), inFile(station, FIRST_OLD + 1)]).toEqual([false, false])
    const opened = vi.spyOn(months, 'openMonth')
    expect(resolveScan({ ...station, neighbors: ALONE }, [], [LABEL])).toEqual({
      kind: 'label',
      orders: [{ orderId: FIRST_OLD, inUse: false }],
    })
    expect(opened).not.toHaveBeenCalled()
    expect(labels(station), 'a word that many parcels share is no label').toEqual([
      [LABEL, FIRST_OLD, LONG_AGO],
    ])
  })

  it('stays in use as long as it would in the station’s own file, although the archive takes orders sooner', () => {
    const station = stationWith(withLabel(FIRST_OLD, LABEL))
    saveStationSettings(station, { ...readStationSettings(station), archiveDays: 30 })
    const afterMs = Date.parse(LONG_AGO) + 40 * DAY_MS
    station.clock.setWall(afterMs)
    fillArchive(station)
    expect(inFile(station, FIRST_OLD)).toBe(false)
    expect(findLabel(station, [LABEL])).toEqual([{ orderId: FIRST_OLD, inUse: true }])
    station.clock.setWall(afterMs + 60 * DAY_MS)
    expect(findLabel(station, [LABEL])).toEqual([{ orderId: FIRST_OLD, inUse: false }])
  })

  it('is free if the parcel was canceled', () => {
    const station = stationWith(
      oldOrder(FIRST_OLD, {
        shipments: [
          { id: 1, state: 'canceled', carrier: 'UPS', tracking_number: LABEL, packed_at: LONG_AGO },
          {
            id: FIRST_OLD * 100,
            state: 'delivered',
            carrier: 'UPS',
            tracking_number: '1Z1',
            packed_at: LONG_AGO,
          },
        ],
      }),
    )
    fillArchive(station)
    expect(inFile(station, FIRST_OLD)).toBe(false)
    expect(findLabel(station, [LABEL])).toEqual([])
  })

  it('is in one place: with the order in the archive, and with the order back again', () => {
    const station = stationWith(withLabel(FIRST_OLD, LABEL))
    fillArchive(station)
    bringBack(station, FIRST_OLD)
    expect(labels(station)).toEqual([])
    expect(findLabel(station, [LABEL])).toEqual([{ orderId: FIRST_OLD, inUse: false }])
    station.clock.advance(DAY_MS)
    fillArchive(station)
    expect(labels(station)).toHaveLength(1)
  })

  it('is learned again from months that a restored backup does not know, also if that was cut off', () => {
    const station = stationWith(withLabel(FIRST_OLD, LABEL), withLabel(FIRST_OLD + 1, `${LABEL}1`))
    fillArchive(station)
    const before = labels(station)
    rawDb(station.db).exec(`DELETE FROM settings WHERE key = 'archive.months'; DELETE FROM archived_labels`)
    fillArchive(station)
    expect(labels(station)).toEqual(before)
    const cutOff = `UPDATE settings SET value = replace(value, '"labels":true', '"labels":false') WHERE key = 'archive.months'`
    expect(rawDb(station.db).prepare(cutOff).run().changes).toBe(1)
    rawDb(station.db).exec('DELETE FROM archived_labels')
    // An order that the own file has as well counts there.
    openMonth(station.db, '2026-01')
    bringBack(station, FIRST_OLD + 1)
    fillArchive(station)
    expect(findLabel(station, [LABEL])).toHaveLength(1)
    expect(findLabel(station, [`${LABEL}1`])).toHaveLength(1)
    closeArchive(station.db)
  })
})
