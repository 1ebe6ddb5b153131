import { describe, expect, it } from 'vitest'
import { nextDocument } from '../../../../../../src/main/warehouse/at-hub/setup/next-document'
import type { StoredOperator } from '../../../../../../src/main/areas/operators/stored-operator'
import { setupDocument, type SetupDocument } from '../../../../../../src/main/warehouse/nats/setup/document'

const ID = '7d0a2b8e-3c5f-4c6a-9b1d-0e2f4a6c8d10'
const JO: StoredOperator = {
  id: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
  name: 'Jo',
  role: 'packer',
  badge: 'B1',
  pin: null,
  active: true,
}
const own = {
  ...{ id: ID, version: 2, at: '2026-11-24T10:00:00.000Z', station: 'Bench 1', by: 'Ana' },
  preferences: { 'sound.volume': 0.5 },
  operators: [JO],
  accounts: { acme: { 'station.currency': 'EUR' } },
}
const BEFORE: SetupDocument = {
  ...{ format: 1, id: ID, version: 1, at: '2026-11-23T10:00:00.000Z', station: 'Bench 2', by: 'Bo' },
  preferences: { 'sound.volume': 0.1, 'lights.color': 'green' },
  operators: [
    { ...JO, name: 'Joe', shift: 'late' },
    { id: 'robot-7', role: 'robot' },
  ],
  accounts: { acme: { 'station.currency': 'USD', 'station.dock': 3 }, other: { 'station.currency': 'CHF' } },
  floors: 2,
}

describe('the setup that replaces the one before', () => {
  it('says what the station says', () => {
    expect(nextDocument(null, own)).toEqual({ format: 1, ...own })
    expect(nextDocument(BEFORE, own)).toMatchObject({ version: 2, station: 'Bench 1', by: 'Ana' })
  })

  it('keeps what a newer version has added, and what belongs to other accounts', () => {
    const next = nextDocument(BEFORE, own)
    expect(next).toMatchObject({
      floors: 2,
      preferences: { 'sound.volume': 0.5, 'lights.color': 'green' },
      accounts: {
        acme: { 'station.currency': 'EUR', 'station.dock': 3 },
        other: { 'station.currency': 'CHF' },
      },
    })
    expect(next.operators).toEqual([
      { ...JO, shift: 'late' },
      { id: 'robot-7', role: 'robot' },
    ])
    expect(setupDocument.parse(next)).toEqual(next)
  })

  it('leaves out operators whom the station does not have', () => {
    const other = { ...JO, id: '9b4e28ba-2fa1-41d2-883f-0016d3cca427', name: 'Gone' }
    expect(nextDocument({ ...BEFORE, operators: [other] }, own).operators).toEqual([JO])
  })
})
