import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { runCommand } from '../../../src/main/app/commands/run'
import { examine } from '../../../src/main/app/doctor'
import { createKeyFileSecrets } from '../../../src/main/hosts/key-file-secrets'
import { compose, imported, nothing, optionsFor, packOldest } from '../../support/composed'
import { openTestMarketplace } from '../../support/marketplace'
import { tempDir } from '../../support/temp-dir'

/** What runs without a window says which account it is about. */

/** A closed station: brand A has one open operation, and brand B was at work. */
async function twoBrands() {
  const [tokenA, tokenB] = ['token-a', 'token-b']
  const accounts = [
    { name: 'a', accessToken: tokenA },
    { name: 'b', accessToken: tokenB },
  ]
  const market = await openTestMarketplace({ dataDir: tempDir(), seed: 5, orders: 6, items: 3, accounts })
  onTestFinished(() => market.close())
  const dataDir = tempDir()
  const { ask, close } = await compose(dataDir)
  const connect = async (accessToken: string, name: string): Promise<string> => {
    await ask('settings:connect', { baseUrl: market.baseUrl, accessToken })
    await imported(ask)
    const { atWork: accountId } = (await ask('settings:read', nothing)).accounts
    await ask('accounts:save', { accountId, name, color: 'pink' })
    return accountId
  }
  const a = await connect(tokenA, 'Brand A')
  const b = await connect(tokenB, 'Brand B')
  await market.goOffline()
  await ask('accounts:switch', { accountId: a })
  await packOldest(ask)
  await ask('accounts:switch', { accountId: b })
  const facts = (await ask('diagnostics:read', nothing)).facts.filter(([name]) => name.startsWith('account'))
  await close()
  return { dataDir, a, b, facts, secrets: createKeyFileSecrets(dataDir) }
}

function printed() {
  const lines: string[] = []
  for (const stream of ['log', 'error'] as const) {
    const spy = vi.spyOn(console, stream).mockImplementation((line: unknown) => void lines.push(String(line)))
    onTestFinished(() => spy.mockRestore())
  }
  return lines
}

it('diagnostics, the doctor and the copies name each account', async () => {
  const { dataDir, a, b, facts, secrets } = await twoBrands()
  expect(facts).toEqual([
    ['account Brand A', `1 waiting, 0 held, 0 alarms (${a})`],
    ['account Brand B', `0 waiting, 0 held, 0 alarms, at work (${b})`],
  ])
  const options = optionsFor(dataDir)
  const { text } = await examine(options, { host: 'browser', version: '0', secrets, nowMs: Date.now() })
  expect(text).toMatch(
    new RegExp(`account Brand A: 1 waiting, 0 held, the oldest since .+, 0 alarms \\(${a}\\)`),
  )
  expect(text).toContain(`account Brand B: 0 waiting, 0 held, 0 alarms (${b})`)
  const lines = printed()
  expect(await runCommand({ name: 'backups' }, options, async () => secrets)).toBe(0)
  expect(await runCommand({ name: 'backup', folder: null }, options, async () => secrets)).toBe(0)
  expect(lines.filter((line) => /1 open operation {2}Brand A$/.test(line))).toHaveLength(1)
  expect(lines.filter((line) => /0 open operations {2}Brand B$/.test(line))).toHaveLength(1)
})

it('--export takes the account that is named, by name or folder, and no other', async () => {
  const { dataDir, a, secrets } = await twoBrands()
  const options = optionsFor(dataDir)
  const folder = tempDir()
  const lines = printed()
  const run = (account: string | null) =>
    runCommand({ name: 'export', folder, account }, options, async () => secrets)
  expect(await run('Brand C')).toBe(1)
  expect(lines.at(-1)).toBe('packbench: There is no account Brand C here. There are: Brand A, Brand B.')
  expect(await run(null)).toBe(0)
  expect(lines.at(-1)).toBe('No operation is open: there is nothing to export.')
  expect(await run('brand a')).toBe(0)
  const [file = ''] = readdirSync(folder)
  expect(readFileSync(join(folder, file), 'utf8').trim().split('\n').length).toBeGreaterThan(1)
  expect(lines.at(-1)).toMatch(/1 operation$/)
  expect(await run(a)).toBe(0)
  expect(lines.at(-1)).toBe('No operation is open: there is nothing to export.')
})
