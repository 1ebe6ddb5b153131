import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startMarketplace } from '../../../src/marketplace/server'
import { compose, imported, openMarket, packOldest } from '../../support/composed'
import { canMount, smallDisk } from '../../support/small-disk'
import { tempDir } from '../../support/temp-dir'

/** Photos on a full disk, and when their account is left. */

const JPEG = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff]),
  Buffer.alloc(200_000, 'box'),
  Buffer.from([0xff, 0xd9]),
])
const image = JPEG.toString('base64')
const CAMERA = { on: true, keepDays: 90, deviceId: null, deviceName: '' } as const

/** The files of photos, whichever account's. */
function photosIn(dataDir: string): string[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /photos[\\/]/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name))
}

it.skipIf(!canMount())('a full disk refuses the photo in words, and leaves no half of it', async () => {
  const [market, disk] = [await openMarket(), smallDisk(24_000_000)]
  const dataDir = join(disk.dir, 'data')
  const { ask, refusal } = await compose(dataDir, market.live)
  await imported(ask)
  await ask('settings:save-preferences', { camera: CAMERA })
  const { shipmentId } = await packOldest(ask)
  disk.leave(60_000)
  expect(await refusal('photos:keep', { shipmentId, image })).toMatchObject({ code: 'disk_full' })
  expect(photosIn(dataDir)).toEqual([])
  disk.free()
  await ask('photos:keep', { shipmentId, image })
  expect(photosIn(dataDir)).toHaveLength(1)
  expect(await ask('photos:read', { shipmentId })).toMatchObject({ image })
})

it('a reset deletes them with the account', async () => {
  const market = await openMarket()
  const dataDir = tempDir()
  const { ask } = await compose(dataDir)
  await ask('settings:connect', { baseUrl: market.baseUrl, accessToken: market.accessToken })
  await imported(ask)
  await ask('settings:save-preferences', { camera: CAMERA })
  const { shipmentId } = await packOldest(ask)
  await ask('photos:keep', { shipmentId, image })
  const [file = ''] = photosIn(dataDir)
  expect(existsSync(file)).toBe(true)
  await expect
    .poll(() => ask('outbox:list', { view: 'open', offset: 0, limit: 5 }).then(({ total }) => total))
    .toBe(0)
  await ask('station:leave', { how: 'reset', exportOps: false })
  expect(photosIn(dataDir)).toEqual([])
})

it('another account neither sees them nor loses them', async () => {
  const accounts = [
    { name: 'first', accessToken: 'first-token' },
    { name: 'second', accessToken: 'second-token' },
  ]
  const market = await startMarketplace({ dataDir: tempDir(), seed: 5, orders: 8, items: 5, accounts })
  onTestFinished(() => market.close())
  const dataDir = tempDir()
  const { ask, refusal } = await compose(dataDir)
  const connect = (accessToken: string) => ask('settings:connect', { baseUrl: market.baseUrl, accessToken })
  await connect('first-token')
  await imported(ask)
  await ask('settings:save-preferences', { camera: CAMERA })
  const { shipmentId } = await packOldest(ask)
  await ask('photos:keep', { shipmentId, image })
  const files = photosIn(dataDir)

  await connect('second-token')
  await imported(ask)
  expect(await ask('photos:read', { shipmentId })).toBeNull()
  expect(await refusal('photos:keep', { shipmentId, image })).toMatchObject({ code: 'shipment_not_found' })
  expect(photosIn(dataDir)).toEqual(files)

  await connect('first-token')
  expect(await ask('photos:read', { shipmentId })).toMatchObject({ image })
})
