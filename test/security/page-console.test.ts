import { describe, expect, it } from 'vitest'
import { compose, FIRST_PAGE, imported, openMarket } from '../support/composed'
import { hire } from '../support/people'
import { tempDir } from '../support/temp-dir'

/** A packer who calls the bridge from the page's console, past everything that the window would refuse. */

const PACKING = { packersTeach: true, serials: 'none', serialCategories: [] as number[] } as const
const PAGE = { offset: 0, limit: 100 }
const NO_LABEL = { carrier: null, trackingNumber: null, trackingUrl: null, warehouseId: 1 }
const SCAN = { kind: 'scan', verdict: 'line_chosen', command: null } as const

/** A packer at a station where every item must be scanned, and an order of two items or more. */
async function atPatsConsole() {
  const [market, dir] = [await openMarket(), tempDir()]
  const station = await compose(dir, market.live)
  const { ask } = station
  await imported(ask)
  await ask('settings:save-preferences', { packing: { ...PACKING, everyItemScanned: true } })
  const people = await hire(ask)
  await ask('operators:sign-in', { badge: people.pat.badge })
  const { rows } = await ask('packing:queue', FIRST_PAGE)
  const orderId = rows.find(({ lines }) => lines > 1)?.orderId ?? 0
  const { lines } = await ask('packing:open', { orderId })
  const goods = lines
    .filter((line) => !line.isShippingFee)
    .map(({ lineId, itemNumber, externalId }) => ({ lineId, code: externalId ?? itemNumber ?? '' }))
  const scan = (lineId: number, code: string, over = {}) => ({
    ...{ ...SCAN, raw: code, codes: [code], orderId, lineId },
    ...over,
  })
  const pack = (byHand?: number[]) => ({
    ...{ orderId, lineIds: goods.map(({ lineId }) => lineId), ...NO_LABEL },
    ...(byHand === undefined ? {} : { byHand }),
  })
  const entries = async (kind: string) => {
    await ask('operators:sign-in', { badge: people.sam.badge })
    return (await ask('evidence:list', { ...PAGE, kind })).rows
  }
  return { ...station, ...people, market, dir, orderId, goods, scan, pack, entries }
}

describe('a packer with the page’s console', () => {
  it('packs nothing of which main saw no scan, whatever the call says', async () => {
    const { ask, refusal, pack, orderId } = await atPatsConsole()
    for (const byHand of [[], undefined])
      expect(await refusal('packing:pack', pack(byHand))).toMatchObject({ code: 'not_scanned' })
    expect((await ask('packing:open', { orderId })).shipments).toEqual([])
  })

  it('has no scan taken for a line whose codes it does not have, and the evidence says so', async () => {
    const { ask, refusal, goods, scan, pack, orderId, entries } = await atPatsConsole()
    const [first, second] = goods
    const one = first?.lineId ?? 0
    await ask('evidence:record', {
      entries: [
        scan(one, 'NO SUCH CODE'),
        scan(one, second?.code ?? ''),
        scan(one, first?.code ?? '', { codes: undefined }),
        scan(one, first?.code ?? '', { orderId: null }),
        scan(one, first?.code ?? '', { orderId: orderId + 1 }),
        scan(987_654_321, first?.code ?? ''),
      ],
    })
    expect(await refusal('packing:pack', pack([]))).toMatchObject({
      code: 'not_scanned',
      fields: { lines: goods.map(({ lineId }) => lineId).join(',') },
    })
    const refused = (await entries('refusal')).map(({ payload }) => payload)
    expect(refused).toHaveLength(6)
    for (const payload of refused) expect(payload).toMatchObject({ verdict: 'not_of_line' })
    expect(await entries('scan')).toEqual([])
  })

  it('cannot date an entry', async () => {
    const { refusal, goods, scan } = await atPatsConsole()
    const [{ lineId, code } = { lineId: 0, code: '' }] = goods
    const dated = { ...scan(lineId, code), at: '2020-01-01T00:00:00.000Z' }
    expect(await refusal('evidence:record', { entries: [dated] })).toMatchObject({ code: 'invalid_request' })
  })

  it('packs what was scanned; the rest is by hand in the evidence where a supervisor’s rule allows it', async () => {
    const { ask, goods, scan, pack, sam, pat, entries } = await atPatsConsole()
    await ask('operators:sign-in', { badge: sam.badge })
    await ask('settings:save-preferences', { packing: { ...PACKING, everyItemScanned: false } })
    await ask('operators:sign-in', { badge: pat.badge })
    const [{ lineId, code } = { lineId: 0, code: '' }, ...others] = goods
    await ask('evidence:record', { entries: [scan(lineId, code)] })
    await ask('packing:pack', pack([]))
    expect((await entries('pack'))[0]).toMatchObject({
      operator: 'Pat',
      payload: { byHand: others.map((one) => one.lineId) },
    })
    expect((await entries('scan'))[0]).toMatchObject({ operator: 'Pat', payload: { lineId, code } })
  })

  it('keeps what main saw over a restart, until the parcel is packed, taken out or another order is scanned', async () => {
    const { ask, close, market, dir, goods, scan, pat } = await atPatsConsole()
    await ask('evidence:record', { entries: goods.map(({ lineId, code }) => scan(lineId, code)) })
    const [{ lineId = 0 } = {}] = goods
    await ask('evidence:record', { entries: [{ ...scan(lineId, ''), kind: 'undo', raw: null }] })
    await close()
    const again = await compose(dir, market.live)
    await again.ask('operators:sign-in', { badge: pat.badge })
    const pack = { ...{ orderId: scan(0, '').orderId, lineIds: goods.map((one) => one.lineId) }, ...NO_LABEL }
    expect(await again.refusal('packing:pack', pack)).toMatchObject({
      code: 'not_scanned',
      fields: { lines: String(lineId) },
    })
    await again.ask('evidence:record', { entries: [scan(lineId, goods[0]?.code ?? '')] })
    const { order } = await again.ask('packing:pack', pack)
    expect(order.shipments[0]?.byHand).toEqual([])
  })

  it('packs nothing with the scans of an order that was left for another, or of the parcel before', async () => {
    const { ask, refusal, goods, scan, pack, orderId } = await atPatsConsole()
    const all = goods.map(({ lineId, code }) => scan(lineId, code))
    await ask('evidence:record', { entries: all })
    const { rows } = await ask('packing:queue', FIRST_PAGE)
    const other = rows.find((row) => row.orderId !== orderId)?.orderId ?? 0
    const [line] = (await ask('packing:open', { orderId: other })).lines.filter((one) => !one.isShippingFee)
    const code = line?.externalId ?? line?.itemNumber ?? ''
    await ask('evidence:record', { entries: [scan(line?.lineId ?? 0, code, { orderId: other })] })
    expect(await refusal('packing:pack', pack([]))).toMatchObject({ code: 'not_scanned' })
    await ask('evidence:record', { entries: all })
    const [first = 0, ...more] = pack().lineIds
    await ask('packing:pack', { ...pack([]), lineIds: [first] })
    const rest = { ...pack([]), lineIds: more }
    expect(await refusal('packing:pack', rest)).toMatchObject({ code: 'not_scanned' })
  })
})
