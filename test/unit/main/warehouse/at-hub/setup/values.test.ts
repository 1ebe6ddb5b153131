import { describe, expect, it } from 'vitest'
import {
  usablePreferences,
  usableStation,
  withPreferences,
} from '../../../../../../src/main/warehouse/at-hub/setup/values'
import { parsePreferences } from '../../../../../../src/shared/contract/preferences'

describe('the values of a setup', () => {
  it('are checked by the rules of the forms, each by itself', () => {
    const given = { 'lock.idleMinutes': 9_999, 'sound.volume': 0.4, 'printing.paper': 'papyrus' }
    expect(usablePreferences(given)).toEqual({ 'sound.volume': 0.4 })
    const settings = { 'station.currency': 'XXY', 'station.timeZone': 'Mars/Base', 'station.purgeDays': 12 }
    expect(usableStation(settings)).toEqual({ 'station.purgeDays': 12 })
  })

  it('are those that are listed, and no other', () => {
    const given = {
      ...{ 'lan.stationName': 'Bench 9', 'scanner.prefix': 'x', 'printing.printer': 'Laser' },
      ...{ 'language.locale': 'de', 'updates.url': 'https://evil.example', 'camera.keepDays': 5 },
    }
    expect(usablePreferences(given)).toEqual({ 'camera.keepDays': 5 })
    expect(usableStation({ 'station.operator': 'Eve', 'station.baseUrl': 'https://evil.example' })).toEqual(
      {},
    )
  })

  it('do not take a list of carriers of which an entry cannot be used', () => {
    expect(usablePreferences({ 'carriers.list': [{ name: 'UPS' }, { name: '' }] })).toEqual({})
    expect(Object.keys(usablePreferences({ 'carriers.list': [{ name: 'UPS' }] }))).toEqual(['carriers.list'])
  })

  it('change their fields of a section only', () => {
    const before = parsePreferences({ lock: { signInNeeded: true, idleMinutes: 3 } })
    expect(withPreferences(before, { 'lock.idleMinutes': 7 })).toEqual({
      lock: { signInNeeded: true, idleMinutes: 7 },
    })
  })
})
