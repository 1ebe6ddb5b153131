import { describe, expect, it } from 'vitest'
import { compose, FIRST_PAGE, imported, nothing, openMarket, type Ask } from '../../support/composed'
import { hire } from '../../support/people'
import { tempDir } from '../../support/temp-dir'

/** What is ticked by hand instead of scanned leaves a trace, and may need a supervisor. */

const PACKING = { packersTeach: true, serials: 'none', serialCategories: [] as number[] } as const
const EVERYTHING = { offset: 0, limit: 100 }

/** A station with an order that nobody has packed, and its goods. */
async function withOrder() {
  const [market, dir] = [await openMarket(), tempDir()]
  const station = await compose(dir, market.live)
  await imported(station.ask)
  const { rows } = await station.ask('packing:queue', FIRST_PAGE)
  const orderId = rows.find(({ lines }) => lines > 1)?.orderId ?? 0
  const { lines } = await station.ask('packing:open', { orderId })
  const goods = lines.filter((line) => !line.isShippingFee).map(({ lineId }) => lineId)
  const scan = (...lineIds: number[]) =>
    station.ask('evidence:record', {
      entries: lineIds.map((lineId) => {
        const line = lines.find((one) => one.lineId === lineId)
        const code = line?.externalId ?? line?.itemNumber ?? ''
        const read = { kind: 'scan' as const, verdict: 'line_chosen', raw: code, codes: [code] }
        return { ...read, command: null, orderId, lineId }
      }),
    })
  return { ...station, market, dir, orderId, goods, scan, pack: packing(orderId, goods) }
}

const packing = (orderId: number, lineIds: number[]) => (byHand?: number[]) => ({
  ...{ orderId, lineIds, carrier: null, trackingNumber: null, trackingUrl: null, warehouseId: 1 },
  ...(byHand === undefined ? {} : { byHand }),
})

const shipmentOf = async (ask: Ask, orderId: number) => (await ask('packing:open', { orderId })).shipments[0]
const entries = async (ask: Ask, kind: string) =>
  (await ask('evidence:list', EVERYTHING)).rows.filter((row) => row.kind === kind)

it('a serial number is recorded as scanned, and proves no item', async () => {
  const { ask, orderId, goods } = await withOrder()
  const read = { kind: 'scan', verdict: 'serial_scanned', raw: 'SN-1', command: null } as const
  await ask('evidence:record', { entries: [{ ...read, orderId, lineId: goods[0] ?? 0, codes: [] }] })
  const [scan] = await entries(ask, 'scan')
  expect(scan?.payload).toMatchObject({ verdict: 'serial_scanned', raw: 'SN-1', lineId: goods[0] })
  expect(scan?.payload).not.toHaveProperty('code')
  expect(await entries(ask, 'refusal')).toEqual([])
})

describe('what was ticked by hand', () => {
  it('is kept with the shipment, its history and the evidence, over a restart and a restored backup', async () => {
    const { ask, close, market, dir, orderId, goods, scan, pack } = await withOrder()
    const hand = goods.slice(0, 1)
    const { name } = await ask('station:back-up', nothing)
    // It was scanned, and taken out and put back by hand.
    await scan(...goods)
    const { shipmentId } = await ask('packing:pack', pack(hand))
    expect(await shipmentOf(ask, orderId)).toMatchObject({ byHand: hand })
    const { timed } = await ask('packing:timeline', { orderId })
    expect(timed.filter(({ what }) => what === 'parcel')).toMatchObject([{ step: 'packed', byHand: 1 }])
    expect((await entries(ask, 'pack'))[0]?.payload).toMatchObject({ byHand: hand, lineIds: goods })
    const { today, operators } = await ask('statistics:read', { days: 7 })
    expect(today).toMatchObject({ lines: goods.length, byHand: 1 })
    expect(operators[0]).toMatchObject({ byHand: 1 })
    await close()

    const again = await compose(dir, market.live)
    expect(await shipmentOf(again.ask, orderId)).toMatchObject({ shipmentId, byHand: hand })
    // The backup is older: the shipment comes from the file that it replaces.
    await again.ask('station:restore', { name })
    expect(await shipmentOf(again.ask, orderId)).toMatchObject({ shipmentId, byHand: hand })
  })

  it('is none when everything was scanned, and everything that was not, whatever the window says', async () => {
    const { ask, orderId, goods, scan } = await withOrder()
    const [first = 0, ...more] = goods
    await scan(first)
    await ask('packing:pack', packing(orderId, [first])([]))
    await ask('packing:pack', packing(orderId, more)([]))
    const { shipments } = await ask('packing:open', { orderId })
    expect(shipments.map(({ byHand }) => byHand)).toEqual([[], more])
    const told = (await entries(ask, 'pack')).map(({ payload }) => payload['byHand'])
    expect(told).toEqual([more, undefined])
  })

  it('is refused if it is not among the packed lines', async () => {
    const { refusal, orderId, goods } = await withOrder()
    const [first = 0, second = 0] = goods
    expect(await refusal('packing:pack', packing(orderId, [first])([second]))).toMatchObject({
      code: 'invalid_request',
      fields: { byHand: 'custom' },
    })
  })
})

