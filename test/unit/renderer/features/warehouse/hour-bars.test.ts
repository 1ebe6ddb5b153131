import { expect, it } from 'vitest'
import { hourBars, MOST_COLORS } from '../../../../../src/renderer/src/features/warehouse/hour-bars'

const HOURS = ['08:00', '09:00']
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `Bench ${index + 1}`, hours: [count - index, 1] }))

it('stacks the hours by who did the work', () => {
  expect(hourBars(HOURS, rows(2), 'Others')).toEqual({
    series: [
      { key: 'w0', name: 'Bench 1', total: 3 },
      { key: 'w1', name: 'Bench 2', total: 2 },
    ],
    bars: [
      { hour: '08:00', w0: 2, w1: 1 },
      { hour: '09:00', w0: 1, w1: 1 },
    ],
  })
})

it('sums up those for whom there is no color', () => {
  const { series, bars } = hourBars(HOURS, rows(10), 'Others')
  expect(series).toHaveLength(MOST_COLORS + 1)
  expect(series.at(-1)).toEqual({ key: 'w6', name: 'Others', total: 4 + 3 + 2 + 1 + 4 })
  expect(bars[1]).toMatchObject({ w0: 1, w6: 4 })
})

it('does not call a single one "others"', () => {
  expect(hourBars(HOURS, rows(MOST_COLORS + 1), 'Others').series.at(-1)?.name).toBe('Bench 7')
})
