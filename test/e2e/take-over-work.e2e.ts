import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, nth } from '../support/bench'
import { ELECTRON_FULL_TAG } from '../support/full'
import { HAS_NATS, makeNatsServer } from '../support/nats-process'
import { test } from '../support/neighbors'
import { openSection } from '../support/operators'
import { PICTURES_TAG, takePictures } from '../support/pictures'

/** A station counts as gone after 30 s of silence. */
const GONE = { timeout: 60_000 }

test(
  'what a lost station had packed and not sent is taken over at another',
  { tag: [PICTURES_TAG, ELECTRON_FULL_TAG] },
  async ({ openTwoBenches }) => {
    test.slow()
    test.skip(!HAS_NATS, 'nats-server is not installed')
    const storeDir = mkdtempSync(path.join(tmpdir(), 'packbench-hub-'))
    const hub = await makeNatsServer(['-js', '-sd', storeDir])
    try {
      await hub.start()
      const { first, second, secondStation, marketplace, orders } = await openTwoBenches(
        [{ lines: [{ title: 'Wool coat' }] }],
        { PACKBENCH_HUB_URL: hub.url },
      )
      const { id } = nth(orders, 0)
      await second.open(id)
      await marketplace.goOffline()
      await second.chooseLine('Wool coat')
      await second.pack()
      await second.goTo('Outbox')
      await expect(second.page.getByText(/also kept at the hub/)).toBeVisible()
      await secondStation.kill()

      const { page } = first
      await openSection(first, 'Stations')
      const list = page.getByRole('list', { name: 'Open operations of other stations' })
      const take = list.getByRole('button', { name: 'Take over the work of Bench 2' })
      await expect(list).toContainText('1 open operation')
      await expect(take).toBeVisible(GONE)
      await takePictures(page, 'take-over-work')
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Warehouse' }).click()
      const needs = page.getByRole('region', { name: 'Needs you' })
      await expect(needs).toContainText('1 operation is not sent', GONE)
      const takeThere = needs.getByRole('button', { name: 'Take over the work of Bench 2' })
      await expect(takeThere).toBeVisible(GONE)
      await takePictures(page, 'take-over-work-warehouse')
      await takeThere.click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText('before anything is sent')
      await takePictures(page, 'take-over-work-asked')
      await dialog.getByRole('button', { name: 'Take over', exact: true }).click()
      const alarm = page.getByRole('alertdialog', { name: 'Operations of another station came here' })
      await alarm.getByRole('button', { name: 'Seen' }).click()
      await expect(page.getByText('1 operation of Bench 2 was taken over.')).toBeVisible()
      await expect(takeThere).toHaveCount(0)
      await takePictures(page, 'take-over-work-done')
      await openSection(first, 'Stations')
      await expect(list).toHaveCount(0)
      // Sent only after two looks at the marketplace, minutes apart; the contract tests see to that.
      await first.goTo('Outbox')
      await expect(first.operations).toHaveText([new RegExp(`Order ${id}`)])
      await expect(first.page.getByTestId('waiting')).toHaveText('1 operation waiting')
    } finally {
      await hub.kill()
      rmSync(storeDir, { recursive: true, force: true })
    }
  },
)
