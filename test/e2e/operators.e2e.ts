import { readdirSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { askStation } from '../support/ask-station'
import { expect, nth, test } from '../support/bench'
import { BROWSER_TAG, ELECTRON_FULL_TAG, FULL_TAG } from '../support/full'
import { writeDroppedEvidence } from '../support/old-evidence'
import { addOperator, badgeOf, openSection } from '../support/operators'
import { saveText } from '../support/settings'
import type { Packer } from '../support/packer'
import { pictureTags, takeAtSizes, takePicture, takePictures } from '../support/pictures'
import { plugInScanner } from '../support/scanner'

/** Who works at the bench, what is recorded, and what keeps others from working in somebody's name. */

/** The evidence file of the test's only account. */
function evidenceFile(dataDir: string): string {
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  return path.join(dataDir, names.find((name) => name.endsWith('evidence.sqlite')) ?? '')
}

const who = (packer: Packer) => packer.page.getByTestId('operator')
const entries = (packer: Packer) => packer.page.getByRole('rowgroup', { name: 'Entries, newest first' })

test(
  'the operator signed in by badge is named in the pack, and the log shows where it was changed',
  { tag: FULL_TAG },
  async ({ openBench, dataDir }) => {
    const bench = await openBench({ orders: [{ lines: 1 }, { lines: 1 }] })
    const { orders, station } = bench
    let { packer } = bench
    await openSection(packer, 'Operators')
    await addOperator(packer, 'Ada')
    await addOperator(packer, 'Bob', { pin: '2468' })
    await packer.page.getByRole('switch', { name: /^Nothing is recorded/ }).click()
    // Nobody has signed in: there is nothing else to see or do.
    await expect(packer.page.getByRole('heading', { name: 'Scan your badge to start' })).toBeVisible()
    await packer.scan(nth(nth(orders, 0).order_lines, 0).item_number ?? '')
    await expect(packer.lastScan).toContainText('nobody has signed in')
    await packer.scan(badgeOf(dataDir, 'Ada').toLowerCase())
    await expect(packer.lastScan).toContainText('Hello Ada')
    await expect(packer.lastScan).not.toContainText(/PBX/i)
    await expect(who(packer)).toHaveText('Ada')

    await packer.goTo('Orders')
    await packer.scan(nth(nth(orders, 0).order_lines, 0).item_number ?? '')
    await packer.pack()
    await packer.everythingIsSent()

    await openSection(packer, 'Evidence')
    const packed = entries(packer)
      .getByRole('row')
      .filter({ has: packer.page.getByText('Packed', { exact: true }) })
      .filter({ hasText: 'The order is complete' })
    await expect(packed).toContainText(`Order ${nth(orders, 0).id}`)
    await expect(packed).toContainText('Ada')
    await expect(packed).toContainText('1 item')
    await expect(entries(packer)).not.toContainText(/[a-z]=/)
    await packer.page.getByRole('button', { name: 'Verify' }).click()
    await expect(packer.page.getByTestId('verdict')).toContainText('Intact')
    await packer.page.getByRole('button', { name: 'Export' }).click()
    await expect(packer.page.getByRole('status').filter({ hasText: '.jsonl' })).toBeVisible()

    await station.stop()
    const db = new Database(evidenceFile(dataDir))
    const seq = db.prepare(`SELECT seq FROM entries WHERE kind = 'pack'`).pluck().get() as number
    db.prepare(`UPDATE entries SET operator = 'Bob' WHERE seq = ?`).run(seq)
    db.close()
    packer = await bench.restart()
    // A restart signs nobody out.
    await expect(who(packer)).toHaveText('Ada')
    await who(packer).click()
    await packer.page.getByRole('menuitem', { name: 'Sign out' }).click()
    await packer.page.getByRole('combobox', { name: 'Name' }).click()
    await packer.page.getByRole('option', { name: 'Bob' }).click()
    for (const digit of '2468') await packer.page.getByRole('button', { name: digit, exact: true }).click()
    await packer.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(who(packer)).toHaveText('Bob')
    await openSection(packer, 'Evidence')
    await packer.page.getByRole('button', { name: 'Verify' }).click()
    await expect(packer.page.getByTestId('verdict')).toHaveText(new RegExp(`entry ${seq} was changed`))
  },
)

// It prints a badge from the browser's window.
test(
  'signing in has a way back, and the first supervisor is in at once',
  { tag: BROWSER_TAG },
  async ({ openBench, dataDir }) => {
    const { packer } = await openBench({ orders: [{ lines: 1 }] })
    const { page, form } = packer
    const signInDialog = page.getByRole('dialog', { name: 'Sign in' })
    const askToSignIn = async () => {
      await who(packer).click()
      await expect(page.getByRole('menuitem', { name: 'Sign in …' })).toBeVisible()
      await takePictures(page, 'operator-menu')
      await page.getByRole('menuitem', { name: 'Sign in …' }).click()
      await expect(signInDialog).toBeVisible()
    }
    const pad = async (root: typeof signInDialog, name: string) => {
      for (const digit of '2468') await root.getByRole('button', { name: digit, exact: true }).click()
      await root.getByRole('button', { name, exact: true }).click()
    }
    await openSection(packer, 'Operators')
    await addOperator(packer, 'Bob')
    const needed = page.getByRole('switch', { name: /^Nothing is recorded/ })
    await expect(needed).toBeDisabled()
    await expect(page.getByText('Give at least one operator a PIN first')).toBeVisible()
    await addOperator(packer, 'Ada', { pin: '2468' })
    await expect(needed).toBeEnabled()

    await askToSignIn()
    await packer.press('Escape')
    await expect(signInDialog).toBeHidden()
    await askToSignIn()
    await packer.scan(COMMAND_CODES.cancel)
    await expect(signInDialog).toBeHidden()
    await askToSignIn()
    await signInDialog.getByRole('button', { name: 'Go back' }).click()
    await expect(signInDialog).toBeHidden()
    await expect(page.getByRole('heading', { name: /^Locked/ })).toBeHidden()
    await askToSignIn()
    await pad(signInDialog, 'Sign in')
    await expect(signInDialog).toBeHidden()
    await expect(who(packer)).toHaveText(/Ada$/)
    await who(packer).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await askToSignIn()
    await packer.scan(badgeOf(dataDir, 'Bob'))
    await expect(signInDialog).toBeHidden()
    await expect(who(packer)).toHaveText(/Bob$/)

    await addOperator(packer, 'Sue', { pin: '2468', supervisor: true })
    await expect(who(packer)).toHaveText(/Sue$/)
    const welcome = page.getByRole('status').filter({ hasText: 'Sue is signed in as supervisor' })
    const sheet = page.waitForResponse(/\/print\/[\w-]+$/)
    await welcome.getByRole('button', { name: 'Print the badge' }).click()
    const [badge = ''] = (await (await sheet).text()).match(/PBXB[A-Z]{12}/) ?? []
    expect(badge).toBe(badgeOf(dataDir, 'Sue'))
    await takePicture(page, 'first-supervisor')
    await who(packer).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const lockScreen = page.getByRole('main', { name: 'Sign in' })
    await expect(lockScreen).toContainText('Badge lost or PIN forgotten?')
    await takePicture(page, 'sign-in-needed')
    await lockScreen.getByRole('combobox', { name: 'Name' }).click()
    await page.getByRole('option', { name: 'Sue' }).click()
    await pad(lockScreen, 'Sign in')
    await expect(who(packer)).toHaveText(/Sue$/)
    await expect(form).toBeHidden()
  },
)

test('the packer of an order is found by its number, shown in plain words, and links back to the order', async ({
  openBench,
}) => {
  const { packer, orders } = await openBench({ orders: [{ lines: 1 }, { lines: 2 }] })
  const { page } = packer
  const [mine, other] = [nth(orders, 0), nth(orders, 1)]
  const code = nth(mine.order_lines, 0).item_number ?? ''
  await packer.scan(code)
  await packer.pack()
  await packer.goTo('Orders')
  await packer.scan(nth(other.order_lines, 0).item_number ?? '')
  await packer.scan(code)
  await packer.press('F2')

  await openSection(packer, 'Evidence')
  const rows = entries(packer).getByRole('row')
  await expect(rows.filter({ hasText: `Order ${other.id}` })).not.toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Order number' }).fill(`#${mine.id}`)
  await expect(rows.filter({ hasText: `Order ${other.id}` })).toHaveCount(0)
  await expect(rows.filter({ hasText: 'Packed' })).toContainText(['1 item'])
  const scanned = rows.filter({ hasText: 'Scanned' }).filter({ hasText: code }).first()
  await expect(scanned).toContainText('Accepted')

  await expect(scanned.getByRole('button')).toHaveCount(1)
  await expect(scanned.getByText(/^today \d\d:/)).toHaveAttribute('title', /^\d{4}-\d\d-\d\d /)

  await page.getByRole('searchbox', { name: 'Order number' }).fill('987654321')
  await expect(rows).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Order number' }).fill(String(other.id))
  const refused = rows.filter({ hasText: 'Scan refused' })
  await expect(refused).toContainText('Already packed in ANOTHER order')
  await refused.getByRole('button', { name: `Open order ${other.id}` }).click()
  await expect(page.getByRole('heading', { name: new RegExp(String(other.id)) })).toBeVisible()
})

test(
  'the retention of evidence is a setting, and the log records it',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer } = await openBench({ orders: [] })
    const { page } = packer
    const months = page.getByRole('textbox', { name: /^Delete evidence log entries after/ })
    await packer.goTo('Settings')
    await page.getByRole('searchbox', { name: 'Find a setting' }).fill('evidence log entries')
    await page.getByRole('search').getByRole('button').first().click()
    await expect(months, 'is behind More').toBeFocused()
    await expect(months).toHaveValue('0')
    await expect(months).toHaveAccessibleDescription(/export the log first/)
    await months.fill('121')
    await months.blur()
    await expect(months).toHaveAccessibleDescription(/A whole number from 0 to 120/)
    await saveText(months, '24')
    await packer.reload()
    await packer.goTo('Settings')
    await page.getByText('More', { exact: true }).click()
    await expect(months).toHaveValue('24')
    await openSection(packer, 'Evidence')
    const changed = entries(packer).getByRole('row').filter({ hasText: 'Settings changed' })
    await expect(changed).toContainText('Delete evidence log entries after: 24')
  },
)

