import { describe, expect, it } from 'vitest'
import { nothing } from '../../support/composed'
import { IS_FULL } from '../../support/full'
import {
  atHub,
  journalEntries,
  limitJournal,
  onlyHere,
  openHubMarket,
  openHubStation,
  packMany,
  ready,
  soon,
  wipe,
} from '../../support/hub-stations'
import { hubGroup } from '../../../src/main/warehouse/nats/storage/seal'
import { groupKey, type GroupSecret } from '../../../src/main/warehouse/multicast/seal'
import { HAS_NATS } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'

/** Open operations of a complete station, as they are kept at a real hub. */

describe.skipIf(!HAS_NATS)('the journal at the hub', () => {
  it('has each open operation once, sealed, and none that has ended (H1)', async () => {
    const server = await startNatsServer()
    const market = await openHubMarket()
    const { ask } = await openHubStation(server, market, 'Bench 1')
    await ready(ask)
    await market.goOffline()
    await packMany(ask, 3)
    await soon(async () => {
      expect(await onlyHere(ask)).toBe(0)
      expect([...(await journalEntries(server)).values()]).toEqual([1, 1, 1])
    })
    await market.goOnline()
    await ask('station:sync', nothing)
    await soon(async () => expect((await journalEntries(server)).size).toBe(0))
    expect((await ask('outbox:list', { view: 'open', offset: 0, limit: 10 })).total).toBe(0)
  })

  it('moves with a new passphrase while stations run, and leaves nothing under the old one', async () => {
    const server = await startNatsServer()
    const market = await openHubMarket()
    const [a, b] = [
      await openHubStation(server, market, 'Bench 1'),
      await openHubStation(server, market, 'Bench 2'),
    ]
    for (const { ask } of [a, b]) await ready(ask)
    await market.goOffline()
    await packMany(a.ask, 3)
    await soon(async () => expect(await onlyHere(a.ask)).toBe(0))
    const copies = async (secret: GroupSecret) =>
      (await journalEntries(server, hubGroup(groupKey(secret, market.baseUrl)).name)).size
    const [token, passphrase] = [{ accessToken: market.accessToken }, { passphrase: 'a new passphrase' }]
    expect(await copies(token)).toBe(3)
    for (const { ask } of [a, b]) await ask('warehouse:passphrase', passphrase)
    await soon(async () => expect([await copies(token), await copies(passphrase)]).toEqual([0, 3]))
    expect(await onlyHere(a.ask)).toBe(0)
    await soon(async () =>
      expect(await b.ask('warehouse:left-behind', nothing)).toMatchObject([
        { station: 'Bench 1', operations: 3 },
      ]),
    )
  })

  it('lacks what is packed without the hub, which people see, and gets it once the hub is back (H1, H2)', async () => {
    const server = await startNatsServer()
    const market = await openHubMarket()
    const { ask } = await openHubStation(server, market, 'Bench 1')
    await ready(ask)
    await market.goOffline()
    await packMany(ask, 1)
    await soon(async () => expect((await journalEntries(server)).size).toBe(1))
    await server.kill()
    await packMany(ask, 2)
    await soon(async () => expect(await onlyHere(ask)).toBe(2))
    await server.start()
    await soon(async () => {
      expect(await onlyHere(ask)).toBe(0)
      expect([...(await journalEntries(server)).values()]).toEqual([1, 1, 1])
    })
  })

  it('loses what ended while the hub was away', async () => {
    const server = await startNatsServer()
    const market = await openHubMarket()
    const { ask } = await openHubStation(server, market, 'Bench 1')
    await ready(ask)
    await market.goOffline()
    await packMany(ask, 2)
    await soon(async () => expect((await journalEntries(server)).size).toBe(2))
    await server.kill()
    await market.goOnline()
    await ask('station:sync', nothing)
    await soon(async () =>
      expect((await ask('outbox:list', { view: 'open', offset: 0, limit: 10 })).total).toBe(0),
    )
    await server.start()
    await soon(async () => expect((await journalEntries(server)).size).toBe(0))
  })

  it('says after a restart without the hub what is only on this PC', async () => {
    const server = await startNatsServer()
    const market = await openHubMarket()
    const first = await openHubStation(server, market, 'Bench 1')
    await ready(first.ask)
    await market.goOffline()
    await packMany(first.ask, 2)
    await soon(async () => expect((await journalEntries(server)).size).toBe(2))
    await server.kill()
    await packMany(first.ask, 1)
    await first.close()
    const { ask } = await openHubStation(server, market, 'Bench 1', { dataDir: first.dataDir })
    await soon(async () => expect(await onlyHere(ask)).toBe(1))
    await server.start()
    await atHub(ask)
    await soon(async () => expect((await journalEntries(server)).size).toBe(3))
  })

  it.runIf(IS_FULL)('is sent again to a hub that somebody has wiped, which people see', async () => {
    const server = await startNatsServer()
    const market = await openHubMarket()
    const { ask } = await openHubStation(server, market, 'Bench 1')
    await ready(ask)
    await market.goOffline()
    await packMany(ask, 2)
    await soon(async () => expect((await journalEntries(server)).size).toBe(2))
    await wipe(server)
    await soon(async () => {
      expect((await journalEntries(server)).size).toBe(2)
      expect((await ask('warehouse:neighbors', nothing)).hub?.journal).toMatchObject({
        waiting: 0,
        lostAt: expect.any(String),
      })
    })
  })

  it('lacks what a full hub refuses, which people see, and packing goes on', async () => {
    const server = await startNatsServer()
    const market = await openHubMarket()
    await limitJournal(server, market, 6000)
    const { ask } = await openHubStation(server, market, 'Bench 1')
    await ready(ask)
    await market.goOffline()
    await packMany(ask, 6)
    await soon(async () => {
      const { hub } = await ask('warehouse:neighbors', nothing)
      expect(hub).toMatchObject({ state: 'open', journal: { full: true, waiting: expect.any(Number) } })
      expect(hub?.journal?.waiting).toBeGreaterThan(0)
    })
    await market.goOnline()
    await ask('station:sync', nothing)
    await soon(async () => {
      expect((await ask('outbox:list', { view: 'open', offset: 0, limit: 10 })).total).toBe(0)
      expect((await ask('warehouse:neighbors', nothing)).hub?.journal).toMatchObject({
        full: false,
        waiting: 0,
      })
    })
  })
})
