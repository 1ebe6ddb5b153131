import { expect, it } from 'vitest'
import type { Tell } from '../../../../../src/main/warehouse/multicast/message'
import { createRemotePacks } from '../../../../../src/main/warehouse/multicast/remote-packs'

const FROM = { stationId: '00000000-0000-4000-8000-000000000001', boot: 'bootbootboot', name: 'A' }

const tell = (round: number): Tell => ({
  kind: 'tell',
  stationId: FROM.stationId,
  boot: FROM.boot,
  seq: round,
  nowMs: 0,
  orderId: 7,
  round,
  part: 1,
  parts: 1,
  parcels: [{ lineIds: [1], operator: 'Ann', agoMs: 0, sent: false }],
})

it('a line announced once is not announced again by the same round, so that a read still counts', () => {
  const told = createRemotePacks()
  const packed = (readAtMs: number) => [...told.lines(7, readAtMs, () => false).keys()]
  told.take(FROM, tell(1), 1_000)
  expect(packed(1_000)).toEqual([1])
  // The order was read after the announcement, and the announcing station is gone.
  expect(packed(2_000)).toEqual([])
  told.take(FROM, tell(1), 3_000)
  expect(packed(2_000)).toEqual([])
  told.take(FROM, tell(2), 3_000)
  expect(packed(2_000)).toEqual([1])
})