test(
  'verifying a log says that old entries were removed by the rule',
  { tag: FULL_TAG },
  async ({ openBench, dataDir }) => {
    const bench = await openBench({ orders: [] })
    await bench.station.stop()
    writeDroppedEvidence(evidenceFile(dataDir), { old: 30, kept: 4, months: 12 })
    const packer = await bench.restart()
    await openSection(packer, 'Evidence')
    await expect(entries(packer).getByRole('row')).toHaveCount(5)
    const removed = entries(packer).getByRole('row').filter({ hasText: 'Old entries removed by the rule' })
    await expect(removed).toContainText('Rule, in months: 12')
    await expect(removed).toContainText('First entry kept: 32')
    await packer.page.getByRole('button', { name: 'Verify' }).click()
    const verdict = packer.page.getByTestId('verdict')
    await expect(verdict).toContainText('Intact: 5 entries')
    await expect(verdict).toContainText(/Verified from \d{4}-.* on\. .* by the rule of 12 months/)
    await takePictures(packer.page, 'evidence-since')
  },
)

test(
  'one operator’s badge is printed alone, and its barcode signs that operator in',
  { tag: FULL_TAG },
  async ({ openBench }) => {
    const { packer } = await openBench({ orders: [] })
    const { page } = packer
    await openSection(packer, 'Operators')
    await addOperator(packer, 'Ada')
    await addOperator(packer, 'Bob', { pin: '2468' })
    const sheet = page.waitForResponse(/\/print\/[\w-]+$/)
    await page.getByRole('button', { name: 'Print the badge of Bob' }).click()
    const html = await (await sheet).text()
    expect(html).toContain('Bob')
    expect(html).not.toContain('Ada')
    await expect(page.getByRole('status').filter({ hasText: 'Given to the browser to print.' })).toBeVisible()
    const [badge = ''] = html.match(/PBXB[A-Z]{12}/) ?? []
    await packer.scan(badge)
    await expect(packer.lastScan).toContainText('Hello Bob')

    await page.getByRole('button', { name: 'Change Ada' }).click()
    await packer.form.getByRole('switch', { name: 'May sign in' }).click()
    await packer.form.getByRole('button', { name: 'Save' }).click()
    await expect(packer.form).toBeHidden()
    await expect(page.getByRole('button', { name: 'Print the badge of Ada' })).toBeDisabled()
  },
)

