import { expect, type Locator, type Page } from 'playwright/test'
import { atRest, press } from './keyboard'
import { plugInScanner } from './scanner'
import { openStationMenu } from './station-menu'

/** A packer at the station: what a person sees and does there, by the texts on the screen. */
export type Packer = Awaited<ReturnType<typeof packerAt>>

/** What a packer types into a move's form, by the labels of its fields. */
export type Fields = Readonly<Record<string, string>>

/** The words of the rail, where they are shorter than the name of the page. */
const IN_RAIL = {
  Orders: 'Pack',
  'Order desk': 'Orders',
  Handover: 'Dock',
  Items: 'Items',
  Outbox: 'Outbox',
  Statistics: 'Reports',
  Settings: 'Settings',
} as const

/** Under More, in an open order or on a page of the desk. */
type MoreItem =
  | 'Tick all by hand'
  | 'Untick all'
  | 'Put on hold'
  | 'Save as CSV'
  | 'Print list'
  | 'Categories'

type Move = 'Mark as shipped' | 'Mark as delivered' | 'Cancel shipment'

export async function packerAt(page: Page) {
  const scanner = await plugInScanner(page)
  // Counted by the station since its page was opened.
  let scans = 0
  const lastScan = page.getByRole('region', { name: 'Last scan' })
  const order = (orderId: number) =>
    page.getByRole('heading', { level: 1, name: `Order ${orderId}`, exact: true })
  const line = (name: string) => page.getByRole('checkbox', { name: `Choose ${name}`, exact: true })
  const shipment = (index: number) => page.getByRole('article', { name: `Shipment ${index}`, exact: true })
  const form = page.getByRole('dialog')
  const field = (label: string) =>
    form
      .getByRole('textbox', { name: label, exact: true })
      .or(form.getByRole('combobox', { name: label, exact: true }))
  const arrive = async () => {
    await expect(lastScan).toBeVisible()
    await atRest(page)
  }
  await arrive()
  /** The titles of an order, and the makers' codes, are read a moment after it, if the marketplace is reached. */
  const countUnnamed = async () => {
    const isOnline = (await page.getByTestId('gate').allInnerTexts()).includes('Online')
    return isOnline ? page.getByText(/^Item M\d+$/).count() : 0
  }
  /** An order may have hundreds: it may take long, as long as there are fewer and fewer. */
  const itemsAreNamed = async () => {
    for (let unnamed = await countUnnamed(); unnamed > 0; unnamed = await countUnnamed())
      await expect.poll(countUnnamed, { timeout: 20_000 }).toBeLessThan(unnamed)
  }
  const goTo = async (
    name: 'Orders' | 'Order desk' | 'Handover' | 'Items' | 'Outbox' | 'Statistics' | 'Settings',
  ) => {
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('button', { name: new RegExp(`^${IN_RAIL[name]}`) })
      .click()
    // Some pages are loaded when they are opened first.
    await expect(page.getByRole('status', { name: 'Starting …' })).toBeHidden()
  }

  /** Opens what the rail says about the station: connection, language, colors. */
  const openStation = () => openStationMenu(page)

  const openForm = async (button: Locator) => {
    await button.click()
    await expect(form).toBeVisible()
    await atRest(page)
  }
  const more = page.getByRole('button', { name: 'More', exact: true })
  const startMove = (index: number, move: Move) =>
    openForm(shipment(index).getByRole('button', { name: move, exact: true }))
  const submitMove = (move: Move) => form.getByRole('button', { name: move, exact: true }).click()
  const move = async (index: number, kind: Move, fields: Fields = {}) => {
    await startMove(index, kind)
    for (const [label, text] of Object.entries(fields)) await field(label).fill(text)
    await submitMove(kind)
    await expect(form).toBeHidden()
  }

  const error = page.locator('dialog[role=alertdialog]')

  /** Scans, without a pause between codes, and waits until the station has answered. */
  const scan = async (...codes: readonly string[]) => {
    scans += codes.length
    for (const code of codes) await scanner.type(code)
    // On the panel even once the answer has faded.
    await expect(lastScan).toHaveAttribute('data-scans', String(scans))
  }

  return {
    page,
    lastScan,
    order,
    line,
    shipment,
    form,
    field,
    goTo,
    /** Presses the button that opens a form, and waits until the form receives keys. */
    openForm,
    startMove,
    submitMove,
    orderList: page.getByRole('listbox', { name: 'List of orders' }),
    packPanel: page.getByRole('region', { name: 'Pack', exact: true }),
    packButton: page.getByRole('button', { name: /^Pack (\d+ items?$|part )/ }),
    alarms: page.getByRole('alert'),
    /** Opens the fields of the label: it is shown as text otherwise. */
    async editLabel() {
      const edit = page
        .getByRole('region', { name: 'Pack', exact: true })
        .getByRole('button', { name: 'Edit' })
      if (await edit.isVisible()) await edit.click()
    },
    /** Opens what the order holds apart from its goods. */
    async openDetails() {
      const details = page.getByRole('button', { name: 'Order details' })
      if ((await details.getAttribute('aria-expanded')) !== 'true') await details.click()
    },
    timeline: page.getByRole('region', { name: 'Timeline' }),
    /** Opens what happened to the order. */
    async openTimeline() {
      const timeline = page.getByRole('region', { name: 'Timeline' })
      if (!(await timeline.isVisible())) {
        await more.click()
        await page.getByRole('menuitem', { name: 'Timeline' }).click()
      }
      await expect(timeline).toBeVisible()
    },
    /** Reads the alarm that a stopped parcel raises, and puts it aside. */
    async putAlarmAside(words: string) {
      await expect(page.getByRole('alertdialog')).toContainText(words)
      await page.getByRole('alertdialog').getByRole('button', { name: 'Not now' }).focus()
      await press(page, 'Enter')
      await expect(page.getByRole('alertdialog')).toBeHidden()
    },
    /** Back to the list of items. */
    async closeDetails() {
      const details = page.getByRole('button', { name: 'Order details' })
      if ((await details.getAttribute('aria-expanded')) === 'true') await details.click()
    },
    /** The alarm that interrupts until a person has answered it. */
    alarm: page.getByRole('alertdialog'),
    /** The error that covers everything after a wrong scan. */
    error,
    /** Clears the error after reading it. */
    async clearError() {
      await press(page, 'F2')
      await expect(error).toBeHidden()
    },
    gate: page.getByTestId('gate'),
    waiting: page.getByTestId('waiting'),
    operations: page.getByRole('rowgroup', { name: 'List of operations' }).getByRole('row'),

    scan,
    async scanOrder(orderId: number) {
      await scan(String(orderId))
      await expect(order(orderId)).toBeVisible()
    },
    /** Presses keys one after the other, each once the focus is stable. */
    press: (...keys: readonly string[]) => press(page, ...keys),
    /** A worn key that sends its press twice. */
    async pressBouncing(key: string) {
      await atRest(page)
      await Promise.all([page.keyboard.press(key), page.keyboard.press(key)])
    },
    /** Types by hand: slower than any scanner. */
    async type(text: string) {
      await atRest(page)
      await page.keyboard.type(text, { delay: 80 })
    },
    /** Presses Tab until the element has the focus, as a person does; stops after one round. */
    async tabTo(target: Locator) {
      await expect(target).toBeVisible()
      for (let presses = 0; presses < 60; presses += 1) {
        await atRest(page)
        if (await target.evaluate((element) => element === document.activeElement)) return
        await page.keyboard.press('Tab')
      }
      await expect(target, 'Tab must lead here').toBeFocused()
    },
    /** Reloads the page in the same station. */
    async reload() {
      await page.reload()
      scans = 0
      await arrive()
    },
    async open(orderId: number) {
      const row = page.getByRole('listbox', { name: 'List of orders' }).getByRole('option')
      await row.filter({ has: page.getByText(String(orderId), { exact: true }) }).click()
      await expect(order(orderId)).toBeVisible()
      await itemsAreNamed()
    },
    async chooseLine(name: string) {
      await line(name).click()
      await expect(line(name)).toBeChecked()
    },
    more,
    async choose(item: MoreItem) {
      await more.click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
    },
    /** Ticks every item by hand, where no supervisor is asked. */
    async tickAll() {
      await this.choose('Tick all by hand')
      await form.getByRole('button', { name: /^Tick \d+ items?$/ }).click()
      await expect(form).toBeHidden()
    },
    async pack() {
      const packButton = page.getByRole('button', { name: /^Pack (\d+ items?$|part )/ })
      await expect(packButton).toBeVisible()
      const shipments = await page.getByRole('article', { name: /^Shipment \d+$/ }).count()
      const part = (await packButton.textContent())?.startsWith('Pack part') === true
      await packButton.click()
      if (part) await page.getByRole('button', { name: /^Yes, pack \d+ items? now$/ }).click()
      await expect(shipment(shipments + 1)).toContainText('Packed')
    },
    ship: (index: number, fields?: Fields) => move(index, 'Mark as shipped', fields),
    deliver: (index: number, fields?: Fields) => move(index, 'Mark as delivered', fields),
    cancelShipment: (index: number, fields?: Fields) => move(index, 'Cancel shipment', fields),
    async leaveOrder() {
      await page.getByRole('button', { name: /^Back\b/ }).click()
      await expect(page.getByRole('listbox', { name: 'List of orders' })).toBeVisible()
    },
    /** Opens an operation of the outbox by a text in its row. */
    async lookAt(words: string) {
      await goTo('Outbox')
      const row = page.getByRole('rowgroup', { name: 'List of operations' }).getByRole('row')
      await row.filter({ hasText: words }).click()
      await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
    },
    async discard(reason: string) {
      await openForm(page.getByRole('button', { name: 'Discard', exact: true }))
      await field('Reason').fill(reason)
      await form.getByRole('button', { name: 'Discard', exact: true }).click()
      await expect(form).toBeHidden()
    },
    openStation,
    /** Changes between the light and the dark colors. */
    async useColors(theme: 'light' | 'dark') {
      await openStation()
      await page.getByRole('button', { name: `Use ${theme} colors` }).click()
      await expect(page.getByRole('button', { name: 'Sync', exact: true })).toBeHidden()
    },
    async sync() {
      await openStation()
      await page.getByRole('button', { name: 'Sync', exact: true }).click()
    },
    /** Requests changes until the alarm appears, which may come by itself and cover the button. */
    async syncToAlarm() {
      await page.getByRole('contentinfo').locator('button[aria-expanded]').first().dispatchEvent('click')
      await page.getByRole('button', { name: 'Sync', exact: true }).dispatchEvent('click')
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await atRest(page)
    },
    /** Waits until everything confirmed has reached the marketplace; within an order, also what was just confirmed. */
    async everythingIsSent() {
      // Appears together with the confirmed step; the status bar follows a moment later.
      await expect(page.getByText(/(operations?|is) waiting to be sent/)).toHaveCount(0)
      await expect(page.getByTestId('waiting')).toHaveText('All sent')
      await expect(page.getByTestId('gate')).toHaveText('Online')
    },
  }
}
