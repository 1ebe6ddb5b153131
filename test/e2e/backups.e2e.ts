import { expect, nth, test } from '../support/bench'
import { FULL_TAG } from '../support/full'
import { takePicture } from '../support/pictures'

/** Backups of the station's data, and restoring one. */

test(
  'restoring a backup keeps later confirmations, and checks everything before it is sent',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders, marketplace } = await openBench({
      // The last one is never packed, so the list has something to show.
      orders: [{ lines: 1 }, { lines: 1 }, { lines: 1 }, { lines: 1 }],
    })
    const { page } = packer
    const backups = page.getByRole('region', { name: 'Backups' })
    const rows = page.getByRole('list', { name: 'List of backups' }).getByRole('listitem')
    const pack = async (index: number) => {
      await packer.goTo('Orders')
      await packer.open(nth(orders, index).id)
      await packer.tickAll()
      await packer.pack()
    }

    await marketplace.goOffline()
    await pack(0)
    await packer.goTo('Settings')
    await expect(backups).toContainText('There is no backup yet.')
    await backups.getByRole('button', { name: 'Make one now' }).click()
    await expect(backups.getByRole('status')).toHaveText('Backup made.')
    await expect(rows).toHaveCount(1)
    await takePicture(page, 'backups-light')

    // One is sent after the backup; one is confirmed after it and still waits.
    await marketplace.goOnline()
    await packer.sync()
    await pack(1)
    await packer.everythingIsSent()
    await marketplace.goOffline()
    await pack(2)

    await packer.goTo('Settings')
    await rows
      .first()
      .getByRole('button', { name: /^Restore the backup of/ })
      .click()
    const dialog = page.getByRole('dialog')
    await takePicture(page, 'restore-light')
    await dialog.getByRole('button', { name: 'Leave everything as it is' }).click()
    await expect(dialog).toBeHidden()
    await rows
      .first()
      .getByRole('button', { name: /^Restore the backup of/ })
      .click()
    await dialog.getByRole('button', { name: 'Restore it' }).click()
    const notice = page.getByRole('alertdialog')
    await expect(notice).toContainText(/1 open operation /)
    await takePicture(page, 'restored-light')
    await notice.getByRole('button', { name: 'Not now' }).click()

    // An op known to be on the marketplace stays done; the other is looked for before anything is sent again.
    await packer.goTo('Outbox')
    await expect(packer.operations).toHaveCount(1)
    await expect(packer.operations.filter({ hasText: 'Sent, not confirmed: checking' })).toHaveCount(1)
    await marketplace.goOnline()
    await packer.sync()
    await expect(packer.operations).toHaveCount(1)
    await packer.goTo('Orders')
    // Packed after the backup: the marketplace shows it, so nobody packs it again.
    const listed = packer.orderList.getByRole('option')
    await expect(listed.filter({ hasText: String(nth(orders, 1).id) })).toHaveCount(0)
    for (const index of [0, 1])
      expect((await control.readOrder(nth(orders, index).id)).shipments).toHaveLength(1)
  },
)
