import { expect, onTestFinished, vi } from 'vitest'
import { createControl } from '../../../src/marketplace/control-client'
import { startMarketplace, type MarketplaceOptions } from '../../../src/marketplace/server'
import { countItems, itemNumbersOf } from '../../../src/main/store/views/item-list'
import { ANY_ITEM, type ItemFilter } from '../../../src/shared/domain/items/item-filter'
import { makeStation, type TestStation } from '../../support/account'
import type { TestStationOptions } from '../../support/open-account'
import { createManualClock } from '../../support/clock'
import { tempDir } from '../../support/temp-dir'

/** A marketplace with items, and stations that read them in. */
export async function makeItemMarket(
  options: Pick<MarketplaceOptions, 'items' | 'orders' | 'settings'> = {},
) {
  const clock = createManualClock()
  const dataDir = tempDir()
  const open = (port: number) =>
    startMarketplace({
      ...{ dataDir, port, seed: 5, orders: 0, items: 500, control: true },
      ...options,
      nowMs: () => clock.wallMs(),
    })
  let marketplace = await open(0)
  onTestFinished(() => marketplace.close())
  const control = createControl(marketplace.controlUrl ?? '')
  const stationOn = (more: Partial<TestStationOptions> = {}) =>
    makeStation({
      ...more,
      clock,
      baseUrl: marketplace.baseUrl,
      accessToken: () => marketplace.accessToken,
    })
  const statuses = 'processing,listed,ready_to_delete,deleted,sold'
  const answer = await fetch(`${marketplace.baseUrl}/api/v1.0/items?page_size=200&status=${statuses}`, {
    headers: { 'x-partner-access-token': marketplace.accessToken },
  })
  const items = (await answer.json()) as { item_number: string; state: string }[]
  await control.clearRequestLog()
  /** The requests for lists of items, and for single ones, since the last call. */
  const asked = async () => {
    const paths = (await control.requestLog())
      .filter(({ method }) => method === 'GET')
      .map(({ path }) => path)
    await control.clearRequestLog()
    return {
      lists: paths
        .filter((path) => /\/items(?:\?|$)/.test(path))
        .map((path) => new URLSearchParams(path.split('?')[1])),
      singles: paths.filter((path) => /\/items\/[^?]+$/.test(path)),
      orders: paths.filter((path) => path.includes('/orders')),
    }
  }
  return {
    clock,
    control,
    /** Some of the items: those that are listed, and the others. */
    numbers: items.filter(({ state }) => state === 'listed').map((item) => item.item_number),
    others: items.filter(({ state }) => state !== 'listed').map((item) => item.item_number),
    stationOn,
    asked,
    goOffline: () => marketplace.close(),
    async goOnline() {
      marketplace = await open(Number(new URL(marketplace.baseUrl).port))
    },
  }
}

export type ItemMarket = Awaited<ReturnType<typeof makeItemMarket>>

/** Reads all items once, and every round that is due after it. */
export async function readAll(station: TestStation): Promise<void> {
  station.itemPull.start()
  await vi.waitFor(() => expect(station.itemPull.keptAsOf()).not.toBeNull(), { timeout: 8_000, interval: 5 })
  await station.itemPull.settled()
}

export function numbersOf(station: TestStation, filter: Partial<ItemFilter> = {}): string[] {
  return [...itemNumbersOf(station.db, { ...ANY_ITEM, ...filter })].flat()
}

export function countOf(station: TestStation, filter: Partial<ItemFilter> = {}): number {
  return countItems(station.db, { ...ANY_ITEM, ...filter })
}
