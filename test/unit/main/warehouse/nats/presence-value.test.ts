import { describe, expect, it } from 'vitest'
import { openAtOffline } from '../../../../../src/main/warehouse/nats/presence-value'

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
