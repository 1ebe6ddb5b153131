import { expect, it } from 'vitest'
import { hourBars } from '../../../../../src/renderer/src/features/warehouse/hour-bars'

it('stacks the hours by who did the work, also of two with one name', () => {
  const rows = [
    { name: 'Bench', hours: [4, 1] },
    { name: 'Bench', hours: [0, 3] },
  ]
  expect(hourBars(['08:00', '09:00'], rows)).toEqual({
    series: [
      { key: 'w0', name: 'Bench', total: 5 },
      { key: 'w1', name: 'Bench', total: 3 },
    ],
    bars: [
      { hour: '08:00', w0: 4, w1: 0 },
      { hour: '09:00', w0: 1, w1: 3 },
    ],
  })
})
