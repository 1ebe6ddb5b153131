import { describe, expect, it } from 'vitest'
import { readWidths, writeWidths } from '../../../../src/renderer/src/parts/column-widths'

describe('the widths of columns', () => {
  it('are read as they were written', () => {
    const widths = { number: 3.9, carrier: 12.34, externalId: 100 }
    const text = writeWidths(widths)
    // What a cookie may hold.
    expect(text).toMatch(/^[\w.-]+$/)
    expect(readWidths(text)).toEqual(widths)
  })

  it('are the usual ones where nothing is kept', () => {
    expect(readWidths(null)).toEqual({})
    expect(readWidths(writeWidths({}))).toEqual({})
  })

  it('are the usual ones where what is kept is of no use', () => {
    expect(readWidths('state-3.x.-500.sku-99.wide-10001.due-9999999.items-1250')).toEqual({ items: 12.5 })
  })
})
