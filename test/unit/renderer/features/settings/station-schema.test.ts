import { describe, expect, it } from 'vitest'
import { stationSchema } from '../../../../../src/renderer/src/features/settings/station-schema'
import type { StationSettings } from '../../../../../src/shared/contract/views'

const settings = {
  warehouseId: 7,
  currency: 'USD',
  timeZone: 'Europe/Paris',
  transitDays: 3,
  carrier: 'UPS',
  operator: 'Ann',
  purgeDays: 30,
  evidenceMonths: 0,
  archiveDays: 90,
}

const typedSettings = (saved: StationSettings) => ({
  ...saved,
  warehouseId: String(saved.warehouseId ?? ''),
  timeZone: saved.timeZone ?? '',
  transitDays: String(saved.transitDays),
  purgeDays: String(saved.purgeDays),
  evidenceMonths: String(saved.evidenceMonths),
  archiveDays: String(saved.archiveDays),
})

describe('station settings', () => {
  it('come back from the form as they went in', () => {
    expect(stationSchema.parse(typedSettings(settings))).toEqual(settings)
    const bare = { ...settings, warehouseId: null, timeZone: null }
    expect(stationSchema.parse(typedSettings(bare))).toEqual(bare)
    const loose = { ...typedSettings(settings), currency: ' usd', timeZone: ' ', purgeDays: ' 30 ' }
    expect(stationSchema.parse(loose)).toEqual({ ...settings, timeZone: null })
  })

  it.each([
    ['0', false],
    ['000', false],
    ['-1', false],
    ['1', true],
    ['10', true],
    ['', true],
  ])('take %j for a warehouse: %s', (warehouseId, valid) => {
    expect(stationSchema.safeParse({ ...typedSettings(settings), warehouseId }).success).toBe(valid)
  })

  it('are refused field by field', () => {
    const wrong = {
      warehouseId: '7a',
      currency: 'US',
      timeZone: 'Mars/Base',
      transitDays: '91',
      purgeDays: '-1',
      evidenceMonths: '121',
      archiveDays: '29',
    }
    const read = stationSchema.safeParse({ ...typedSettings(settings), ...wrong })
    const fields = read.error?.issues.map(({ path }) => path.join('.'))
    expect([...new Set(fields)].sort()).toEqual(Object.keys(wrong).sort())
  })
})
