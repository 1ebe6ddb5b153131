import { describe, expect, it } from 'vitest'
import { openOrder } from '../../../src/main/areas/packing/open-order'
import { sql } from '../../../src/main/store/db/database'
import { CODES } from '../../../src/main/warehouse/at-hub/codes'
import { keptAtHub, useAtHub } from '../../support/change-stations'
import { FIRST_PAGE } from '../../support/composed'
import { atHub, EAN, station } from '../../support/code-stations'
import { eventually } from '../../support/eventually'
import { openHubMarket, openHubStation, ready, soon } from '../../support/hub-stations'
import { HAS_NATS, type NatsServer } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'

/** Codes that one station is taught and all know, at a real hub. */

const USE = useAtHub(CODES)
const LESSON = { code: `0${EAN}`, by: 'externalId', value: 'SKU-1', size: null } as const

const kept = (server: NatsServer) => keptAtHub(server, CODES)

describe.skipIf(!HAS_NATS)('a code that one station is taught', () => {
  it('stands for the item at all stations, in the order on the bench too, until one takes it back', async () => {
    const server = await startNatsServer()
    const [a, b] = [await atHub(server), await atHub(server)]
    const stranger = await atHub(server, { accessToken: 'another' })
    const changes: (readonly number[] | null)[] = []
    b.made.events.onEvent((event) => {
      if (event.kind === 'orders_changed') changes.push(event.orderIds)
    })
    a.teach()
    await eventually(() => expect(b.finds()).toBe(1001))
    await eventually(() => expect(changes).toEqual([null]))
    expect(openOrder(b.made, 1001).lines[0]?.taught).toEqual([`0${EAN}`])
    expect(sql(b.made.db, 'SELECT taught_at, taught_by FROM taught_codes').get()).toEqual(
      sql(a.made.db, 'SELECT taught_at, taught_by FROM taught_codes').get(),
    )
    b.forget()
    await eventually(() => expect(a.finds()).toBeNull())
    a.teach(1002)
    await eventually(() => expect(b.finds()).toBe(1002))
    expect(stranger.finds()).toBeNull()
    expect([...a.faults, ...b.faults, ...a.ignored, ...b.ignored]).toEqual([])
  })

  it('reaches a station that was away, and what was taken back meanwhile is gone there', async () => {
    const server = await startNatsServer()
    const a = await atHub(server)
    const b = await atHub(server)
    a.teach()
    await eventually(() => expect(b.finds()).toBe(1001))
    const { file } = b.made
    await b.end()
    a.forget()
    a.teach(1002, 'TAG-2')
    await a.part.settled()
    const again = await station(server, { file })
    expect(again.finds()).toBe(1001)
    // Taught while it is alone: it reaches the others once it is back.
    again.teach(1001, 'TAG-1')
    await again.use()
    await eventually(() => expect([again.finds(), again.finds('TAG-2')]).toEqual([null, 1002]))
    await eventually(() => expect([a.finds(), a.finds('TAG-1')]).toEqual([null, 1001]))
    const late = await atHub(server)
    await eventually(() => expect([late.finds('TAG-1'), late.finds('TAG-2')]).toEqual([1001, 1002]))
  })

  it('is taken back for all by a station that was away when it took it back', async () => {
    const server = await startNatsServer()
    const [a, b] = [await atHub(server), await atHub(server)]
    a.teach()
    await eventually(() => expect(b.finds()).toBe(1001))
    await b.part.use(null)
    b.forget()
    // The newest value is heard once more by a station that has lost its place.
    await b.use()
    await eventually(() => expect(a.finds()).toBeNull())
    expect(b.finds()).toBeNull()
  })

  it('ends up the same everywhere when two stations disagree, as the hub heard it last', async () => {
    const server = await startNatsServer()
    const [a, b] = [await atHub(server), await atHub(server)]
    const file = `code,external_id\n${EAN},sku-1\n`
    for (let times = 0; times < 20; times += 1) {
      await a.file(file)
      b.forget()
      await b.file(file)
      a.forget()
    }
    await eventually(async () => {
      const { bucket } = await kept(server)
      await Promise.all([a.part.settled(), b.part.settled()])
      const revision = (await bucket.status()).streamInfo.state.last_seq
      for (const { made } of [a, b])
        expect(
          sql(made.db, `SELECT json_extract(value, '$.revision') FROM settings WHERE key = 'codes.hub'`)
            .pluck()
            .get(),
        ).toBe(revision)
    })
    expect(a.finds()).toBe(b.finds())
  })

  it('comes from a file of thousands, in few values', async () => {
    const server = await startNatsServer()
    const [a, b] = [await atHub(server), await atHub(server)]
    const rows = Array.from({ length: 5_000 }, (_, index) => `TAG-${index},SKU-1`)
    await a.file(`code,external_id\n${rows.join('\n')}`)
    await eventually(() => expect(b.count()).toBe(5_000))
    const { bucket } = await kept(server)
    expect((await bucket.status()).values).toBe(50)
    const late = await atHub(server)
    await eventually(() => expect(late.count()).toBe(5_000))
    expect(late.finds('TAG-4711')).toBe(1001)
  })

  it('is told again to a hub that was emptied', async () => {
    const server = await startNatsServer()
    const [a, b] = [await atHub(server), await atHub(server)]
    a.teach()
    await eventually(() => expect(b.finds()).toBe(1001))
    const { bucket } = await kept(server)
    await bucket.destroy()
    a.made.clock.advance(5_000)
    await eventually(() => expect(a.faults.length).toBeGreaterThan(0))
    await a.use()
    const late = await atHub(server)
    await eventually(() => expect(late.finds()).toBe(1001))
  })

  it('is not told by a station that hears it from the hub', async () => {
    const server = await startNatsServer()
    const a = await atHub(server)
    a.teach()
    await a.part.settled()
    const b = await station(server)
    b.teach()
    await b.use()
    await b.part.settled()
    expect((await (await kept(server)).bucket.status()).streamInfo.state.last_seq).toBe(1)
  })

  it('leaves alone and counts what is foreign, damaged or newer (H7)', async () => {
    const server = await startNatsServer()
    const a = await atHub(server)
    const { sealed } = await kept(server)
    const taught = { at: '2026-11-20T09:00:00.000Z', by: 'Ada' }
    await sealed.store('x1', JSON.stringify({ lessons: [{ ...LESSON, taught }] }))
    await sealed.put('x2', { lessons: [{ ...LESSON, taught }] }, { from: { use: USE, key: 'elsewhere' } })
    await sealed.put('x3', { lessons: [{ ...LESSON, by: 'color', taught }] })
    await sealed.put('x4', { lessons: [{ ...LESSON, taught }] }, { version: 9 })
    await eventually(() =>
      expect(a.ignored.toSorted()).toEqual(['foreign', 'foreign', 'newer', 'unreadable']),
    )
    expect(a.finds()).toBeNull()
    await sealed.put('x5', { lessons: [{ ...LESSON, taught, more: 1 }], more: 1 })
    await eventually(() => expect(a.finds()).toBe(1001))
  })

  it('is known to another station of the warehouse, which has the app running', async () => {
    const server = await startNatsServer()
    const market = await openHubMarket()
    const [a, b] = [
      await openHubStation(server, market, 'Bench 1'),
      await openHubStation(server, market, 'Bench 2'),
    ]
    for (const { ask } of [a, b]) await ready(ask)
    const { rows } = await a.ask('packing:queue', FIRST_PAGE)
    const orderId = rows[0]?.orderId ?? 0
    const { lines } = await a.ask('packing:open', { orderId })
    const { lineId = 0 } = lines.find((line) => !line.isShippingFee) ?? {}
    await a.ask('codes:teach', { code: EAN, orderId, lineId })
    await soon(async () =>
      expect(await b.ask('packing:scan', { codes: [EAN] })).toMatchObject({ kind: 'item' }),
    )
    const open = await b.ask('packing:open', { orderId })
    expect(open.lines.find((line) => line.lineId === lineId)?.taught).toEqual([`0${EAN}`])
  })
})
