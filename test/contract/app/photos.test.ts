import { createHash } from 'node:crypto'
import Database from 'better-sqlite3'
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createManualClock } from '../../support/clock'
import { compose, imported, nothing, openMarket, packOldest } from '../../support/composed'
import { tempDir } from '../../support/temp-dir'
import { eventually } from '../../support/eventually'

/** Photos of open boxes: what is kept, how, and for how long. */

const BEGIN = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
const JPEG = Buffer.concat([BEGIN, Buffer.alloc(3_000, 'box'), Buffer.from([0xff, 0xd9])])
const CAMERA = { on: true, keepDays: 90, deviceId: null, deviceName: '' } as const
const image = JPEG.toString('base64')
const HASH = createHash('sha256').update(JPEG).digest('hex')
const PAGE = { offset: 0, limit: 100 }

async function aStation() {
  const market = await openMarket()
  const dataDir = tempDir()
  const station = await compose(dataDir, market.live)
  await imported(station.ask)
  await station.ask('settings:save-preferences', { camera: CAMERA })
  return { ...station, dataDir }
}

/** The sealed pictures anywhere in the data folder. */
function photoFiles(dataDir: string): string[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /photos[\\/]\d{4}-\d\d$/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name))
}

it('keeps a sealed photo, shows it, and exports the JPEG that the evidence names', async () => {
  const { ask, dataDir } = await aStation()
  const { shipmentId, order } = await packOldest(ask)
  expect(await ask('photos:read', { shipmentId })).toBeNull()
  const { orderId } = order
  expect(await ask('photos:keep', { shipmentId, image })).toEqual({
    orderId,
    sha256: HASH,
    bytes: JPEG.length,
  })
  expect(await ask('photos:read', { shipmentId })).toMatchObject({ orderId, sha256: HASH, image })
  const [file = ''] = photoFiles(dataDir)
  expect(basename(file)).toBe(shipmentId)
  const sealed = readFileSync(file)
  expect(sealed.includes(JPEG.subarray(0, 30))).toBe(false)
  expect(sealed.includes(Buffer.from(image.slice(0, 30)))).toBe(false)
  const { path } = await ask('photos:export', { shipmentId })
  expect(basename(path)).toContain(`photo-${orderId}-${shipmentId}-`)
  expect(createHash('sha256').update(readFileSync(path)).digest('hex')).toBe(HASH)
  const { rows } = await ask('evidence:list', { ...PAGE, orderId })
  expect(rows.map(({ kind, payload }) => [kind, payload['sha256']])).toEqual([
    ['photo_export', HASH],
    ['photo', HASH],
    ['pack', undefined],
  ])
})

it('refuses anything but one small JPEG of a shipment packed here while photos are on', async () => {
  const { ask, refusal, dataDir } = await aStation()
  const { shipmentId } = await packOldest(ask)
  const code = async (given: { shipmentId?: string; image?: string }) =>
    (await refusal('photos:keep', { shipmentId, image, ...given })).code
  expect(await code({ image: Buffer.from('<svg onload="x">').toString('base64') })).toBe('invalid_request')
  expect(await code({ image: `/9j/${'A'.repeat(700_000)}` })).toBe('invalid_request')
  expect(await code({ image: '/9j/ not base64' })).toBe('invalid_request')
  for (const bytes of [1, 2, 3])
    expect(await code({ image: JPEG.subarray(0, -bytes).toString('base64') })).toBe('invalid_request')
  expect(await code({ shipmentId: crypto.randomUUID() })).toBe('shipment_not_found')
  await ask('settings:save-preferences', { camera: { ...CAMERA, on: false } })
  expect(await code({})).toBe('photos_off')
  expect(photoFiles(dataDir)).toEqual([])
  await ask('settings:save-preferences', { camera: CAMERA })
  await ask('photos:keep', { shipmentId, image })
  expect(await code({})).toBe('photo_exists')
})

it('refuses to show a file that is gone, altered or another shipment’s', async () => {
  const { ask, refusal, dataDir } = await aStation()
  const { shipmentId } = await packOldest(ask)
  await ask('photos:keep', { shipmentId, image })
  const [file = ''] = photoFiles(dataDir)
  const other = (await packOldest(ask)).shipmentId
  await ask('photos:keep', { shipmentId: other, image })
  const theirs = photoFiles(dataDir).find((path) => path !== file) ?? ''
  writeFileSync(file, readFileSync(theirs))
  expect((await refusal('photos:read', { shipmentId })).code).toBe('file_unreadable')
  rmSync(file)
  expect((await refusal('photos:export', { shipmentId })).code).toBe('file_unreadable')
  expect(await ask('photos:read', { shipmentId: other })).toMatchObject({ image })
})

it('only a supervisor exports a photo', async () => {
  const { ask, refusal } = await aStation()
  const { shipmentId } = await packOldest(ask)
  await ask('photos:keep', { shipmentId, image })
  const sam = { operatorId: null, active: true, newBadge: false } as const
  const [bob] = await ask('operators:save', { ...sam, name: 'Bob', role: 'packer', pin: null })
  await ask('operators:save', { ...sam, name: 'Sue', role: 'supervisor', pin: '4321' })
  await ask('operators:sign-in', { badge: bob?.badge ?? '' })
  expect((await refusal('photos:export', { shipmentId })).code).toBe('supervisor_needed')
  expect(await ask('photos:read', { shipmentId })).toMatchObject({ image })
})

