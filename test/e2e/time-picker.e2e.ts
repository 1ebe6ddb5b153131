import { expect, nth, test } from '../support/bench'
import { ELECTRON_FULL_TAG } from '../support/full'

test(
  'a time is picked beside its field by keyboard, and a scan in between changes nothing',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer, control, orders } = await openBench({ orders: [{ lines: [{ title: 'Wool coat' }] }] })
    const { page } = packer
    const { id } = nth(orders, 0)
    await packer.open(id)
    await packer.chooseLine('Wool coat')
    await packer.pack()
    await packer.startMove(1, 'Mark as shipped')
    const shippedAt = packer.field('Shipped at')
    const proposed = await shippedAt.inputValue()
    const pick = page.getByRole('button', { name: 'Pick a time: Shipped at' })
    const picker = page.getByRole('group', { name: 'Time picker: Shipped at' })
    const chosen = picker.locator('[aria-pressed=true]')
    await shippedAt.focus()
    await packer.press('Tab')
    await expect(pick).toBeFocused()
    await packer.press('Enter')
    await expect(pick).toHaveAttribute('aria-expanded', 'true')
    await expect(chosen).toBeFocused()
    await expect(chosen).toHaveAttribute('aria-current', 'date')
    await expect(picker.getByRole('combobox', { name: 'Hour' })).toHaveValue(proposed.slice(11, 13))

    // A week back, across a month if need be, and forth again.
    const today = Date.parse(`${proposed.slice(0, 10)}T12:00:00.000Z`)
    const weekAgo = new Date(today - 7 * 86_400_000).toISOString().slice(0, 10)
    await packer.press('ArrowUp', 'Enter')
    await expect(shippedAt).toHaveValue(`${weekAgo}${proposed.slice(10)}`)
    await packer.press('ArrowDown', 'Enter')
    await expect(shippedAt).toHaveValue(proposed)
    await packer.scan('1Z999AA10123456784')
    await expect(packer.field('Tracking number')).toHaveValue('1Z999AA10123456784')
    await expect(shippedAt).toHaveValue(proposed)

    // The hour that occurs twice is asked about, as if it had been typed.
    await shippedAt.fill('2026-10-24 02:30')
    await picker.getByRole('button', { name: 'Sunday, October 25, 2026' }).click()
    await expect(shippedAt).toHaveValue('2026-10-25 02:30:00')
    await page.getByRole('button', { name: 'The second (+01:00)' }).click()
    await expect(shippedAt).toHaveValue('2026-10-25 02:30:00 +01:00')
    await picker.getByRole('combobox', { name: 'Minute' }).click()
    await page.getByRole('option', { name: '05', exact: true }).click()
    await expect(shippedAt).toHaveValue('2026-10-25 02:05:00')
    await picker.getByRole('button', { name: 'Month after' }).click()
    await expect(picker.getByText('November 2026')).toBeVisible()

    // The rules judge it as before.
    await packer.form.getByRole('button', { name: 'Mark as shipped' }).click()
    await expect(shippedAt).toHaveAttribute('aria-invalid', 'true')
    await shippedAt.fill(proposed)
    await packer.submitMove('Mark as shipped')
    await expect(packer.form).toBeHidden()
    await packer.everythingIsSent()
    expect((await control.readOrder(id)).shipments).toEqual([expect.objectContaining({ state: 'shipped' })])
  },
)
