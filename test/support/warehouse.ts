import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NOT_PROVISIONED } from '../../src/main/app/provisioning/provisioning'
import type { Clock } from '../../src/main/base/clock'
import { createControl } from '../../src/marketplace/control-client'
import { startMarketplace, type MarketplaceOptions } from '../../src/marketplace/server'
import { onTestFinished } from 'vitest'
import { compose } from './composed'
import { startNatsServer } from './nats-server'
import { tempDir } from './temp-dir'

/** Complete stations of one account at a real hub, and what each of them asks the marketplace. */
export async function openWarehouse(given: Partial<MarketplaceOptions> = {}) {
  const server = await startNatsServer()
  const marketplace = await startMarketplace({
    ...{ dataDir: tempDir(), seed: 5, orders: 6, items: 5, control: true },
    ...given,
  })
  onTestFinished(() => marketplace.close())
  const { baseUrl, accessToken } = marketplace
  const open = async (name: string, more: OpenOptions = {}) => {
    const dataDir = more.dataDir ?? tempDir()
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'preferences.json'), JSON.stringify({ lan: { stationName: name } }))
    const hub = more.hub === false ? {} : { hub: { servers: [server.url], credentials: null } }
    const provisioned = { baseUrl, accessToken: more.accessToken ?? accessToken, warehouseId: 1 }
    const version = `0.0.0-${name.replaceAll(' ', '')}`
    const rest = [NOT_PROVISIONED, undefined, { ...hub, version }] as const
    const station = await compose(dataDir, provisioned, false, more.clock, ...rest)
    station.packbench.onEvent(() => {})
    const asked = () => marketplace.journal().filter(({ agent }) => agent === `Packbench/${version}`)
    return { ...station, name, dataDir, asked }
  }
  return { server, marketplace, open, control: createControl(marketplace.controlUrl ?? '') }
}

type OpenOptions = { dataDir?: string; clock?: Clock; accessToken?: string; hub?: false }
export type Bench = Awaited<ReturnType<Awaited<ReturnType<typeof openWarehouse>>['open']>>