it('deletes a photo after its days, and keeps its evidence', async () => {
  const dataDir = tempDir()
  const clock = createManualClock(Date.now())
  const { ask } = await compose(dataDir, {}, true, clock)
  const tick = async () => {
    clock.advance(50)
    const { status } = await ask('station:bootstrap', nothing)
    expect(status.clock.state).not.toBe('unknown')
    expect((await ask('packing:queue', { view: 'to_pack', search: '', offset: 0, limit: 1 })).total).not.toBe(
      0,
    )
  }
  await vi.waitFor(tick, { timeout: 10_000 })
  await ask('settings:save-preferences', { camera: { ...CAMERA, keepDays: 2 } })
  const { shipmentId } = await packOldest(ask)
  await ask('photos:keep', { shipmentId, image })
  const [file = ''] = photoFiles(dataDir)
  clock.advance(130_000)
  expect(existsSync(file)).toBe(true)
  clock.advance(86_400_000 * 3)
  await eventually(async () => {
    clock.advance(3_600_000)
    expect(await ask('photos:read', { shipmentId })).toBeNull()
  })
  expect(existsSync(file)).toBe(false)
  const { rows } = await ask('evidence:list', PAGE)
  expect(rows.find(({ kind }) => kind === 'photo')?.payload).toMatchObject({ sha256: HASH })
})

it('finds photos that a restored database does not know, and deletes those that nobody can', async () => {
  const dataDir = tempDir()
  const clock = createManualClock(Date.now())
  const first = await compose(dataDir, {}, true, clock)
  await vi.waitFor(
    async () => {
      clock.advance(50)
      expect(
        (await first.ask('packing:queue', { view: 'to_pack', search: '', offset: 0, limit: 1 })).total,
      ).toBeGreaterThan(0)
    },
    { timeout: 10_000 },
  )
  await first.ask('settings:save-preferences', { camera: { ...CAMERA, keepDays: 2 } })
  const { shipmentId } = await packOldest(first.ask)
  await first.ask('photos:keep', { shipmentId, image })
  const [file = ''] = photoFiles(dataDir)
  await first.close()
  const account = dirname(dirname(dirname(file)))
  const database = readdirSync(account).find(
    (name) => name.endsWith('.sqlite') && forgetsPhotos(join(account, name)),
  )
  expect(database).toBeDefined()
  const stranger = join(dirname(file), crypto.randomUUID())
  const young = join(dirname(file), crypto.randomUUID())
  for (const path of [stranger, young]) writeFileSync(path, readFileSync(file))
  utimesSync(stranger, new Date(), new Date(Date.now() - 86_400_000 * 3))

  const { ask } = await compose(dataDir, {}, true, clock)
  expect(await ask('photos:read', { shipmentId })).toBeNull()
  await vi.waitFor(
    async () => {
      clock.advance(10_000)
      expect(await ask('photos:read', { shipmentId })).toMatchObject({ image, sha256: HASH, takenBy: '' })
      expect(existsSync(stranger)).toBe(false)
    },
    { timeout: 10_000 },
  )
  expect(existsSync(file)).toBe(true)
  // Its days are not over.
  expect(existsSync(young)).toBe(true)
})

/** @returns whether it is a database with a photo, which it no longer knows */
function forgetsPhotos(path: string): boolean {
  const db = new Database(path)
  try {
    return db.prepare('DELETE FROM photos').run().changes === 1
  } catch {
    return false
  } finally {
    db.close()
  }
}

it('accepts a whole JPEG of any length', async () => {
  const { ask } = await aStation()
  for (const bytes of [40, 41, 42]) {
    const { shipmentId } = await packOldest(ask)
    const picture = Buffer.concat([BEGIN, Buffer.alloc(bytes, 0x5a), Buffer.from([0xff, 0xd9])])
    expect(await ask('photos:keep', { shipmentId, image: picture.toString('base64') })).toMatchObject({
      bytes: picture.length,
    })
  }
})

it('records why a parcel has no photo', async () => {
  const { ask, refusal } = await aStation()
  const { shipmentId, order } = await packOldest(ask)
  const { orderId } = order
  expect(await ask('photos:missed', { shipmentId, why: 'camera_busy' })).toEqual({ orderId })
  expect((await refusal('photos:missed', { shipmentId: crypto.randomUUID(), why: 'camera_busy' })).code).toBe(
    'shipment_not_found',
  )
  const { rows } = await ask('evidence:list', { ...PAGE, orderId })
  expect(rows.map(({ kind, payload }) => [kind, payload['why']])).toEqual([
    ['photo_missed', 'camera_busy'],
    ['pack', undefined],
  ])
  await ask('settings:save-preferences', { camera: { ...CAMERA, on: false } })
  expect((await refusal('photos:missed', { shipmentId, why: 'camera_busy' })).code).toBe('photos_off')
})
