import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { compose, imported, nothing, packOldest } from '../../support/composed'
import { tempDir } from '../../support/temp-dir'
import { A, B, openMarket, rowOf, rows, shown, twoBrands } from '../../support/two-brands'

/** What a PC knows of its accounts, and those that cannot be opened. */

describe('names and colors', () => {
  it('appear with the second account, differ, and can be changed', async () => {
    const market = await openMarket()
    const dataDir = tempDir()
    const { ask, refusal } = await compose(dataDir)
    await ask('settings:connect', market.to(A))
    await imported(ask)
    expect(await shown(ask)).toMatchObject({ mark: null, others: 0 })
    await ask('settings:connect', market.to(B))
    const host = new URL(market.baseUrl).host
    expect(await shown(ask)).toMatchObject({ mark: { name: `${host} 2`, color: 'teal' }, others: 1 })
    const [a = '', b = ''] = readdirSync(join(dataDir, 'live')).sort()
    await ask('accounts:save', { accountId: a, name: 'Brand A', color: 'pink' })
    const taken = { accountId: b, name: 'brand a', color: 'teal' } as const
    expect(await refusal('accounts:save', taken)).toMatchObject({
      code: 'invalid_request',
      fields: { name: 'taken' },
    })
    await ask('accounts:switch', { accountId: a })
    expect((await shown(ask)).mark).toEqual({ name: 'Brand A', color: 'pink' })
    await ask('settings:connect', market.to(B))
    expect(readdirSync(join(dataDir, 'live'))).toHaveLength(2)
    expect((await rows(ask)).map(({ name }) => name)).toEqual(['Brand A', `${host} 2`, ''])
  })

  it('survive a restored backup; a reset removes them with the account', async () => {
    const market = await openMarket()
    const { ask, a, b, go } = await twoBrands(market)
    const { name: backup } = await ask('station:back-up', nothing)
    await ask('accounts:save', { accountId: b, name: 'Brand B', color: 'brown' })
    await ask('station:restore', { name: backup })
    expect((await shown(ask)).mark).toEqual({ name: 'Brand B', color: 'brown' })
    await ask('station:leave', { how: 'reset', exportOps: false })
    expect((await rows(ask)).map(({ accountId }) => accountId)).toEqual([a, 'training'])
    await go(a)
    expect(await shown(ask)).toMatchObject({ mark: null, others: 0 })
  })

  it('come with a sender of its own for every account but the first', async () => {
    const market = await openMarket()
    const dataDir = tempDir()
    const { ask } = await compose(dataDir)
    await ask('settings:connect', market.to(A))
    const sender = { name: 'Brand A', address: 'A Street', returnAddress: '', thanks: '' }
    await ask('settings:save-preferences', { sender })
    await ask('settings:connect', market.to(B))
    const read = async () => (await ask('station:bootstrap', nothing)).preferences.sender
    expect(await read()).toEqual({ name: '', address: '', returnAddress: '', thanks: '' })
    await ask('settings:save-preferences', { sender: { ...sender, name: 'Brand B' } })
    const [a = ''] = readdirSync(join(dataDir, 'live')).sort()
    await ask('accounts:switch', { accountId: a })
    expect(await read()).toEqual(sender)
  })
})

describe('an account that cannot be opened', () => {
  it('is listed with the reason, and a damaged one is opened only by somebody who says so', async () => {
    const market = await openMarket()
    const { close, dataDir, a, b } = await twoBrands(market)
    await close()
    const file = (folder: string) => join(dataDir, 'live', folder, 'station.sqlite')
    writeFileSync(file(a), 'not a database at all')
    const { ask, refusal } = await compose(dataDir)
    expect(await rowOf(ask, a)).toMatchObject({ problem: 'damaged', open: null })
    expect((await refusal('accounts:switch', { accountId: a })).code).toBe('account_damaged')
    expect((await rowOf(ask, b)).atWork).toBe(true)
    await ask('accounts:switch', { accountId: a, repair: true })
    expect((await ask('station:notices', nothing)).map(({ kind }) => kind)).toEqual(['data_salvaged'])
  })

  it.each([
    ['newer', (file: string) => stamp(file, 99_999)],
    ['older', (file: string) => stamp(file, 420)],
    ['missing', (file: string) => rmSync(file)],
  ])('is refused when its database is %s, and this one goes on', async (problem, spoil) => {
    const market = await openMarket()
    const { close, dataDir, a, b } = await twoBrands(market)
    await close()
    spoil(join(dataDir, 'live', a, 'station.sqlite'))
    const { ask, refusal } = await compose(dataDir)
    expect(await rowOf(ask, a)).toMatchObject({ problem })
    for (const repair of [false, true])
      expect(await refusal('accounts:switch', { accountId: a, repair })).toMatchObject({
        code: 'account_unusable',
        fields: { accountId: problem },
      })
    expect((await rowOf(ask, b)).atWork).toBe(true)
    await packOldest(ask)
  })

  it('is named in the log in one line, once', async () => {
    const market = await openMarket()
    const { close, dataDir, a, b } = await twoBrands(market)
    await close()
    const file = (folder: string) => join(dataDir, 'live', folder, 'station.sqlite')
    stamp(file(a), 420)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => logged.mockRestore())
    const { ask } = await compose(dataDir)
    for (let time = 0; time < 2; time += 1) await rows(ask)
    const about = logged.mock.calls.filter((call) => JSON.stringify(call).includes(a))
    expect(about).toEqual([[`${file(a)} is from an early version, which this one does not read.`]])
    expect((await rowOf(ask, b)).atWork).toBe(true)
  })

  it('is named in one line, too, if SQLite cannot say what is open in it', async () => {
    const market = await openMarket()
    const { close, dataDir, a } = await twoBrands(market)
    await close()
    const file = join(dataDir, 'live', a, 'station.sqlite')
    const db = new BetterSqlite3(file)
    db.exec('DROP INDEX outbox_open')
    db.close()
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => logged.mockRestore())
    const { ask } = await compose(dataDir)
    expect(await rowOf(ask, a)).toMatchObject({ problem: null, open: null })
    const about = logged.mock.calls.filter((call) => JSON.stringify(call).includes(a))
    expect(about).toEqual([[expect.stringMatching(/^.*station\.sqlite: .*no such index: outbox_open$/)]])
  })

  it('is unknown when there is none, whatever its name', async () => {
    const market = await openMarket()
    const { refusal, dataDir } = await twoBrands(market)
    for (const accountId of ['no-such-account', '..', 'private.sealed'])
      expect((await refusal('accounts:switch', { accountId })).code).toBe('account_unknown')
    expect(readdirSync(join(dataDir, 'live'))).toHaveLength(2)
  })
})

/** As a Packbench of another schema would leave it. */
function stamp(file: string, schema: number): void {
  const db = new BetterSqlite3(file)
  db.pragma(`user_version = ${schema}`)
  db.close()
}
