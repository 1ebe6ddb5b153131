import { describe, expect, it } from 'vitest'
import { createReads } from '../../../../../src/renderer/src/data/reads'
import { makePickList } from '../../../../../src/renderer/src/features/queue/use-pick-list'
import { fakeStation, good, refused } from '../../fake-station'

const TEN = { orders: 10, filter: 'any' } as const
const FIVE = { orders: 5, filter: 'any' } as const
const list = (orderIds: number[]) => ({ orderIds, rows: [], madeAt: '2026-11-21T10:00:00.000Z' })

function aQueue(answers: Parameters<typeof fakeStation>[0]) {
  const station = fakeStation({ 'archive:search': () => good({ rows: [], more: false }), ...answers })
  const reads = createReads(station.bridge)
  return { station, reads, kept: () => reads.kept<unknown>('picks', null) }
}

describe('the pick list', () => {
  it('stays while much else is read', async () => {
    const { reads, kept } = aQueue({ 'packing:picks': () => good(list([7])) })
    await makePickList(reads, TEN)
    for (let other = 0; other < 100; other += 1) await reads.load('archive:search', { search: `${other}` })
    expect(kept()).toEqual({ ...TEN, list: list([7]) })
  })

  it('stays while it is made again, and where it cannot be', async () => {
    const { station, reads, kept } = aQueue({ 'packing:picks': () => good(list([7])) })
    await makePickList(reads, TEN)
    station.answers['packing:picks'] = () => refused('internal')
    const again = makePickList(reads, TEN)
    expect(kept()).toEqual({ ...TEN, list: list([7]) })
    await again
    expect(kept()).toEqual({ ...TEN, list: list([7]) })
    await makePickList(reads, FIVE)
    expect(kept()).toEqual({ ...FIVE, list: null })
  })

  it('is the one requested last, whichever is answered last', async () => {
    const answers: (() => void)[] = []
    const { reads, kept } = aQueue({
      'packing:picks': ({ orders }) =>
        new Promise((resolve) => answers.push(() => resolve(good(list([orders]))))),
    })
    const both = [makePickList(reads, TEN), makePickList(reads, FIVE)]
    answers[1]?.()
    await both[1]
    answers[0]?.()
    await both[0]
    expect(kept()).toEqual({ ...FIVE, list: list([5]) })
  })
})
