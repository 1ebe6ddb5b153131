import {
  createControl,
  type Control,
  type ControlOrder,
  type NewOrder,
} from '../../src/marketplace/control-client'
import type { MarketplaceOptions } from '../../src/marketplace/server'
import { type Station, expect, test as base } from './fixtures'
import type { TestMarketplace } from './marketplace'
import { type Packer, packerAt } from './packer'

export { expect }

/** A running station, on a marketplace with only the test's orders. */
export type Bench = {
  marketplace: TestMarketplace
  control: Control
  /** As they were placed, in the order of the plan. */
  orders: ControlOrder[]
  station: Station
  packer: Packer
  /** Restarts the station as a person would. @returns a packer at it */
  restart(env?: Readonly<Record<string, string>>): Promise<Packer>
}

export const WAREHOUSE_ID = 7

type BenchPlan = {
  orders: readonly NewOrder[]
  /** How many unsold items exist in addition to those of the orders. Default 0. */
  items?: number
  /** What happened on the marketplace before this station was started. */
  before?: (control: Control, orders: readonly ControlOrder[]) => Promise<unknown>
  settings?: MarketplaceOptions['settings']
  /** The marketplace's clock. */
  nowMs?: () => number
  env?: Readonly<Record<string, string>>
}

export const test = base.extend<{ openBench: (plan: BenchPlan) => Promise<Bench> }>({
  openBench: async ({ openMarketplace, openStation }, use) => {
    await use(async ({ orders, items = 0, before, settings = {}, nowMs, env = {} }) => {
      const clock = nowMs === undefined ? {} : { nowMs }
      const marketplace = await openMarketplace({ orders: 0, items, settings, ...clock })
      const control = createControl(marketplace.controlUrl)
      const placed: ControlOrder[] = []
      for (const order of orders) placed.push(await control.placeOrder(order))
      await before?.(control, placed)
      const station = await openStation({
        env: { ...marketplace.env, PACKBENCH_WAREHOUSE_ID: String(WAREHOUSE_ID), ...env },
      })
      const bench: Bench = {
        marketplace,
        control,
        orders: placed,
        station,
        packer: await packerAt(station.page()),
        async restart(more) {
          await station.restart(more)
          bench.packer = await packerAt(station.page())
          return bench.packer
        },
      }
      await expect(bench.packer.page.getByText(/^Data from/)).toBeVisible()
      return bench
    })
  },
})

/** The paths of the writes that reached the marketplace, oldest first. */
export async function writesTo(control: Control): Promise<string[]> {
  const asked = await control.requestLog()
  return asked.filter(({ method }) => method !== 'GET').map(({ path }) => path)
}

/** The element at `index`, which must exist. */
export function nth<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new Error(`There is no ${index} in a list of ${list.length}`)
  return found
}

/** The order's lines that a packer packs: all but the fee. */
export function goodsOf(order: ControlOrder) {
  return order.order_lines.filter((line) => !line.is_shipping_fee)
}

/** `days` ago at `time` (HH:mm) on a clock with UTC offset `zone` (+HH:mm): as typed there, and in UTC. */
export function onTheClock(days: number, time: string, zone: string) {
  const [hours, minutes] = zone.slice(1).split(':').map(Number) as [number, number]
  const offsetMs = (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
  const date = new Date(Date.now() - days * 86_400_000 + offsetMs).toISOString().slice(0, 10)
  return { typed: `${date} ${time}`, utc: new Date(`${date}T${time}:00${zone}`).toISOString() }
}
