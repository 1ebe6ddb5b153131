import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { addJournal } from '../../../../../src/main/warehouse/at-hub/journal'
import type { Hub } from '../../../../../src/main/warehouse/nats/hub'
import { hubGroup } from '../../../../../src/main/warehouse/nats/storage/seal'
import { createGate } from '../../../../../src/main/sync/connection/gate'
import { createManualClock } from '../../../../support/clock'

it('sends nothing until the hub has said whose the operations are, or has not answered for 10 s (H4)', () => {
  const clock = createManualClock()
  const hub: Pick<Hub, 'add'> = { add: (make) => make(() => {}) }
  const journal = addJournal(hub, {
    clock,
    account: () => null,
    group: () => hubGroup(randomBytes(32)),
    who: () => ({ stationId: 'a', station: 'A' }),
    onChange: () => {},
  })
  const gate = journal.guard(createGate({ clock, random: Math.random, onChange: () => {} }))
  const writes = () => [gate.allows('order_writes'), gate.admit('item_writes'), gate.waitMs('order_writes')]
  expect(gate.allows('order_reads')).toBe(true)
  expect(writes()).toEqual([false, false, null])
  clock.advance(9_999)
  expect(writes()).toEqual([false, false, null])
  clock.advance(1)
  expect(writes()).toEqual([true, true, 0])
})
