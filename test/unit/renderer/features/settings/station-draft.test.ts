import { describe, expect, it } from 'vitest'
import { draftOf, readDraft } from '../../../../../src/renderer/src/features/settings/station-draft'

const settings = {
  warehouseId: 7,
  currency: 'USD',
  timeZone: 'Europe/Paris',
  transitDays: 3,
  carrier: 'UPS',
  operator: 'Ann',
  purgeDays: 30,
  evidenceMonths: 0,
}

describe('station settings', () => {
  it('return from the form unchanged', () => {
    expect(readDraft(draftOf(settings))).toEqual({ settings })
    const bare = { ...settings, warehouseId: null, timeZone: null }
    expect(readDraft(draftOf(bare))).toEqual({ settings: bare })
  })

  it.each([
    ['0', false],
    ['000', false],
    ['-1', false],
    ['1', true],
    ['10', true],
    ['', true],
  ])('read %j as a warehouse: %s', (warehouseId, valid) => {
    expect('settings' in readDraft({ ...draftOf(settings), warehouseId })).toBe(valid)
  })

  it('are refused field by field', () => {
    const draft = {
      ...draftOf(settings),
      warehouseId: '7a',
      currency: 'US',
      timeZone: 'Mars/Base',
      transitDays: '91',
      purgeDays: '-1',
      evidenceMonths: '121',
    }
    expect(readDraft(draft)).toEqual({
      problems: {
        warehouseId: 'warehouseProblem',
        currency: 'currencyProblem',
        timeZone: 'timeZoneProblem',
        transitDays: 'transitDaysProblem',
        purgeDays: 'purgeDaysProblem',
        evidenceMonths: 'evidenceMonthsProblem',
      },
    })
  })
})
