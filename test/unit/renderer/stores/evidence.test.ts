import { expect, it } from 'vitest'
import { createEvidence } from '../../../../src/renderer/src/stores/evidence'
import { fakeStation, good, refused } from '../fake-station'
import { eventually } from '../../../support/eventually'

const scan = (raw: string) =>
  ({ kind: 'scan', raw, verdict: 'line_chosen', command: null, orderId: 1, lineId: 2 }) as const

it('reports simultaneous events in one request, in order, even after a refusal', async () => {
  let answers = 0
  const station = fakeStation({
    'evidence:record': () => (answers++ === 0 ? refused('disk_full') : good(null)),
  })
  const evidence = createEvidence(station.bridge)
  evidence.record(scan('A'))
  evidence.record(scan('B'))
  await eventually(() => expect(station.asked).toHaveLength(1))
  evidence.record(scan('C'))
  await eventually(() => expect(station.asked).toHaveLength(2))
  expect(station.asked.map(({ request }) => request)).toEqual([
    { entries: [scan('A'), scan('B')] },
    { entries: [scan('C')] },
  ])
})

it('reports everything when the window closes, and nothing twice', async () => {
  const station = fakeStation({ 'evidence:record': () => good(null) })
  const evidence = createEvidence(station.bridge)
  evidence.record(scan('A'))
  void evidence.flush()
  await Promise.resolve()
  expect(station.asked).toHaveLength(1)
  void evidence.flush()
  evidence.record(scan('B'))
  await eventually(() => expect(station.asked).toHaveLength(2))
})
