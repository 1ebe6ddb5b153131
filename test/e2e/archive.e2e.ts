import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { moveToArchive } from '../../src/main/store/archive/archive'
import { closeArchive } from '../../src/main/store/archive/months'
import { closeDatabase, openDatabase } from '../../src/main/store/db/open'
import { expect, nth, test } from '../support/bench'
import { takePictures } from '../support/pictures'
import { ELECTRON_FULL_TAG } from '../support/full'

/** Orders that have left the lists: found, opened, and saved. */

// Screenshots at both sizes in both themes, each checked by axe.
test.slow()

test(
  'an order in the archive is found, opens like any other, and is saved by month',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench, dataDir }) => {
    const bench = await openBench({
      orders: [{ lines: [{ title: 'Wool coat' }] }, { lines: 1 }, { lines: 1 }],
    })
    const [archived, other] = [nth(bench.orders, 0), nth(bench.orders, 1)]
    // The archive keeps the titles that are known as an order moves.
    await expect(bench.packer.orderList.getByText('Wool coat')).toBeVisible()
    await bench.station.stop()
    const live = path.join(dataDir, 'live')
    const file = path.join(live, nth(readdirSync(live), 0), 'station.sqlite')
    const db = openDatabase(file)
    moveToArchive(db, '2026-08', { orderIds: [archived.id, other.id], seqs: [] })
    closeArchive(db)
    closeDatabase(db)

    const packer = await bench.restart()
    const { page } = packer
    await expect(packer.orderList.getByRole('option')).toHaveCount(1)
    await page.getByRole('searchbox', { name: 'Search' }).fill(String(archived.id))
    await page.getByRole('button', { name: 'Search the archive' }).click()
    const results = page.getByRole('list', { name: 'Orders found in the archive' }).getByRole('button')
    await expect(results).toHaveCount(1)
    await expect(results).toContainText('Wool coat')

    await page.getByRole('searchbox', { name: 'Search in the archive' }).fill('')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(results).toHaveCount(2)
    const months = page.getByRole('region', { name: 'By month of purchase' })
    await months.getByRole('button', { name: 'Export August 2026' }).click()
    const saved = months.getByRole('status')
    await expect(saved).toContainText('2 orders were saved as')
    await takePictures(page, 'archive')
    const csv = /saved as (.+\.csv)$/.exec((await saved.textContent()) ?? '')?.[1] ?? ''
    expect(readFileSync(csv, 'utf8')).toContain(`\n${archived.id},`)

    await results.filter({ hasText: String(archived.id) }).click()
    await expect(packer.order(archived.id)).toBeVisible()
    await packer.chooseLine('Wool coat')
    await packer.pack()
    await packer.everythingIsSent()
    // By its number, a scan opens one from the archive, too; the other one leads back there.
    await page.getByRole('button', { name: /^Back\b/ }).click()
    await expect(page.getByRole('heading', { name: 'Archive' })).toBeVisible()
    await packer.scanOrder(other.id)
  },
)
