import { onTestFinished } from 'vitest'
import { createControl } from '../../../src/marketplace/control-client'
import { startMarketplace } from '../../../src/marketplace/server'
import type { PullDeps } from '../../../src/main/sync/pull/pull'
import { makeStation } from '../../support/account'
import { createManualClock } from '../../support/clock'
import { tempDir } from '../../support/temp-dir'

/** What a station pulls from: the marketplace, or a server that misbehaves. */

export async function makeMarketplace(orders: number, settings = {}) {
  const clock = createManualClock()
  const dataDir = tempDir()
  const open = (port: number) =>
    startMarketplace({
      dataDir,
      port,
      seed: 3,
      orders,
      items: 5,
      control: true,
      settings,
      nowMs: () => clock.wallMs(),
    })
  let marketplace = await open(0)
  onTestFinished(() => marketplace.close())
  const goOnline = async (): Promise<void> => {
    marketplace = await open(Number(new URL(marketplace.baseUrl).port))
  }
  const stationOn = (options: { file?: string; pull?: Partial<PullDeps> } = {}) =>
    makeStation({
      ...options,
      clock,
      baseUrl: marketplace.baseUrl,
      accessToken: () => marketplace.accessToken,
    })
  const control = createControl(marketplace.controlUrl ?? '')
  return { clock, control, stationOn, goOffline: () => marketplace.close(), goOnline }
}
