import { connect } from '@nats-io/transport-node'
import { randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { systemClock, type Clock } from '../../../src/main/base/clock'
import { createLeader } from '../../../src/main/warehouse/nats/records/leader'
import { hubGroup } from '../../../src/main/warehouse/nats/storage/seal'
import { createManualClock } from '../../support/clock'
import { eventually } from '../../support/eventually'
import { IS_FULL } from '../../support/full'
import { HAS_NATS, type NatsServer } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'

const SECRET = randomBytes(32)

async function station(server: NatsServer, name: string, accessToken = 'token', other?: Clock) {
  const clock = createManualClock()
  let isFit = true
  const faults: unknown[] = []
  const leader = createLeader({
    clock: other ?? clock,
    who: () => ({ stationId: name, station: name }),
    accessToken: () => accessToken,
    fit: () => isFit,
    onChange: () => {},
    onFault: (error) => void faults.push(error),
  })
  const connection = await connect({ servers: server.url, reconnect: false })
  const begin = async () =>
    leader.use({ connection, group: hubGroup(SECRET), replicas: 1, onIgnored: () => {} })
  await begin()
  await leader.settled()
  onTestFinished(async () => {
    await connection.close()
    await leader.use(null)
    await leader.close()
  })
  return {
    leader,
    clock,
    faults,
    begin,
    connection,
    become(fit: boolean) {
      isFit = fit
      leader.refresh()
    },
  }
}
type Stations = Awaited<ReturnType<typeof station>>[]
const leading = (stations: Stations) => stations.map(({ leader }) => leader.leads())

describe.skipIf(!HAS_NATS)('the station that reads for all, at a real hub (H3)', () => {
  it('is one, however many stand, and all know which', async () => {
    const server = await startNatsServer()
    const stations = await Promise.all(['A', 'B', 'C'].map((name) => station(server, name)))
    await eventually(() => {
      expect(leading(stations).filter(Boolean)).toHaveLength(1)
      const names = new Set(stations.map(({ leader }) => leader.name()))
      expect([names.size, names.has(null)]).toEqual([1, false])
    })
  })

  it('is another at once when the marketplace no longer answers this one', async () => {
    const server = await startNatsServer()
    const [a, b] = [await station(server, 'A'), await station(server, 'B')]
    await eventually(() => expect(leading([a, b])).toEqual([true, false]))
    a.become(false)
    await eventually(() => expect(leading([a, b])).toEqual([false, true]))
    a.become(true)
    await a.leader.settled()
    expect(leading([a, b])).toEqual([false, true])
  })

  it('is one for each account, although both share a passphrase', async () => {
    const server = await startNatsServer()
    const stations = [await station(server, 'A', 'brand a'), await station(server, 'B', 'brand b')]
    await eventually(() => expect(leading(stations)).toEqual([true, true]))
  })

  it('does not rely on a term that it could not renew', async () => {
    const server = await startNatsServer()
    const a = await station(server, 'A')
    await eventually(() => expect(a.leader.leads()).toBe(true))
    await server.kill()
    await eventually(() => {
      a.clock.advance(1_000)
      expect(a.leader.leads()).toBe(false)
    })
  })

  it.runIf(IS_FULL)(
    'is another within 20 s when it is gone without a word',
    { timeout: 60_000 },
    async () => {
      const server = await startNatsServer()
      const [a, b] = [await station(server, 'A'), await station(server, 'B', 'token', systemClock)]
      await eventually(() => expect(leading([a, b])).toEqual([true, false]))
      // Its clock stands still: it renews nothing.
      await vi.waitFor(() => expect(b.leader.leads()).toBe(true), { timeout: 25_000, interval: 50 })
      a.clock.advance(3_000)
      await a.leader.settled()
      await eventually(() => expect(leading([a, b])).toEqual([false, true]))
    },
  )
})
