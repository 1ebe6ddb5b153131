import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createControl } from '../../src/marketplace/control-client'
import type { AccountRow } from '../../src/shared/contract/accounts'
import { compose, FIRST_PAGE, imported, nothing, type Ask } from './composed'
import { openTestMarketplace } from './marketplace'
import { tempDir } from './temp-dir'

/** A PC that packs for two brands at one address. */

export const A = 'token-of-brand-a'
export const B = 'token-of-brand-b'

/** A marketplace with two accounts. */
export async function openMarket(seed = 5) {
  const market = await openTestMarketplace({
    dataDir: tempDir(),
    seed,
    orders: 8,
    items: 5,
    accounts: [
      { name: 'a', accessToken: A },
      { name: 'b', accessToken: B },
    ],
  })
  onTestFinished(() => market.close())
  const control = createControl(market.controlUrl)
  const writes = async () =>
    (await control.requestLog())
      .filter(({ method }) => method !== 'GET')
      .map(({ account, outcome }) => ({ account, outcome }))
  return {
    ...market,
    control,
    writes,
    to: (accessToken: string) => ({ baseUrl: market.baseUrl, accessToken }),
  }
}
type Market = Awaited<ReturnType<typeof openMarket>>

export const orderIds = async (ask: Ask) =>
  (await ask('packing:queue', FIRST_PAGE)).rows.map(({ orderId }) => orderId).sort()
export const status = async (ask: Ask) => (await ask('station:bootstrap', nothing)).status
export const shown = async (ask: Ask) => (await ask('settings:read', nothing)).accounts
export const rows = async (ask: Ask) => (await ask('accounts:list', nothing)).rows
export const rowOf = async (ask: Ask, accountId: string): Promise<AccountRow> => {
  const found = (await rows(ask)).find((row) => row.accountId === accountId)
  if (found === undefined) throw new Error(`no row of ${accountId}`)
  return found
}

/** A station that knows brand A (`…`) and brand B (`…-2`) of one address, and works for B. */
export async function twoBrands(market: Market, dataDir = tempDir()) {
  const station = await compose(dataDir)
  await station.ask('settings:connect', market.to(A))
  await imported(station.ask)
  const ofA = await orderIds(station.ask)
  await station.ask('settings:connect', market.to(B))
  await imported(station.ask)
  const [a = '', b = ''] = readdirSync(join(dataDir, 'live')).sort()
  const go = (accountId: string, repair = false) => station.ask('accounts:switch', { accountId, repair })
  return { ...station, dataDir, a, b, go, ofA, ofB: await orderIds(station.ask) }
}
