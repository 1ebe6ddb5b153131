import { describe, expect, it } from 'vitest'
import { inTransaction } from '../../../../../src/main/store/db/database'
import { createOpFailures } from '../../../../../src/main/sync/outbox/op-failures'
import type { Gate } from '../../../../../src/main/sync/connection/gate'
import { packShipment } from '../../../../../src/main/areas/packing/pack-shipment'
import { makeStation } from '../../../../support/account'
import { createManualClock } from '../../../../support/clock'
import { makeOrder } from '../../../../support/orders'

const HOUR = 3_600_000

function bench() {
  const clock = createManualClock()
  const station = makeStation({ clock })
  station.take(makeOrder())
  const { seq } = packShipment(station, {
    orderId: 1001,
    lineIds: [10011],
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    warehouseId: 7,
  })
  let state: ReturnType<Gate['state']> = 'online'
  /** As after a restart. */
  const started = () => createOpFailures({ db: station.db, clock, gate: { state: () => state } })
  let failing = started()
  return {
    clock,
    note: () =>
      inTransaction(station.db, (tx) => failing.note(tx, { seq }, new Date(clock.wallMs()).toISOString())),
    tooLong: () => failing.tooLong({ seq }, 'server_error'),
    restart: () => (failing = started()),
    gateIs: (now: typeof state) => (state = now),
  }
}

describe('an operation that keeps failing', () => {
  it('needs a person after an hour', () => {
    const { clock, note, tooLong } = bench()
    note()
    clock.advance(HOUR - 1)
    expect(tooLong()).toBe(false)
    clock.advance(1)
    expect(tooLong()).toBe(true)
  })

  it('needs none while everything fails', () => {
    const { clock, note, tooLong, gateIs } = bench()
    note()
    clock.advance(HOUR)
    for (const state of ['offline', 'silent', 'failing', 'foreign', 'unauthorized'] as const) {
      gateIs(state)
      expect(tooLong()).toBe(false)
    }
  })

  it('needs one after an hour at the latest, however far the clock was set back before a restart', () => {
    const { clock, note, tooLong, restart } = bench()
    note()
    clock.setWall(clock.wallMs() - 24 * HOUR)
    restart()
    expect(tooLong()).toBe(false)
    clock.advance(HOUR)
    expect(tooLong()).toBe(true)
  })
})
