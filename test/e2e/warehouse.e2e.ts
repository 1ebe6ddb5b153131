import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { askStation } from '../support/ask-station'
import { expect, nth, test as base, type Bench } from '../support/bench'
import { HAS_NATS, makeNatsServer, type NatsServer } from '../support/nats-process'
import { addOperator, badgeOf, openSection } from '../support/operators'
import type { Packer } from '../support/packer'
import { pictureTags, takePictures } from '../support/pictures'
import { stationsAtHub, type SaidAtHub } from '../support/stations-at-hub'
import { speak } from '../support/station-menu'
import { BROWSER_TAG, ELECTRON_FULL_TAG, FULL_TAG } from '../support/full'

/** What a supervisor and a hall see of all stations of a warehouse. */

const PLAN = Array.from({ length: 12 }, (_, index) => ({ lines: [{ title: `Wool coat ${index + 1}` }] }))
const HOUR_MS = 3_600_000

const packedBy = (operator: string, ...orders: number[]) => ({
  operator,
  quarters: orders.map((count, index) => ({ ago: 4 * index, orders: count })),
})
const outbox = (waiting: number, held: number) => ({
  waiting,
  held,
  heldForMs: held === 0 ? null : HOUR_MS / 2,
  reasons: held === 0 ? [] : [{ reason: 'refused', count: held }],
})
const OTHERS: readonly SaidAtHub[] = [
  {
    station: 'Bench 2',
    host: 'packing-02',
    operator: 'Maria Oliveira',
    packed: [packedBy('Maria Oliveira', 9, 14, 12)],
  },
  {
    ...{ station: 'Bench 3', host: 'packing-03', operator: 'Jonas Weber', outbox: outbox(0, 3) },
    packed: [packedBy('Jonas Weber', 7, 11, 15), packedBy('Ada', 4)],
  },
  {
    ...{ station: 'Gift wrapping, second floor', host: 'packing-wrap', operator: 'Ada', gate: 'offline' },
    noConnection: { reason: 'name_not_found', detail: 'ENOTFOUND', forMs: HOUR_MS / 3 },
    outbox: outbox(24, 0),
    packed: [packedBy('Ada', 3, 5, 2)],
  },
  {
    ...{ station: 'Bench 5', host: 'packing-05', operator: 'Li Wei', notices: 1 },
    clock: { state: 'differs', offsetMs: 4 * 60_000 },
    packed: [packedBy('Li Wei', 12, 8, 6)],
  },
]

type Warehouse = Bench & { hub: NatsServer; others: (() => Promise<void>)[] }

const test = base.extend<{ openWarehouse: (others: readonly SaidAtHub[]) => Promise<Warehouse> }>({
  openWarehouse: async ({ openBench }, use) => {
    test.skip(!HAS_NATS, 'nats-server is not installed')
    const storeDir = mkdtempSync(path.join(tmpdir(), 'packbench-hub-'))
    const hub = await makeNatsServer(['-js', '-sd', storeDir])
    let others: (() => Promise<void>)[] = []
    await use(async (said) => {
      await hub.start()
      const bench = await openBench({ orders: PLAN, env: { PACKBENCH_HUB_URL: hub.url } })
      others = await stationsAtHub({ url: hub.url, ...bench.marketplace }, said)
      return { ...bench, hub, others }
    })
    await Promise.allSettled(others.map((quit) => quit()))
    await hub.kill()
    rmSync(storeDir, { recursive: true, force: true })
  },
})

const rail = ({ page }: Packer) => page.getByRole('navigation', { name: 'Pages' })
async function openPage(packer: Packer) {
  await rail(packer).getByRole('button', { name: 'Warehouse' }).click()
  await expect(packer.page.getByRole('heading', { level: 1, name: 'Warehouse' })).toBeVisible()
}
const rowOf = ({ page }: Packer, name: string) =>
  page
    .getByRole('region', { name: /^\d+ stations?$/ })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })

test('without a hub there is no such page', { tag: ELECTRON_FULL_TAG }, async ({ openBench }) => {
  const { packer } = await openBench({ orders: [] })
  await expect(rail(packer).getByRole('button', { name: 'Reports' })).toBeVisible()
  await expect(rail(packer).getByRole('button', { name: 'Warehouse' })).toHaveCount(0)
})

