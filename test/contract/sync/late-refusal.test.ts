import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listOutbox } from '../../../src/main/store/views/outbox-list'
import { packShipment } from '../../../src/main/areas/packing/pack-shipment'
import { makeStation } from '../../support/account'
import { makeOrder } from '../../support/orders'
import { eventually } from '../../support/eventually'

/** Holds back the answers to `old` until released, then refuses them; serves `new`. */
async function makeServer() {
  const withheld: (() => void)[] = []
  const listener: RequestListener = (request, response) => {
    // Its clock is the machine's, and the station's is the test's.
    response.sendDate = false
    if (request.headers['x-partner-access-token'] === 'old')
      return void withheld.push(() => response.writeHead(401).end())
    if (request.method === 'POST') response.end('{"id": 77}')
    else if (request.url?.includes('/orders/') === true) response.end(JSON.stringify(makeOrder()))
    else response.end(JSON.stringify([makeOrder()]))
  }
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  let token = 'old'
  const station = makeStation({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accessToken: () => token,
  })
  const replaceToken = (): void => {
    token = 'new'
    station.gate.reopen()
    station.engine.wake(true)
    void station.pull.now()
  }
  return { station, withheld, replaceToken }
}

describe('a refusal of a token that was replaced meanwhile (I9)', () => {
  it('pauses nothing: operations and pulls continue with the current token', async () => {
    const { station, withheld, replaceToken } = await makeServer()
    station.take(makeOrder())
    packShipment(station, {
      orderId: 1001,
      lineIds: [10011],
      carrier: null,
      trackingNumber: null,
      trackingUrl: null,
      warehouseId: 7,
    })
    station.engine.start()
    station.pull.start()
    const looked = station.refresh(1001)
    await eventually(() => expect(withheld).toHaveLength(3))
    replaceToken()
    for (const letGo of withheld) letGo()
    expect(await looked).toBe('fresh')
    await eventually(() =>
      expect(listOutbox(station.db, 'all', 0, 1).rows[0]).toMatchObject({ state: 'confirmed', attempts: 1 }),
    )
    await eventually(() => {
      station.clock.advance(1_000)
      expect(station.pull.dataAsOf()).not.toBeNull()
    })
    expect(station.gate.state()).toBe('online')
  })
})
