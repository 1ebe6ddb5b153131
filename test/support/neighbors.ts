import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { NewOrder } from '../../src/marketplace/control-client'
import { expect, test as base, WAREHOUSE_ID, type Bench } from './bench'
import { packerAt, type Packer } from './packer'
import { freeUdpPort } from './udp'

/** Two packing stations of one account, side by side. */
export type TwoBenches = Bench & { first: Packer; second: Packer; secondStation: { kill(): Promise<void> } }

type Env = Readonly<Record<string, string>>

export const test = base.extend<{
  openTwoBenches: (orders: readonly NewOrder[], env?: Env) => Promise<TwoBenches>
}>({
  openTwoBenches: async ({ openBench, openStation, dataDir, temporaryFolder }, use) => {
    await use(async (orders, env = {}) => {
      const ports = [await freeUdpPort(), await freeUdpPort()] as const
      // Addresses rather than multicast: tests that run in parallel have stations too.
      const setUp = (folder: string, name: string, own: number, other: number) => {
        mkdirSync(folder, { recursive: true })
        const lan = { stationName: name, port: own, addresses: [`127.0.0.1:${other}`] }
        writeFileSync(path.join(folder, 'preferences.json'), JSON.stringify({ lan }))
      }
      const secondDir = path.join(temporaryFolder, 'second')
      setUp(dataDir, 'Bench 1', ports[0], ports[1])
      setUp(secondDir, 'Bench 2', ports[1], ports[0])
      const bench = await openBench({ orders, env: { ...env, USER: 'ann', LOGNAME: 'ann' } })
      const secondStation = await openStation({
        env: { ...env, ...bench.marketplace.env, PACKBENCH_WAREHOUSE_ID: String(WAREHOUSE_ID) },
        dataDir: secondDir,
      })
      const second = await packerAt(secondStation.page())
      await expect(second.page.getByText(/^Data from/)).toBeVisible()
      return { ...bench, first: bench.packer, second, secondStation }
    })
  },
})

/** What a packer sees of other stations. */
export const othersOf = ({ page }: Packer) => ({
  banner: page.getByRole('alert').filter({ hasText: /^(On the bench at|Taken over by)/ }),
  takeOver: page.getByRole('button', { name: 'Take over', exact: true }),
})
