import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { CheckName } from '../../../src/shared/contract/diagnostics'
import { openLog } from '../../../src/main/base/log'
import { compose, imported, nothing, openMarket, packOldest, type Ask } from '../../support/composed'
import { betrayedIn } from '../../support/kept-logs'
import { tempDir } from '../../support/temp-dir'

const stateOf = async (ask: Ask, name: CheckName) =>
  (await ask('diagnostics:read', nothing)).checks.find(({ check }) => check === name)

it('a station at work is good in all that was checked', async () => {
  const market = await openMarket()
  const { ask } = await compose(tempDir(), market.live)
  await imported(ask)
  await ask('station:back-up', nothing)
  const { checks, facts } = await ask('diagnostics:read', nothing)
  const bad = checks.filter(({ state }) => state === 'failed')
  expect(bad).toEqual([])
  expect(checks.find(({ check }) => check === 'connection')).toMatchObject({
    state: 'good',
    detail: `${market.baseUrl}: online`,
  })
  expect(checks.find(({ check }) => check === 'backups')).toMatchObject({ state: 'good' })
  expect(Object.fromEntries(facts)).toMatchObject({ version: '0.0.0-test', mode: `live, ${market.baseUrl}` })
})

it('says what waits and what does not work', async () => {
  const market = await openMarket()
  const { ask } = await compose(tempDir(), market.live)
  await imported(ask)
  await market.close()
  await packOldest(ask)
  expect(await stateOf(ask, 'outbox')).toMatchObject({
    state: 'good',
    detail: expect.stringMatching(/^1 waiting, 0 held/),
  })
  await expect.poll(async () => (await stateOf(ask, 'connection'))?.state, { timeout: 10_000 }).toBe('failed')
})

it('the support file holds the report and the log, and neither token nor buyer', async () => {
  const market = await openMarket()
  const dataDir = tempDir()
  const close = openLog({ dataDir, verbose: false, secrets: [] }, { ...console })
  const { ask } = await compose(dataDir, market.live)
  await imported(ask)
  const { rows } = await ask('packing:queue', { view: 'to_pack', search: '', offset: 0, limit: 50 })
  for (const { orderId } of rows) await ask('packing:open', { orderId })
  const { file } = await ask('diagnostics:save', nothing)
  close()
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('data folder: ')
  expect(text).toMatch(/^ok +connection +http/m)
  expect(betrayedIn(text, [market.accessToken])).toEqual([])
})
