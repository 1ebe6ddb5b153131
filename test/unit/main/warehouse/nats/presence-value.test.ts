import { describe, expect, it } from 'vitest'
import { WELL } from '../../../../support/stations-at-hub'
import {
  openAtOffline,
  presenceSchema,
  slotsChanged,
  slotsIn,
} from '../../../../../src/main/warehouse/nats/presence-value'

const said = (notAtHub?: number) => ({
  ...{ waiting: 5, held: 1, heldForMs: 60_000, reasons: [{ reason: 'refused', count: 1 }] },
  ...(notAtHub === undefined ? {} : { notAtHub }),
})

describe('what is open at a station that is offline', () => {
  it('is what it said last', () => {
    expect(openAtOffline(said(2), false)).toEqual(said(2))
  })

  it('is only what the hub never had, once another station has the rest', () => {
    expect(openAtOffline(said(2), true)).toMatchObject({ waiting: 2, held: 0, heldForMs: null, reasons: [] })
    expect(openAtOffline(said(0), true)).toMatchObject({ waiting: 0, held: 0 })
  })

  it('is what it said last if an older version did not say what the hub had', () => {
    expect(openAtOffline(said(), true)).toEqual(said())
  })
})

describe('what a station says of its put wall', () => {
  const slot = (orderId: number, units = 1) => ({ orderId, slot: 7, units })
  const saying = (...putWall: ReturnType<typeof slot>[]) =>
    presenceSchema.parse({ ...WELL, station: 'Bench 2', closed: false, putWall })

  it('is nothing at an earlier version', () => {
    expect(slotsIn(presenceSchema.parse({ ...WELL, station: 'Bench 2', closed: false }))).toEqual([])
  })

  it('changes for orders that come, leave, move or get another unit', () => {
    expect(slotsChanged(null, saying(slot(1)))).toEqual([1])
    expect(slotsChanged(saying(slot(1), slot(2)), saying(slot(2), slot(3)))).toEqual([1, 3])
    expect(slotsChanged(saying(slot(1)), saying(slot(1, 2)))).toEqual([1])
    expect(slotsChanged(saying(slot(1)), saying({ ...slot(1), slot: 8 }))).toEqual([1])
    expect(slotsChanged(saying(slot(1)), null)).toEqual([1])
    expect(slotsChanged(saying(slot(1)), saying(slot(1)))).toEqual([])
  })
})
