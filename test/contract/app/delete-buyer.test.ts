import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { runCommand } from '../../../src/main/app/commands/run'
import { createKeyFileSecrets } from '../../../src/main/hosts/key-file-secrets'
import { compose, imported, openMarket, packOldest, type Ask, optionsFor } from '../../support/composed'
import { tempDir } from '../../support/temp-dir'

/** Deleting the personal data of one order's buyer on request. */

const JPEG = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  Buffer.alloc(3_000, 'box'),
  Buffer.from([0xff, 0xd9]),
])
const CAMERA = { on: true, keepDays: 90, deviceId: null, deviceName: '' } as const

async function live() {
  const market = await openMarket()
  const dataDir = tempDir()
  const start = () => compose(dataDir, market.live)
  const station = await start()
  await imported(station.ask)
  await station.ask('settings:save-preferences', { camera: CAMERA })
  return { market, dataDir, start, ...station }
}

const settled = (ask: Ask) =>
  vi.waitFor(
    async () => {
      const { rows } = await ask('outbox:list', { view: 'open', offset: 0, limit: 5 })
      expect(rows).toEqual([])
    },
    { timeout: 15_000 },
  )

async function ship(ask: Ask, shipmentId: string) {
  const texts = { carrier: null, trackingNumber: null, trackingUrl: null }
  const shippedAt = new Date().toISOString()
  const expectedToDeliverAt = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const times = { shippedAt, expectedToDeliverAt, deliveredAt: null, canceledAt: null }
  await ask('packing:move', { shipmentId, move: 'ship', confirmedUnusual: true, ...times, ...texts })
}

/** An order that is packed, photographed and on its way. */
async function shipped(ask: Ask) {
  const { shipmentId, order } = await packOldest(ask)
  await ask('photos:keep', { shipmentId, image: JPEG.toString('base64') })
  await ask('photos:export', { shipmentId })
  await ship(ask, shipmentId)
  await settled(ask)
  return order.orderId
}

const filesIn = (dataDir: string) =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** The sealed buyer as the database has it. */
function sealedBuyer(dataDir: string, orderId: number): Buffer {
  const file = filesIn(dataDir).find((name) => /live.*[\\/]station\.sqlite$/.test(name)) ?? ''
  const db = new Database(file, { readonly: true })
  const sealed = db.prepare('SELECT buyer FROM orders WHERE order_id = ?').pluck().get(orderId) as Buffer
  db.close()
  return sealed
}

/** Files, but for copies, that hold any part of the buyer: sealed, in clear, or in a photo. */
function traces(dataDir: string, sealed: Buffer, words: readonly string[]): string[] {
  return filesIn(dataDir)
    .filter((file) => !/[\\/]backups[\\/]|[\\/]aside-/.test(file))
    .filter((file) => {
      const bytes = readFileSync(file)
      const photo = /[\\/]photos[\\/]|photo-/.test(file)
      return photo || bytes.includes(sealed.subarray(20, 60)) || words.some((word) => bytes.includes(word))
    })
}

async function buyerOf(ask: Ask, orderId: number) {
  const { buyer } = await ask('packing:open', { orderId })
  return [buyer?.name, buyer?.email, buyer?.phone, buyer?.address[0]].filter(
    (word): word is string => typeof word === 'string' && word.length > 3,
  )
}

it('is refused while the parcel is here or an operation is open', async () => {
  const { market, ask, refusal } = await live()
  await market.control.setAccessToken('training-1', 'another')
  const { order, shipmentId } = await packOldest(ask)
  const { orderId } = order
  const code = async (id = orderId) => (await refusal('orders:delete-buyer', { orderId: id })).code
  expect(await code()).toBe('buyer_needed')
  await market.control.setAccessToken('training-1', market.accessToken)
  await ask('settings:connect', { baseUrl: market.baseUrl, accessToken: market.accessToken })
  await settled(ask)
  expect(await code()).toBe('buyer_needed')
  expect(await code(orderId + 1)).toBe('buyer_needed')
  expect(await code(999_999)).toBe('order_not_found')
  expect(await buyerOf(ask, orderId)).not.toEqual([])
  await ship(ask, shipmentId)
  await settled(ask)
  expect((await ask('orders:delete-buyer', { orderId })).order.buyer).toBeNull()
}, 60_000)

it('leaves no trace of the buyer but in copies, and nothing brings it back', async () => {
  const { market, dataDir, ask, start, close } = await live()
  const orderId = await shipped(ask)
  await ask('orders:hold', { orderId, reason: 'Jo Doe called' })
  const words = [...(await buyerOf(ask, orderId)), 'Jo Doe called']
  expect(words.length).toBeGreaterThan(3)
  const sealed = sealedBuyer(dataDir, orderId)
  expect(traces(dataDir, sealed, words).join()).toMatch(/station\.sqlite.*/)
  const { name } = await ask('station:back-up', {})

  const { order } = await ask('orders:delete-buyer', { orderId })
  expect(order).toMatchObject({ buyer: null, hold: null })
  expect((await ask('packing:copy', { orderId })).unknown).toEqual({})
  const withoutReason = words.slice(0, -1)
  expect(traces(dataDir, sealed, withoutReason)).toEqual([])
  const { rows } = await ask('evidence:list', { orderId, kind: 'buyer_deleted', offset: 0, limit: 5 })
  expect(rows.map(({ payload }) => payload)).toEqual([{ orderId }])

  const readAgain = async (by: Ask) => {
    await by('packing:refresh', { orderId })
    await by('station:sync', {})
    expect(await buyerOf(by, orderId)).toEqual([])
  }
  await readAgain(ask)
  await ask('station:restore', { name })
  expect(await buyerOf(ask, orderId)).toEqual([])
  await imported(ask)
  await readAgain(ask)
  await close()
  const again = await start()
  await readAgain(again.ask)
  await again.close()
  expect(traces(dataDir, sealed, withoutReason)).toEqual([])
  expect((await market.control.readOrder(orderId)).id).toBe(orderId)
}, 60_000)

it('is done from the command line too, while no station runs', async () => {
  const { market, dataDir, ask, start, close } = await live()
  const orderId = await shipped(ask)
  const waiting = (await packOldest(ask)).order.orderId
  const words = await buyerOf(ask, orderId)
  const sealed = sealedBuyer(dataDir, orderId)
  await close()
  expect(traces(dataDir, sealed, words)).not.toEqual([])
  const options = optionsFor(dataDir, market.live)
  const out = vi.spyOn(console, 'log').mockImplementation(() => {})
  const err = vi.spyOn(console, 'error').mockImplementation(() => {})
  const anonymize = (id: number) =>
    runCommand({ name: 'anonymize', orderId: id }, options, async () => createKeyFileSecrets(dataDir))
  expect(await anonymize(waiting)).toBe(1)
  expect(err.mock.calls).toEqual([[expect.stringMatching(/^packbench: .* is still needed/)]])
  expect(await anonymize(orderId)).toBe(0)
  expect(out.mock.calls).toEqual([[expect.stringContaining(`order ${orderId}`)]])
  out.mockRestore()
  err.mockRestore()
  expect(traces(dataDir, sealed, words)).toEqual([])
  const again = await start()
  await again.ask('packing:refresh', { orderId })
  expect(await buyerOf(again.ask, orderId)).toEqual([])
  const { rows } = await again.ask('evidence:list', { kind: 'buyer_deleted', offset: 0, limit: 5 })
  expect(rows.map(({ payload }) => payload)).toEqual([{ orderId, how: 'command_line' }])
}, 60_000)