test('the page shows every station, what needs a person and where, and loses a removed one', async ({
  openWarehouse,
}) => {
  const { packer, orders, others } = await openWarehouse(OTHERS)
  const { page } = packer
  await packer.open(nth(orders, 0).id)
  await packer.chooseLine('Wool coat 1')
  await packer.pack()
  await packer.everythingIsSent()
  await openPage(packer)
  const needs = page.getByRole('region', { name: 'Needs you' })
  await expect(needs.getByRole('listitem')).toHaveCount(3)
  await expect(needs.getByRole('listitem').first()).toContainText(
    /^Bench 33 operations need you · oldest \d+ minutes?The marketplace refused it\.At Bench 3: Outbox, “Needs you”\.$/,
  )
  await expect(needs).toContainText(/DNS does not know the name in the address\. .* For IT: name_not_found\./)
  await expect(page.locator('dl')).toContainText('Left to pack11')
  await expect(page.locator('dl')).toContainText('Packed today109')
  // What needs a person is said once, by its card.
  await expect(page.locator('dl')).not.toContainText('Needs you')
  await expect(page.getByRole('heading', { name: '5 stations' })).toBeVisible()
  await expect(rowOf(packer, '(this station)')).toContainText('Online')

  await nth(others, 0)()
  await expect(rowOf(packer, 'Bench 2')).toContainText(/Quit at \d\d:\d\d/)
  await page.getByRole('button', { name: 'Remove Bench 2 from the list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByRole('heading', { name: '4 stations' })).toBeVisible()
})

// It makes requests that only the browser host has.
test(
  'the wall goes on while its station is locked, and leaving it leads to the lock',
  { tag: [BROWSER_TAG, FULL_TAG] },
  async ({ openWarehouse, dataDir }) => {
    const { packer } = await openWarehouse(OTHERS)
    const { page } = packer
    await openSection(packer, 'Operators')
    await addOperator(packer, 'Ada', { supervisor: true, pin: '2468' })
    await packer.scan(badgeOf(dataDir, 'Ada'))
    await openPage(packer)
    await page.getByRole('button', { name: 'Wall display' }).click()
    const wall = page.getByRole('main')
    await expect(wall).toContainText('5 stations online')
    await expect(wall).toContainText('Left to pack12')
    const troubles = wall.getByRole('region', { name: 'Stations' })
    await expect(troubles.getByRole('listitem').first()).toHaveText('Bench 51 alarm is open')
    await expect(troubles).toContainText(
      /Gift wrapping, second floorNo connection since \d\d:\d\d · 24 waiting/,
    )
    expect(new URL(page.url()).pathname).toBe('/wall')
    await askStation(page, 'operators:lock')
    // The address of the wall brings it back.
    await page.goto(page.url())
    await expect(wall).toContainText('5 stations online')
    await expect(page.getByText('Maria Oliveira')).toHaveCount(0)
    await packer.press('Escape')
    await expect(page.getByRole('heading', { name: /^Locked/ })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
  },
)

test('pictures of the warehouse', pictureTags(), async ({ openWarehouse }) => {
  test.setTimeout(240_000)
  const { packer, hub, others, orders } = await openWarehouse(OTHERS)
  const { page } = packer
  await packer.open(nth(orders, 0).id)
  await packer.chooseLine('Wool coat 1')
  await packer.pack()
  await openPage(packer)
  await nth(others, 0)()
  await expect(rowOf(packer, 'Bench 2')).toContainText(/Quit at/)
  await takePictures(page, 'warehouse')
  await page.getByRole('button', { name: 'Wall display' }).click()
  await expect(page.getByText('4 stations online')).toBeVisible()
  await takePictures(page, 'wall')
  await packer.press('Escape')
  for (const [language, name] of [
    ['Français', 'french'],
    ['Deutsch', 'german'],
  ] as const) {
    await speak(page, language)
    await takePictures(page, `warehouse-${name}`)
    await page.getByRole('button', { name: /Wandanzeige|Écran mural/ }).click()
    await takePictures(page, `wall-${name}`)
    await packer.press('Escape')
  }
  await hub.kill()
  await expect(page.getByText(/keine Verbindung zum Hub/).first()).toBeVisible({ timeout: 30_000 })
  await takePictures(page, 'warehouse-away-german')
  await page.getByRole('button', { name: 'Wandanzeige' }).click()
  await takePictures(page, 'wall-away-german')
})

test('an order in the put wall of another station says so, at the wall and when it is opened', async ({
  openWarehouse,
}) => {
  const { packer, orders, control, marketplace, hub } = await openWarehouse([])
  const { page } = packer
  const [one, two] = [nth(orders, 0).id, nth(orders, 1).id]
  const codeOf = async (orderId: number) => {
    const { order_lines: lines } = await control.readOrder(orderId)
    return lines.find(({ is_shipping_fee: isFee }) => isFee !== true)?.item_number ?? ''
  }
  const { put_wall: put, confirm, acknowledge } = COMMAND_CODES
  await expect(packer.orderList).toContainText('Wool coat 1')
  await packer.scan(put, await codeOf(one))
  await expect(packer.lastScan).toContainText('Slot 1: complete')
  const slots = [
    { orderId: one, slot: 7, units: 1 },
    { orderId: two, slot: 8, units: 1 },
  ]
  const [quit] = await stationsAtHub({ url: hub.url, ...marketplace }, [
    { station: 'Bench 2', putWall: slots },
  ])
  await expect(page.locator('[data-slot="1"]')).toContainText('Also in slot 7 of Bench 2')
  await packer.scan(await codeOf(two))
  await expect(packer.error).toContainText('NOT needed here: Wool coat 2')
  await expect(packer.error).toContainText('slot 8 of Bench 2')
  await takePictures(page, 'put-wall-elsewhere')
  await packer.scan(acknowledge, confirm)
  await expect(packer.order(one)).toBeVisible()
  await expect(page.getByText('1 of its items lies in slot 7 of Bench 2')).toBeVisible()
  await takePictures(page, 'order-in-slot-elsewhere')
  // What was said holds, and packing goes on.
  await quit?.()
  await packer.pack()
  await packer.everythingIsSent()
})
