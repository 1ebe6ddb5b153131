import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compose, FIRST_PAGE, imported, nothing, openMarket } from '../../support/composed'
import { LOGO_PNG } from '../../support/logo'
import { tempDir } from '../../support/temp-dir'

/** Packing instructions, from the folder to the order and back into the evidence. */

async function withOrder() {
  const [market, dataDir] = [await openMarket(), tempDir()]
  const dir = join(dataDir, 'instructions')
  mkdirSync(join(dir, 'items'), { recursive: true })
  const station = await compose(dataDir, market.live)
  const { ask } = station
  await imported(ask)
  const { rows } = await ask('packing:queue', FIRST_PAGE)
  const orderId = rows.find(({ lines }) => lines > 1)?.orderId ?? 0
  const goods = (await ask('packing:open', { orderId })).lines.filter((line) => !line.isShippingFee)
  const lineIds = goods.map(({ lineId }) => lineId)
  const pack = (followed?: number[]) => ({
    ...{ orderId, lineIds, byHand: [], carrier: null, trackingNumber: null, trackingUrl: null },
    ...{ warehouseId: 1, ...(followed === undefined ? {} : { followed }) },
  })
  const say = async (rows: string) => {
    writeFileSync(join(dir, 'instructions.csv'), `sku,text,picture,confirm\n${rows}`)
    return ask('instructions:read', nothing)
  }
  return { ...station, dir, orderId, goods, pack, say }
}

it('goes with the lines of an order, with pictures', async () => {
  const { ask, dir, orderId, goods, say } = await withOrder()
  const [first, second] = goods
  writeFileSync(join(dir, 'ribbon.png'), LOGO_PNG)
  writeFileSync(join(dir, 'items', `${encodeURIComponent(second?.externalId ?? '')}.png`), LOGO_PNG)
  expect(await say(`${first?.externalId?.toLowerCase()},Ribbon,ribbon.png,yes`)).toMatchObject({
    ...{ table: 'read', instructions: 1, itemPictures: 1, folder: dir, problems: [] },
  })
  const { lines } = await ask('packing:open', { orderId })
  const lineOf = (lineId?: number) => lines.find((line) => line.lineId === lineId)
  expect(lineOf(first?.lineId)?.instructions).toEqual([
    { text: 'Ribbon', picture: 'ribbon.png', confirm: true },
  ])
  const picture = lineOf(second?.lineId)?.picture ?? ''
  expect(await ask('instructions:picture', { name: picture })).toEqual({
    picture: `data:image/png;base64,${LOGO_PNG.toString('base64')}`,
  })
  expect(await ask('instructions:picture', { name: '../preferences.json' })).toEqual({ picture: null })
})

it('is confirmed before its line is packed, and the evidence says so', async () => {
  const { ask, refusal, goods, pack, say } = await withOrder()
  const [first] = goods
  const lineId = first?.lineId ?? 0
  await say(`${first?.itemNumber},Ribbon,,yes`)
  expect(await refusal('packing:pack', pack())).toMatchObject({ code: 'instruction_open' })
  const others = goods.map((line) => line.lineId).filter((other) => other !== lineId)
  expect(await refusal('packing:pack', pack(others))).toMatchObject({ code: 'instruction_open' })
  await ask('packing:pack', pack([lineId]))
  const { rows } = await ask('evidence:list', { offset: 0, limit: 100 })
  const packs = rows.filter(({ kind }) => kind === 'pack').map(({ payload }) => payload)
  expect(packs).toMatchObject([
    { followed: [lineId] },
    { refused: 'instruction_open', followed: others },
    { refused: 'instruction_open' },
  ])
  expect(packs[2]).not.toHaveProperty('followed')
})

it('needs no confirmation that the warehouse does not ask for', async () => {
  const { ask, goods, pack, say, orderId } = await withOrder()
  await say(`${goods[0]?.itemNumber},Ribbon,,no`)
  await ask('packing:pack', pack())
  expect((await ask('packing:open', { orderId })).shipments).toHaveLength(1)
})
