import { describe, expect, it } from 'vitest'
import { chooseLabel } from '../../../../../src/shared/domain/labels/choose-label'

const label = (trackingNumber: string | null, isAlone = true) => ({ trackingNumber, isAlone })
const row = (trackingNumber: string) => ({ trackingNumber, carrier: 'UPS' })

describe('the label of a parcel', () => {
  it('is the only one', () => {
    expect(chooseLabel([], [], [])).toEqual({ kind: 'none' })
    const own = label('N1')
    expect(chooseLabel([own], [], [])).toEqual({ kind: 'one', label: own, trackingNumber: 'N1', carrier: '' })
    const bare = label(null)
    expect(chooseLabel([bare], [row('N1')], [])).toEqual({ kind: 'one', label: bare, ...row('N1') })
    expect(chooseLabel([], [row('N1')], [])).toEqual({ kind: 'one', label: null, ...row('N1') })
    expect(chooseLabel([label('N 1')], [row('N1')], [])).toMatchObject({ kind: 'one', trackingNumber: 'N1' })
  })

  it('is asked for if it could be another one', () => {
    const several = { kind: 'several' }
    expect(chooseLabel([label('N1'), label('N2')], [], [])).toEqual(several)
    expect(chooseLabel([label(null), label(null)], [row('N1')], [])).toEqual(several)
    expect(chooseLabel([], [row('N1'), row('N2')], [])).toEqual(several)
    expect(chooseLabel([label('N1')], [row('N2')], [])).toEqual(several)
    expect(chooseLabel([label('N1', false)], [], [])).toEqual(several)
  })

  it('is not one that another parcel of the order has', () => {
    const second = label('N2')
    expect(chooseLabel([label('N1'), second], [row('N1')], ['n-1'])).toMatchObject({
      kind: 'one',
      label: second,
    })
    expect(chooseLabel([label('N1')], [], ['N1'])).toEqual({ kind: 'none' })
  })

  it('is the one whose number a person has taken', () => {
    const [first, second] = [label('N1'), label('N2')]
    const one = { kind: 'one', label: second, trackingNumber: 'N2' }
    expect(chooseLabel([first, second], [row('N1')], [], 'n 2')).toMatchObject(one)
    expect(chooseLabel([first, second], [], [], 'N3')).toEqual({ kind: 'several' })
    expect(chooseLabel([label('N2'), second], [], [], 'N2')).toEqual({ kind: 'several' })
    expect(chooseLabel([label('N2', false)], [], [], 'N2')).toEqual({ kind: 'several' })
  })
})
