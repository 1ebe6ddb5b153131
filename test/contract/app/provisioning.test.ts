import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { passphraseIn } from '../../../src/main/warehouse/own-station'
import { checkProvisioning } from '../../../src/main/app/provisioning/check'
import type { Provisioning } from '../../../src/main/app/provisioning/provisioning'
import { openPreferences } from '../../../src/main/areas/settings/preferences'
import { provisioningFile } from '../../../src/main/app/provisioning/schema'
import { SAMPLE_WAREHOUSE_ID } from '../../../src/marketplace/sample/catalog'
import { compose, FIRST_PAGE, imported, nothing, openMarket } from '../../support/composed'
import { formatted } from '../../support/formatted'
import { tempDir } from '../../support/temp-dir'

const fail = (line: string): never => expect.fail(line)
const FILE = '/etc/packbench/provisioning.json'

function checked(content: unknown): Provisioning {
  const result = checkProvisioning(FILE, content)
  if (!result.ok || result.refused.length > 0) throw new Error(JSON.stringify(result))
  return result.provisioning
}

const composeWith = (content: unknown, dataDir = tempDir()) =>
  compose(dataDir, {}, true, undefined, checked(content))

describe('what IT sets', () => {
  it('holds for the account and the PC, and the window says what it is', async () => {
    const { ask } = await composeWith({
      station: { currency: 'EUR', transitDays: 9 },
      preferences: { sound: { volume: 0.2 }, carriers: { list: [{ name: 'Haus' }] } },
    })
    const { settings, preferences, fixed } = await ask('station:bootstrap', nothing)
    expect(settings).toMatchObject({ currency: 'EUR', transitDays: 9 })
    expect(preferences.sound).toEqual({ volume: 0.2, speech: false })
    expect(preferences.carriers.list).toMatchObject([{ name: 'Haus', inUse: true, transitDays: 3 }])
    expect(fixed).toEqual(['station.currency', 'station.transitDays', 'sound.volume', 'carriers.list'])
  })

  it('wins over what was set by hand, which comes back when IT sets it no more', async () => {
    const dataDir = tempDir()
    const first = await compose(dataDir, {}, true)
    await first.ask('settings:save-preferences', { sound: { volume: 1, speech: true } })
    await first.close()
    const second = await composeWith({ preferences: { sound: { volume: 0.2 } } }, dataDir)
    expect((await second.ask('station:bootstrap', nothing)).preferences.sound).toEqual({
      volume: 0.2,
      speech: true,
    })
    await second.close()
    const third = await compose(dataDir, {}, true)
    expect((await third.ask('station:bootstrap', nothing)).preferences.sound.volume).toBe(1)
  })

  it('is refused in the window; what stands beside it can be changed', async () => {
    const { ask, refusal } = await composeWith({
      station: { currency: 'EUR' },
      preferences: { sound: { volume: 0.2 } },
    })
    expect(
      await refusal('settings:save-preferences', { sound: { volume: 0.9, speech: true } }),
    ).toMatchObject({
      code: 'provisioned',
      fields: { volume: 'provisioned' },
    })
    const before = await ask('station:bootstrap', nothing)
    expect(before.preferences.sound, 'nothing of it was saved').toEqual({ volume: 0.2, speech: false })
    await ask('settings:save-preferences', { sound: { volume: 0.2, speech: true } })
    expect(await refusal('settings:save', { ...before.settings, currency: 'USD' })).toMatchObject({
      code: 'provisioned',
      fields: { currency: 'provisioned' },
    })
    const { settings } = await ask('settings:save', { ...before.settings, transitDays: 5 })
    expect(settings).toMatchObject({ currency: 'EUR', transitDays: 5 })
    const { settings: after } = await ask('settings:save', { carrier: 'UPS' })
    expect(after).toEqual({ ...settings, carrier: 'UPS' })
    expect((await ask('settings:save-preferences', { sound: { speech: false } })).sound).toEqual({
      volume: 0.2,
      speech: false,
    })
    expect(await refusal('settings:save-preferences', { lock: { idleMinutes: 481 } })).toMatchObject({
      code: 'invalid_request',
    })
  })
})

describe('the warehouse from IT', () => {
  const file = checked({ station: { warehouseId: 7 } })

  it('is the environment’s, if both set one: stored, named, and refused in the window', async () => {
    const { ask, refusal } = await compose(tempDir(), { warehouseId: 8 }, false, undefined, file)
    const { settings, fixed } = await ask('station:bootstrap', nothing)
    expect(settings.warehouseId).toBe(8)
    expect(fixed).toEqual(['station.warehouseId'])
    expect(await refusal('settings:save', { warehouseId: 7 })).toMatchObject({
      code: 'provisioned',
      fields: { warehouseId: 'provisioned' },
    })
  })

  it('is named and cannot be changed in the window if the environment alone sets it', async () => {
    const { ask, refusal } = await compose(tempDir(), { warehouseId: 8 })
    expect((await ask('station:bootstrap', nothing)).fixed).toEqual(['station.warehouseId'])
    expect((await refusal('settings:save', { warehouseId: 7 })).code).toBe('provisioned')
    expect((await ask('settings:save', { warehouseId: 8, carrier: 'UPS' })).settings.warehouseId).toBe(8)
  })

  it('does not replace the sample orders’ warehouse when a station starts for training', async () => {
    const { ask } = await compose(tempDir(), {}, true, undefined, file)
    const { settings, fixed } = await ask('station:bootstrap', nothing)
    expect(settings.warehouseId).toBe(SAMPLE_WAREHOUSE_ID)
    expect(fixed).toEqual([])
  })
})