describe('where every item must be scanned', () => {
  async function atPatsScreen() {
    const station = await withOrder()
    const { ask } = station
    await ask('settings:save-preferences', { packing: { ...PACKING, everyItemScanned: true } })
    const people = await hire(ask)
    await ask('operators:sign-in', { badge: people.pat.badge })
    const force = (lineIds: number[]) => ({ orderId: station.orderId, lineIds })
    const bySam = (lineIds: number[]) =>
      ask('operators:lend', {
        ...{ channel: 'packing:force-scan', request: force(lineIds) },
        by: { badge: people.sam.badge },
      })
    return { ...station, ...people, force, bySam }
  }

  it('packs what was scanned, and nothing that was ticked or of which nobody says how it was chosen', async () => {
    const { ask, refusal, pack, scan, goods, orderId } = await atPatsScreen()
    for (const byHand of [goods.slice(0, 1), undefined])
      expect(await refusal('packing:pack', pack(byHand))).toMatchObject({ code: 'not_scanned' })
    expect((await ask('packing:open', { orderId })).shipments).toEqual([])
    await scan(...goods)
    await ask('packing:pack', pack([]))
    expect(await shipmentOf(ask, orderId)).toMatchObject({ byHand: [] })
  })

  it('packs what was scanned by a taught code, unless it was taken back since', async () => {
    const { ask, refusal, pack, goods, orderId } = await atPatsScreen()
    const codes = goods.map((_, index) => `TAG-${index}`)
    const lessons = goods.map((lineId, index) => ({ orderId, lineId, code: codes[index] ?? '' }))
    for (const lesson of lessons) await ask('codes:teach', lesson)
    const read = { kind: 'scan', verdict: 'line_chosen', command: null, orderId } as const
    const entries = lessons.map(({ lineId, code }) => ({ ...read, lineId, raw: code, codes: [code] }))
    await ask('evidence:record', { entries })
    const { lines } = await ask('packing:open', { orderId })
    const { itemNumber } = lines.find(({ lineId }) => lineId === goods[0]) ?? {}
    for (const { taughtAt: _at, taughtBy: _by, ...lesson } of await ask('codes:of-item', {
      itemNumber: itemNumber ?? '',
    }))
      await ask('codes:forget', lesson)
    expect(await refusal('packing:pack', pack([]))).toMatchObject({ code: 'not_scanned' })
    await ask('codes:teach', lessons[0]!)
    await ask('packing:pack', pack([]))
    expect(await shipmentOf(ask, orderId)).toMatchObject({ byHand: [] })
  })

  it('packs an item by hand that a supervisor allowed, once, with both names', async () => {
    const { ask, refusal, pack, scan, goods, orderId, force, bySam, sam } = await atPatsScreen()
    const [first = 0, second = 0] = goods
    await scan(second)
    expect(await refusal('packing:force-scan', force([first]))).toMatchObject({
      code: 'supervisor_needed',
      fields: { act: 'force_scan', lend: 'possible' },
    })
    await bySam([first])
    await ask('packing:force-scan', force([first]))
    // For that item only.
    expect(await refusal('packing:pack', pack([first, second]))).toMatchObject({ code: 'not_scanned' })
    const { shipmentId, seq } = await ask('packing:pack', pack([first]))
    expect((await ask('outbox:read', { seq })).row.capturedBy).toBe('Pat, approved by Sam')
    const { timed } = await ask('packing:timeline', { orderId })
    expect(timed.find(({ what }) => what === 'parcel')).toMatchObject({
      shipmentId,
      by: 'Pat, approved by Sam',
    })

    await ask('operators:sign-in', { badge: sam.badge })
    const packs = await entries(ask, 'pack')
    expect(packs[0]).toMatchObject({ operator: 'Pat', payload: { byHand: [first], approvedBy: 'Sam' } })
    expect(packs[1]).toMatchObject({ payload: { byHand: [first, second], refused: 'not_scanned' } })
    const [allowed, refused] = await entries(ask, 'force_scan')
    expect(allowed).toMatchObject({
      operator: 'Pat',
      payload: { orderId, lineIds: [first], approvedBy: 'Sam' },
    })
    expect(refused).toMatchObject({ operator: 'Pat', payload: { refused: 'supervisor_needed' } })
    const { operators } = await ask('statistics:read', { days: 7 })
    expect(operators.find(({ operator }) => operator === 'Pat')).toMatchObject({ byHand: 1 })
  })

  it('forgets what was allowed when somebody else comes to the screen', async () => {
    const { ask, refusal, pack, goods, force, bySam, pat } = await atPatsScreen()
    await bySam(goods)
    await ask('packing:force-scan', force(goods))
    await ask('operators:lock', nothing)
    await ask('operators:sign-in', { badge: pat.badge })
    expect(await refusal('packing:pack', pack(goods))).toMatchObject({ code: 'not_scanned' })
  })

  it('lets a supervisor who packs allow it alone, and packers change no such setting', async () => {
    const { ask, refusal, pack, goods, force, sam, orderId } = await atPatsScreen()
    expect(
      await refusal('settings:save-preferences', { packing: { ...PACKING, everyItemScanned: false } }),
    ).toMatchObject({
      code: 'supervisor_needed',
    })
    await ask('operators:sign-in', { badge: sam.badge })
    await ask('packing:force-scan', force(goods))
    const { seq } = await ask('packing:pack', pack(goods))
    expect((await ask('outbox:read', { seq })).row.capturedBy).toBe('Sam')
    expect(await shipmentOf(ask, orderId)).toMatchObject({ byHand: goods })
  })
})