test(
  'operators, evidence, statistics and the lock fit, at both sizes in both themes',
  pictureTags(),
  async ({ openBench, dataDir }) => {
    const { packer, orders } = await openBench({ orders: [{ lines: 2 }, { lines: 3 }] })
    const { page } = packer
    await openSection(packer, 'Operators')
    await addOperator(packer, 'Sue Example-Longname of the night shift', { pin: '2468', supervisor: true })
    await packer.scan(badgeOf(dataDir, 'Sue Example-Longname of the night shift'))
    await addOperator(packer, 'Ada')
    for (const order of orders) {
      await packer.goTo('Orders')
      for (const line of order.order_lines) await packer.scan(line.item_number ?? '')
      await packer.scan('NOBODY-KNOWS-THIS')
      await packer.pack()
    }
    for (const theme of ['light', 'dark'] as const) {
      if (theme === 'dark') await packer.useColors('dark')
      const picture = (name: string) => takeAtSizes(page, `${name}-${theme}`)
      await openSection(packer, 'Operators')
      await picture('operators')
      await page.getByRole('button', { name: /^Change Sue/ }).click()
      await picture('operator-dialog')
      await packer.form.getByRole('button', { name: 'Cancel' }).click()
      await openSection(packer, 'Evidence')
      await page.getByRole('button', { name: 'Verify' }).click()
      await expect(page.getByTestId('verdict')).toContainText('Intact')
      await picture('evidence')
      await packer.goTo('Statistics')
      await expect(page.getByRole('region', { name: 'Today by hour' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'By operator' })).toContainText('Sue')
      await picture('statistics')
      await page.getByTestId('operator').click()
      await page.getByRole('menuitem', { name: 'Lock the station' }).click()
      await expect(page.getByRole('heading', { name: /^Locked/ })).toBeVisible()
      await picture('locked')
      await packer.scan(badgeOf(dataDir, 'Sue Example-Longname of the night shift'))
    }
  },
)

test(
  'a scan is in the evidence even if the window closes right after the answer',
  { tag: ELECTRON_FULL_TAG },
  async ({ openBench }) => {
    const { packer } = await openBench({ orders: [{ lines: 1 }] })
    const { page } = packer
    const home = page.url()
    await page.evaluate(() => {
      const leave = () => {
        if (document.body.innerText.includes('NOT-OURS-77')) location.replace('about:blank')
      }
      new MutationObserver(leave).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      })
    })
    // The packer's own scan waits for an answer, and here the window is gone before it.
    await (await plugInScanner(page)).type('NOT-OURS-77')
    await expect(page).toHaveURL('about:blank')
    await page.goto(home)
    const kept = async () =>
      JSON.stringify(await askStation(page, 'evidence:list', { orderId: null, offset: 0, limit: 50 }))
    await expect.poll(kept).toContain('NOT-OURS-77')
  },
)
