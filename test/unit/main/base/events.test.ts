import { describe, expect, it } from 'vitest'
import { createEvents } from '../../../../src/main/base/events'
import { countRevisions } from '../../../../src/main/base/revision'
import type { StationEvent, StationStatus } from '../../../../src/shared/contract/views'
import { eventually } from '../../../support/eventually'

describe('events', () => {
  it('sends the changes of one turn once', async () => {
    const seen: StationEvent[] = []
    const events = createEvents(
      () => null,
      () => {},
    )
    events.onEvent((event) => seen.push(event))
    events.ordersChanged([1])
    events.ordersChanged([2, 1])
    events.outboxChanged()
    events.outboxChanged()
    await eventually(() =>
      expect(seen).toMatchObject([{ kind: 'orders_changed', orderIds: [1, 2] }, { kind: 'outbox_changed' }]),
    )
  })

  it('says at which revision each change was announced last, and a status when it was read', async () => {
    const revision = countRevisions()
    const seen: StationEvent[] = []
    const events = createEvents(
      () => ({ waiting: 1 }) as StationStatus,
      () => {},
      revision,
    )
    events.onEvent((event) => seen.push(event))
    events.ordersChanged([1])
    events.statusChanged()
    const between = revision()
    events.ordersChanged([2])
    const after = revision()
    await eventually(() => expect(seen).toHaveLength(2))
    const [orders, status] = seen
    expect(orders?.revision).toBeGreaterThan(between)
    expect(orders?.revision).toBeLessThan(after)
    expect(status?.revision).toBeGreaterThan(after)
  })

  it('continues when the status cannot be read or a listener fails, and reports it', async () => {
    const faults: unknown[] = []
    const events = createEvents(
      () => {
        throw new Error('disk I/O error')
      },
      (error) => faults.push(error),
    )
    const seen: StationEvent['kind'][] = []
    events.onEvent(() => {
      throw new Error('the window is gone')
    })
    events.onEvent(({ kind }) => seen.push(kind))
    events.ordersChanged(null)
    events.statusChanged()
    await eventually(() => expect(faults).toHaveLength(2))
    expect(seen).toEqual(['orders_changed'])
  })
})
