import { randomUUID } from 'node:crypto'
import { connect } from '@nats-io/transport-node'
import { markOf, marksKey } from '../../src/main/warehouse/at-hub/account-marks'
import { systemClock } from '../../src/main/base/clock'
import { createPresence } from '../../src/main/warehouse/nats/presence'
import type { Presence } from '../../src/main/warehouse/nats/presence-value'
import { hubGroup } from '../../src/main/warehouse/nats/storage/seal'
import { groupKey } from '../../src/main/warehouse/multicast/seal'

/** Stations that exist only by what they say at the hub, for a full warehouse page. */

export type SaidAtHub = Partial<Omit<Presence, 'account' | 'closed'>> & Pick<Presence, 'station'>

/** A station without work and without trouble. */
export const WELL: Omit<Presence, 'closed' | 'station'> = {
  account: [],
  ...{ operator: '', host: '', version: '0.1.0', gate: 'online', noConnection: null },
  ...{ clock: { state: 'right', offsetMs: 0 }, diskFull: false, orders: { toPack: 0 } },
  ...{ outbox: { waiting: 0, held: 0, heldForMs: null, reasons: [] }, notices: 0, packed: [] },
}

/** @returns the functions that quit each of them, in order */
export async function stationsAtHub(
  { url, baseUrl, accessToken }: { url: string; baseUrl: string; accessToken: string },
  said: readonly SaidAtHub[],
): Promise<(() => Promise<void>)[]> {
  const group = hubGroup(groupKey({ accessToken }, baseUrl))
  return Promise.all(
    said.map(async (value) => {
      const connection = await connect({ servers: url })
      const stationId = randomUUID()
      const presence = createPresence({
        clock: systemClock,
        stationId: () => stationId,
        own: () => ({ ...WELL, ...value, account: [markOf(marksKey(group), ['token', accessToken])] }),
        onFault: (error) => console.error(error),
      })
      await presence.use({ connection, group, replicas: 1, onIgnored: () => {} })
      await presence.settled()
      return async () => {
        await presence.close()
        await connection.close()
      }
    }),
  )
}