describe('the stations’ passphrase from IT', () => {
  const passphrase = 'correct horse battery'

  it('is used, named, and cannot be replaced or removed in the window', async () => {
    const { ask, refusal } = await composeWith({ stations: { passphrase } })
    expect((await ask('warehouse:neighbors', nothing)).hasPassphrase).toBe(true)
    expect((await ask('station:bootstrap', nothing)).fixed).toEqual(['lan.passphrase'])
    for (const other of ['another passphrase', null])
      expect(await refusal('warehouse:passphrase', { passphrase: other })).toMatchObject({
        code: 'provisioned',
        fields: { passphrase: 'provisioned' },
      })
  })

  it('wins over one that was set by hand, which comes back when IT sets it no more', async () => {
    const dataDir = tempDir()
    const first = await compose(dataDir, {}, true)
    await first.ask('warehouse:passphrase', { passphrase: 'set by hand' })
    await first.close()
    const used = (content: unknown) => passphraseIn(openPreferences(dataDir, fail), checked(content))
    expect(used({ stations: { passphrase } })).toBe(passphrase)
    expect(used({})).toBe('set by hand')
  })

  it('is not used if it is too short, and never told', async () => {
    const result = checkProvisioning(FILE, { stations: { passphrase: 'secret' } })
    expect(result).toMatchObject({ ok: true, provisioning: { file: FILE } })
    expect(JSON.stringify(result)).toMatch(/wrong at stations/)
    expect(JSON.stringify(result)).not.toMatch('secret')
  })
})

describe('this PC’s set-up for other PCs', () => {
  it('is a file that another PC takes whole, and holds no secret', async () => {
    const market = await openMarket()
    const { ask } = await compose(tempDir(), market.live)
    await ask('settings:save-preferences', {
      sound: { volume: 0.3, speech: true },
      lan: { on: true, stationName: 'Bench 1', port: 47_800, addresses: ['10.0.0.2'] },
    })
    const before = await ask('station:bootstrap', nothing)
    await ask('settings:save', { ...before.settings, operator: 'Ana Packer', currency: 'CHF' })
    const { file } = await ask('diagnostics:export-setup', nothing)
    const text = readFileSync(file, 'utf8')
    expect(text).not.toContain(market.accessToken)
    expect(text, 'of this PC or its people').not.toMatch(/Ana Packer|Bench 1|deviceId/)
    const other = await compose(tempDir(), market.live, false, undefined, checked(JSON.parse(text)))
    const there = await other.ask('station:bootstrap', nothing)
    const { lan, camera, ...preferences } = (await ask('station:bootstrap', nothing)).preferences
    expect(there.preferences).toMatchObject(preferences)
    expect(there.preferences.lan).toEqual({ ...lan, stationName: '' })
    expect(there.preferences.camera).toEqual(camera)
    expect(there.settings).toMatchObject({ currency: 'CHF', operator: '' })
    expect(there.connection.baseUrl).toBe(market.baseUrl)
  })
})

it('has a schema for editors that is the program’s own', async () => {
  const schema = JSON.stringify(z.toJSONSchema(provisioningFile, { io: 'input' }))
  const own = await formatted('provisioning.schema.json', schema)
  await expect(own).toMatchFileSnapshot('../../../resources/provisioning.schema.json')
})

describe('a damaged file of the data folder', () => {
  it('costs the preferences and is moved aside', async () => {
    const dataDir = tempDir()
    writeFileSync(join(dataDir, 'preferences.json'), '{"sound": {')
    const { ask } = await compose(dataDir, {}, true)
    expect((await ask('station:bootstrap', nothing)).preferences.sound.volume).toBe(0.7)
    expect(existsSync(join(dataDir, 'preferences.json.damaged'))).toBe(true)
  })

  it.each(['preferences.json', 'private.sealed'])(
    'that is a folder stops the start with one line that names it: %s',
    async (name) => {
      const dataDir = tempDir()
      mkdirSync(join(dataDir, name))
      const started = compose(dataDir, {}, true)
      await expect(started).rejects.toMatchObject({ name: 'StartError', code: 'data_dir_unusable' })
      await expect(started).rejects.toThrow(join(dataDir, name))
    },
  )

  it('is the key file: the station works without buyers’ data and names it', async () => {
    const dataDir = tempDir()
    mkdirSync(join(dataDir, 'secret.key'))
    const said = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => said.mockRestore())
    const { ask } = await compose(dataDir, {}, true)
    await imported(ask)
    expect((await ask('packing:queue', FIRST_PAGE)).total).toBeGreaterThan(0)
    expect(said.mock.calls.flat().join('\n')).toContain(
      `the key file ${join(dataDir, 'secret.key')} cannot be read`,
    )
    const { checks } = await ask('diagnostics:read', nothing)
    expect(checks.find(({ check }) => check === 'key_file')).toMatchObject({ state: 'failed' })
  })
})
